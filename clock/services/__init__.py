"""What commands and boards of the clock share, and what apps above ask of it."""
