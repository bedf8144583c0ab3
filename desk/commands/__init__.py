"""Commands of the desk: the only code of it that writes."""
