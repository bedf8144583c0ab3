"""Nouns of the prizes."""
