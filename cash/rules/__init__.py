"""Rules of the cash room: pure functions on frozen data."""
