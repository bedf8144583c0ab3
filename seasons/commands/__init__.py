"""Commands of seasons."""
