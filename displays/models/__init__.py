"""TV displays of the room."""

from displays.models.announcement import PRIORITIES, SHOWN_ON, Announcement, AnnouncementTemplate
from displays.models.look import THEMES, RoomLook
from displays.models.screen import LAYOUTS, Pairing, Screen

__all__ = [
    "LAYOUTS",
    "PRIORITIES",
    "SHOWN_ON",
    "THEMES",
    "Announcement",
    "AnnouncementTemplate",
    "Pairing",
    "RoomLook",
    "Screen",
]
