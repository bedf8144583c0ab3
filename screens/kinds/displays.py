"""Words for the displays and the players’ links: the journal’s kinds and the rows they touch. Pure words."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

KINDS: dict[str, Promise] = {
    "screen.blank": _("Blanked or unblanked"),
    "screen.pair": _("Paired"),
    "screen.retire": _("Unpaired"),
    "screen.say": _("Message"),
    "screen.settings": _("Settings"),
    "screen.show": _("Content"),
    "token.for_players": _("Players’ links issued"),
    "token.renew_link": _("Player’s link replaced"),
}

MODELS: dict[str, Promise] = {
    "screens.screen": _("Display"),
}
