"""What the room demands of staff logins."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings

from tourney.access.roles import Role
from tourney.models import LoginPolicy, LoginSession, User

# A director must be able to set a factor up; the devices of others are not logins.
FACTOR_ROLES = tuple(role.value for role in Role if role.for_people)
# How exactly the last use of a session is known.
SEEN_EVERY = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Policy:
    """The room's policy.

    Attributes:
        factor_roles: roles whose logins need a second factor.
        session_hours: how long a session lasts.
        idle_minutes: after how long without a request a session ends; 0: never.
        password_length: how many characters a new password needs.
    """

    factor_roles: frozenset[str]
    session_hours: int
    idle_minutes: int
    password_length: int

    def needs_factor(self, role: str) -> bool:
        """Return whether logins with this role need a second factor."""
        return role in self.factor_roles

    def end_of(self, role: str, started_at: datetime, seen_at: datetime) -> datetime:
        """Return when a session ends that was last used at a time.

        Tablets of dealers stay logged in: they can be used for the dealer's own tables only.
        """
        if role == Role.DEALER:
            return started_at + timedelta(seconds=settings.SESSION_COOKIE_AGE)
        last = started_at + timedelta(hours=self.session_hours)
        if not self.idle_minutes:
            return last
        # It may have been used until just before its use would have been noted again.
        return min(last, seen_at + timedelta(minutes=self.idle_minutes) + SEEN_EVERY)


def login_policy() -> Policy:
    """Return the room's policy."""
    row = LoginPolicy.objects.filter(id=1).first() or LoginPolicy()
    return Policy(frozenset(row.factor_roles), row.session_hours, row.idle_minutes, row.password_length)


def may_use_password(user: User) -> bool:
    """Return whether a login has a password and may log in with it."""
    names = settings.PASSWORD_LOGINS
    return user.has_usable_password() and (not names or user.username in names)


def is_admitted(policy: Policy, user: User, session: LoginSession) -> bool:
    """Return whether a session may go on: its role needs no second factor, or it was opened with one."""
    return session.verified or not policy.needs_factor(user.role)
