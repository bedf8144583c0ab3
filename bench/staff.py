"""Commands only the server itself can run, in a separate process with Django: one line of JSON per request.

login            a session of the director: {"cookie": …}
pair CODE        pair the display that shows a code with event 1: {"screen": …}
"""

import json
import os
import sys
import uuid

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tourney.settings")
django.setup()

from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY  # noqa: E402

from displays.commands.displays import pair_screen  # noqa: E402
from tourney.access.roles import FIRST_START  # noqa: E402
from tourney.access.sessions import SessionStore  # noqa: E402
from tourney.models import User  # noqa: E402


def login() -> dict[str, object]:
    """Return a session as the login page creates it."""
    user = User.objects.get(username="director")
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    return {"cookie": session.session_key}


def pair(code: str) -> dict[str, object]:
    """Pair a display."""
    done = pair_screen(
        actor=FIRST_START,
        command_id=uuid.uuid4(),
        code=code,
        name=f"Wall {code}",
        tournament=1,
        layout="clock",
    )
    return dict(done.answer or {})


if __name__ == "__main__":
    for line in sys.stdin:
        order, _, word = line.strip().partition(" ")
        print(json.dumps(login() if order == "login" else pair(word)), flush=True)
