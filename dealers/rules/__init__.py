"""Rules of pushes. Pure."""
