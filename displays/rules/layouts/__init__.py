"""Layouts of the house: the schema of a document, and the faults of one with their places. Pure."""

from displays.rules.layouts.document import SHAPES, STATES, LayoutDocument
from displays.rules.layouts.faults import LayoutFault, LayoutFaults, read_document

__all__ = ["SHAPES", "STATES", "LayoutDocument", "LayoutFault", "LayoutFaults", "read_document"]
