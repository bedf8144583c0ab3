"""Commands of the clock."""
