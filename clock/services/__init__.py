"""Services of the clock, for its commands and boards and for higher-level apps."""
