"""Commands of the cash room."""
