"""The cues of a clock that displays sound, and what they are called."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as lazy

# In the order in which an evening hears them.
CUES: dict[str, Promise] = {
    "level_start": lazy("Start of play"),
    "one_minute": lazy("Last minute"),
    "tick": lazy("Last five seconds"),
    "level_end": lazy("End of a level"),
    "break_end": lazy("End of a break"),
}
