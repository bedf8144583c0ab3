"""Reads of planning."""
