"""Reads and checks shared by several commands of the desk."""
