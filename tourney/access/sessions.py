"""Store sessions under the hash of their key, so a copy of the database opens none."""

import hashlib
from typing import Any

from django.contrib.sessions.backends import db
from django.utils import timezone

# Format of the column.
_LONGEST = 40


def stored_key(key: str) -> str:
    """Return the hash of a session key. Keys are long and random: no salt is needed."""
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()[:_LONGEST]


class SessionStore(db.SessionStore):
    """Django's database session store, without plain keys."""

    def _get_session_from_db(self) -> Any:
        try:
            return self.model.objects.get(
                session_key=stored_key(self.session_key or ""), expire_date__gt=timezone.now()
            )
        except self.model.DoesNotExist:
            self._session_key = None
            return None

    async def _aget_session_from_db(self) -> Any:
        try:
            return await self.model.objects.aget(
                session_key=stored_key(self.session_key or ""), expire_date__gt=timezone.now()
            )
        except self.model.DoesNotExist:
            self._session_key = None
            return None

    def exists(self, session_key: str | None) -> bool:
        """Return whether the session exists."""
        return super().exists(stored_key(session_key or ""))

    async def aexists(self, session_key: str | None) -> bool:
        """Return whether the session exists."""
        return await super().aexists(stored_key(session_key or ""))

    def create_model_instance(self, data: Any) -> Any:
        """Return the row of this session."""
        row = super().create_model_instance(data)
        row.session_key = stored_key(row.session_key)
        return row

    async def acreate_model_instance(self, data: Any) -> Any:
        """Return the row of this session."""
        row = await super().acreate_model_instance(data)
        row.session_key = stored_key(row.session_key)
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
