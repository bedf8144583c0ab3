"""Rules of stages: pure functions."""
