"""Sessions of a login, as pages list them."""

from dataclasses import dataclass
from datetime import datetime

from tourney.access.login_sessions import sessions_of
from tourney.access.sessions import stored_key
from tourney.rules.browsers import browser_name


@dataclass(frozen=True, slots=True)
class SessionRow:
    """A session.

    Attributes:
        browser: its browser and device; "" if unknown.
        verified: whether a second factor was used.
        here: whether it is the one of the page.
    """

    id: int
    browser: str
    address: str
    started_at: datetime
    seen_at: datetime
    verified: bool
    here: bool


def session_rows(user: int, session_key: str | None) -> list[SessionRow]:
    """Return the open sessions of a login: the one of the page first, then the one used last.

    Args:
        session_key: of the session that shows the page.
    """
    here = stored_key(session_key or "")
    rows = [
        SessionRow(
            id=row.pk,
            browser=browser_name(row.browser),
            address=row.address,
            started_at=row.started_at,
            seen_at=row.seen_at,
            verified=row.verified,
            here=row.session_id == here,
        )
        for row in sessions_of(user)
    ]
    return sorted(rows, key=lambda row: not row.here)
