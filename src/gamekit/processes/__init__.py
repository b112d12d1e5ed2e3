"""Child processes, what ends them, and how busy the machine is."""
