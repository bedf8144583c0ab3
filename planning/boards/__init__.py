"""Read models of planning."""
