"""Services of the procedures, for their commands and boards."""
