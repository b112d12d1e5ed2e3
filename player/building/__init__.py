"""How the house is built and tested, a concept a module; player/build.py is the command line."""
