"""Reads and checks that several commands of the desk share."""
