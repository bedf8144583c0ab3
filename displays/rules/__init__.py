"""What displays show at a time: pure functions, the same in Python and in the browser."""
