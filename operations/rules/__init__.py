"""Pure functions of operations."""
