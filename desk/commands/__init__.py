"""Commands of the desk: its only code that writes."""
