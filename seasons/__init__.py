"""Rankings, championship, cup and titles over the events of a season."""
