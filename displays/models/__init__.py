"""TV displays of the room."""

from displays.models.announcement import PRIORITIES, SHOWN_ON, Announcement, AnnouncementTemplate
from displays.models.feature import FeatureTable
from displays.models.group import Rotation, ScreenGroup
from displays.models.health import ScreenHealth
from displays.models.house_layout import HouseLayout
from displays.models.layouts import HOUSE, LAYOUTS
from displays.models.look import THEMES, RoomLook
from displays.models.overlay import MOST_DELAY, Overlay, OverlayState
from displays.models.screen import Pairing, Screen
from displays.models.trigger import Trigger

__all__ = [
    "HOUSE",
    "LAYOUTS",
    "MOST_DELAY",
    "PRIORITIES",
    "SHOWN_ON",
    "THEMES",
    "Announcement",
    "AnnouncementTemplate",
    "FeatureTable",
    "HouseLayout",
    "Overlay",
    "OverlayState",
    "Pairing",
    "RoomLook",
    "Rotation",
    "Screen",
    "ScreenGroup",
    "ScreenHealth",
    "Trigger",
]
