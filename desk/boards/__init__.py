"""Boards of the desk, one module per subject."""
