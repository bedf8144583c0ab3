"""Floor rulings, each with its table, players and rule."""
