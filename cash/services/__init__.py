"""Reads and checks that several commands and boards of the cash room share."""
