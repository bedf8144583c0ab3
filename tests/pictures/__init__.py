"""Pictures of the screens: those of the README, and every page at every size with a search for faults."""
