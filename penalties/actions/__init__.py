"""Verbs of penalties."""
