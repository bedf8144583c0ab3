"""Checks of an installation: each says in sentences what is wrong and what to do."""
