"""Commands of the prizes."""
