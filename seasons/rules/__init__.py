"""Rules of seasons: pure functions."""
