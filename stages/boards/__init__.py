"""Boards of stages."""
