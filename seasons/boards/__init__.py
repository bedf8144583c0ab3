"""Boards of seasons."""
