"""Marks that languages set differently, between texts that a page composes."""

from django.utils.translation import pgettext


def labelled(label: object, value: object) -> str:
    """Put a colon between a label and its value: "Place: 3"; French has a space before it."""
    return f"{label}{pgettext('after a label', ':')} {value}"
