"""Labels of displays and players’ links: journal kinds and rows. Pure."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

KINDS: dict[str, Promise] = {
    "announcement.remove": _("Removed"),
    "announcement.remove_template": _("Template removed"),
    "announcement.save_template": _("Template saved"),
    "announcement.show": _("Announced"),
    "display.identify": _("Name shown"),
    "display.reload": _("Page loaded again"),
    "rotation.remove": _("Rotation removed"),
    "rotation.save": _("Rotation saved"),
    "screen_group.blank": _("Group blanked or unblanked"),
    "screen_group.remove": _("Group removed"),
    "screen_group.save": _("Group saved"),
    "screen_group.say": _("Message of a group"),
    "display.blank": _("Blanked or unblanked"),
    "display.pair": _("Paired"),
    "display.retire": _("Unpaired"),
    "display.say": _("Message"),
    "display.settings": _("Settings"),
    "display.show": _("Content"),
    "look.picture": _("Picture"),
    "look.set": _("Theme and sponsor"),
    "look.sound": _("Sound"),
    "token.for_players": _("Players’ links issued"),
    "token.show_link": _("Player’s link shown"),
    "token.renew_link": _("Player’s link replaced"),
}

MODELS: dict[str, Promise] = {
    "displays.announcement": _("Announcement"),
    "displays.announcementtemplate": _("Template of an announcement"),
    "displays.roomlook": _("Look of displays"),
    "displays.rotation": _("Rotation"),
    "displays.screen": _("Display"),
    "displays.screengroup": _("Group of displays"),
}

COLUMNS: dict[str, Promise] = {
    "group": _("Group of displays"),
    "identified_at": _("Name shown"),
    "reload_at": _("Page loaded again"),
    "rotation": _("Rotation"),
    "schedule": _("Schedule"),
    "slides": _("Slides"),
    "ends_at": _("Ends"),
    "priority": _("Priority"),
    "removed_at": _("Removed"),
    "repeat_minutes": _("Repeat every (minutes)"),
    "screens": _("Displays"),
    "show_seconds": _("Each time for (seconds)"),
    "shown_on": _("Shown on"),
    "spoken": _("Spoken text"),
    "starts_at": _("Starts"),
}
