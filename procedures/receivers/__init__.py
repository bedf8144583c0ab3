"""Receivers of other apps' signals, and answers to their questions."""
