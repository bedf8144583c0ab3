"""Find the login that issued a token, from the journal."""

from tourney.access.roles import Actor
from tourney.models import JournalEntry


def login_behind(actor: Actor) -> int | None:
    """Return the key of the acting login, or of the login that issued the acting token; None if there is
    none.
    """
    seen: set[str] = set()
    key = actor.key
    while key.startswith("token:") and key not in seen:
        seen.add(key)
        issued = JournalEntry.objects.filter(
            tournament=None, kind="token.issue", answer__token=int(key.removeprefix("token:"))
        ).first()
        key = "" if issued is None else issued.actor
    kind, _sign, number = key.partition(":")
    return int(number) if kind == "user" else None
