"""Displays: TVs in the room, paired by a code."""

from django.apps import AppConfig


class DisplaysConfig(AppConfig):
    """App configuration."""

    name = "displays"
