"""Layouts of the house: the schema of a document, and the faults of one with their places. Pure."""

from displays.rules.layouts.document import SHAPES, STATES, LayoutDocument
from displays.rules.layouts.fault import LayoutFault, LayoutFaults
from displays.rules.layouts.faults import read_document

__all__ = ["SHAPES", "STATES", "LayoutDocument", "LayoutFault", "LayoutFaults", "read_document"]
