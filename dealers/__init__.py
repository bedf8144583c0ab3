"""Dealers: shifts, pushes from table to table, breaks, and history."""
