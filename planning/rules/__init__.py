"""Pure functions of planning."""
