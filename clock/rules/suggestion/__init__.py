"""Suggested structures, and forecasts of when an event ends. Pure (docs/structures.md)."""
