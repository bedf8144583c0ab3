"""Boards of the prizes."""
