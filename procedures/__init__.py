"""What the whole room does together: hand-for-hand, chip races, shot clock, end of day."""
