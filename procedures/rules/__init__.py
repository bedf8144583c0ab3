"""Rules of the procedures."""
