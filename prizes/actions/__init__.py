"""Verbs of the prizes."""
