"""Comma separated text, as all rooms read and write it (`tourney/textfiles.py`)."""

from tourney.textfiles import BrokenCsv, CsvRow, join_csv, split_csv

__all__ = ["BrokenCsv", "CsvRow", "join_csv", "split_csv"]
