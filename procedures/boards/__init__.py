"""Boards of the procedures."""
