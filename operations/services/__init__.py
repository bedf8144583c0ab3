"""Backups, restore, and checks of an installation."""
