"""Store sounds of displays under the hash of their contents."""

from django.utils.translation import gettext as _

from displays.services.sound_files import BrokenSound, read_sound
from displays.services.sound_tags import without_tags
from tourney.journal.refused import Refused
from tourney.services.media_store import keep_file

MOST_BYTES = 1024 * 1024
MOST_SECONDS = 15
# Encoders pad the start and the end of a sound.
_PADDING_SECONDS = 0.25


def keep_sound(data: bytes, field: str = "sound") -> str:
    """Save a sound without its tags, named by the hash of its contents, and return the name.

    Args:
        data: the file.
        field: the form field, for errors.

    Raises:
        Refused: it is no WAV, MP3 or Ogg file, larger than 1 MB, or longer than 15 seconds.
    """
    if len(data) > MOST_BYTES:
        text = _("A sound can have at most 1 MB. MP3 and Opus files are smaller than WAV files.")
        raise Refused("sound_too_large", text, fields={field: text})
    try:
        sound = read_sound(data)
    except BrokenSound:
        text = _("Only WAV, MP3 and Ogg (Opus or Vorbis) sounds are supported.")
        raise Refused("no_sound", text, fields={field: text}) from None
    if sound.seconds > MOST_SECONDS + _PADDING_SECONDS:
        text = _("A sound can last at most %(most)s seconds.") % {"most": MOST_SECONDS}
        raise Refused("sound_too_long", text, fields={field: text})
    return keep_file(without_tags(data, sound.kind), sound.kind)
