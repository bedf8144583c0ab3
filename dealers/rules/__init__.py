"""The arithmetic of pushes. Pure."""
