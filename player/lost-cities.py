"""The program in the executable lost-cities: the player, with all that its first answer needs loaded."""

import sys

from lost_cities.player import main

if __name__ == "__main__":
    sys.exit(main())
