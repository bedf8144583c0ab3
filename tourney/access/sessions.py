"""Store sessions under the hash of their key, so a copy of the database opens none."""

import hashlib
from datetime import datetime
from typing import Any

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session

from tourney.models import LoginSession
from tourney.now import room_now

# Format of the column.
_LONGEST = 40


def stored_key(key: str) -> str:
    """Return the hash of a session key. Keys are long and random: no salt is needed."""
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()[:_LONGEST]


class SessionStore(db.SessionStore):
    """Django's database session store, without plain keys.

    Attributes:
        login: of the session; None without one, and before the session was read.
        ends_at: when the session ends; None before it was read.
    """

    login: LoginSession | None = None
    ends_at: datetime | None = None

    def _get_session_from_db(self) -> Any:
        found = _rows(self.session_key).first()
        self._found(found)
        return found

    async def _aget_session_from_db(self) -> Any:
        found = await _rows(self.session_key).afirst()
        self._found(found)
        return found

    def _found(self, row: Session | None) -> None:
        if row is None:
            self._session_key = None
            return
        self.login = getattr(row, "login", None)
        self.ends_at = row.expire_date

    def take(self, name: str) -> Any:
        """Remove a value and return it: to one request only, if several ask at once; None if it is gone."""
        value = self.pop(name, None)
        row = _rows(self.session_key).first()
        data = {} if row is None else row.get_decoded()
        if value is None or data.pop(name, None) != value:
            return None
        unchanged = Session.objects.filter(pk=row.pk, session_data=row.session_data)
        return value if unchanged.update(session_data=self.encode(data)) else None

    def exists(self, session_key: str | None) -> bool:
        """Return whether the session exists."""
        return super().exists(stored_key(session_key or ""))

    async def aexists(self, session_key: str | None) -> bool:
        """Return whether the session exists."""
        return await super().aexists(stored_key(session_key or ""))

    def create_model_instance(self, data: Any) -> Any:
        """Return the row of this session."""
        return self._as_stored(super().create_model_instance(data))

    async def acreate_model_instance(self, data: Any) -> Any:
        """Return the row of this session."""
        return self._as_stored(await super().acreate_model_instance(data))

    def _as_stored(self, row: Any) -> Any:
        row.session_key = stored_key(row.session_key)
        # Saving its data does not prolong a session (tourney/access/login_sessions.py does).
        row.expire_date = self.ends_at or row.expire_date
        return row

    def delete(self, session_key: str | None = None) -> None:
        """Delete a session, by default this one."""
        key = session_key or self.session_key
        if key:
            super().delete(stored_key(key))

    async def adelete(self, session_key: str | None = None) -> None:
        """Delete a session, by default this one."""
        key = session_key or self.session_key
        if key:
            await super().adelete(stored_key(key))


def _rows(key: str | None) -> Any:
    rows = Session.objects.select_related("login")
    return rows.filter(session_key=stored_key(key or ""), expire_date__gt=room_now())
