"""What commands and boards of the procedures share."""
