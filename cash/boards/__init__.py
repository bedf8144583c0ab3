"""Boards of the cash room."""
