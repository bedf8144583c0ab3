"""Procedures of the whole event: hand-for-hand, chip races, shot clock, end of day."""
