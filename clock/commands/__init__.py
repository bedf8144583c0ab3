"""Verbs of the clock."""
