"""Nouns of the desk, a module per idea."""
