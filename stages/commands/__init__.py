"""Commands of stages."""
