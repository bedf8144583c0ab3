"""Print the message of a command as one line of JSON: its channel, its envelope, and the text for clients."""

import json
import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tourney.settings")
django.setup()

from clock.services.clock_changes import SHOWS  # noqa: E402
from tourney.live import messages  # noqa: E402
from tourney.live.boards import Audience  # noqa: E402
from tourney.live.publish import channel, encode, envelope_of  # noqa: E402

envelope = envelope_of("t1", 3, SHOWS)
text = messages.change(envelope).of(Audience.PUBLIC)
print(json.dumps({"channel": channel("t1"), "envelope": encode(envelope).decode(), "text": text}))
