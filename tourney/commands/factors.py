"""Commands for second factors of staff logins. Pages check the codes; secrets are never journalled."""

from typing import Annotated, Any

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from pydantic import Field

from tourney.access import guard
from tourney.access.factors import code_bounds, codes_left, has_factor, recovery_bounds
from tourney.access.login_lock import lock_change
from tourney.access.login_policy import login_policy
from tourney.access.one_time_codes import digest_of_code
from tourney.access.roles import Permission, Role
from tourney.commands.login_sessions import end_sessions_in
from tourney.commands.proof import Proof, acting_login, require_proof, require_session
from tourney.journal.arguments import Id, LongSecret, Secret, Secrets
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import Authenticator, LoginSession, RecoveryCode, User

MOST_PASSKEYS = 10
Counter = Annotated[int, Field(ge=0, le=2**32)]
FactorName = Annotated[str, Field(min_length=1, max_length=60)]


@command(
    "factor.add_app",
    permission=Permission.SEE_STAFF,
    scope="room",
    summary=lazy("Set up an authenticator app"),
    undoable=False,
    public=False,
)
def add_app(tx: Tx, key: Secret, step: Id, codes: Secrets, session: Secret) -> None:
    """Set up an authenticator app for the acting login, in place of an earlier one, with new recovery codes.

    The first factor ends the other sessions.

    Args:
        key: the app's secret, encrypted; never journalled.
        step: time step of the code with which it was confirmed.
        codes: recovery codes; never journalled.
        session: stored key of the session that asks for it; never journalled.

    Raises:
        Refused: the session has ended, or began without the second factor that the login has (`log_in_again`).
    """
    user = acting_login(tx)
    is_first = _factor_is_first(user, session)
    tx.delete_many(list(user.authenticators.filter(kind=Authenticator.APP)))
    tx.create(
        Authenticator,
        user=user,
        kind=Authenticator.APP,
        key=key,
        counter=step,
        created_at=tx.now,
    )
    _replace_codes(tx, user, codes)
    if is_first:
        _end_other_sessions(tx, user, session)


@command(
    "factor.add_passkey",
    permission=Permission.SEE_STAFF,
    scope="room",
    summary=lazy("Added the passkey “%(name)s”"),
    undoable=False,
    public=False,
)
def add_passkey(
    tx: Tx,
    name: FactorName,
    key: LongSecret,
    credential: LongSecret,
    counter: Counter,
    codes: Secrets,
    session: Secret,
) -> Any:
    """Add a passkey to the acting login; with its first factor, recovery codes. That ends the other sessions.

    Args:
        name: what its owner calls it.
        key: its public key; never journalled.
        credential: its id; never journalled.
        counter: its signature counter.
        codes: recovery codes, used if the login had no factor; never journalled.
        session: stored key of the session that asks for it; never journalled.

    Raises:
        Refused: the login has too many (`too_many`), the passkey belongs to a login already (`taken`), or the session
            has ended or began without the second factor that the login has (`log_in_again`).
    """
    user = acting_login(tx)
    is_first = _factor_is_first(user, session)
    if user.authenticators.filter(kind=Authenticator.PASSKEY).count() >= MOST_PASSKEYS:
        raise Refused("too_many", _("This login has too many passkeys. Remove one first."))
    if Authenticator.objects.filter(credential=credential).exists():
        raise Refused("taken", _("This passkey is in use already."))
    tx.create(
        Authenticator,
        user=user,
        kind=Authenticator.PASSKEY,
        name=name,
        key=key,
        credential=credential,
        counter=counter,
        created_at=tx.now,
    )
    if is_first:
        _replace_codes(tx, user, codes)
        _end_other_sessions(tx, user, session)
    return {"first": is_first}


@command(
    "factor.recovery_codes",
    permission=Permission.SEE_STAFF,
    scope="room",
    summary=lazy("Created new recovery codes"),
    undoable=False,
    public=False,
)
def replace_recovery_codes(tx: Tx, codes: Secrets, session: Secret) -> None:
    """Replace the recovery codes of the acting login.

    Args:
        codes: the new ones; never journalled.
        session: stored key of the session that asks for it; never journalled.

    Raises:
        Refused: the login has no second factor (`no_factor`), or the session has ended or began without it
            (`log_in_again`).
    """
    user = acting_login(tx)
    if _factor_is_first(user, session):
        raise Refused("no_factor", _("Set up a second factor first."))
    _replace_codes(tx, user, codes)


@command(
    "factor.use_recovery_code",
    permission=Permission.SEE_STAFF,
    scope="room",
    summary=lazy("Used a recovery code (%(left)s left)"),
    undoable=False,
    public=False,
)
def use_recovery_code(tx: Tx, digest: Secret) -> Any:
    """Use up a recovery code of the acting login.

    Args:
        digest: of the code; never journalled.

    Raises:
        Refused: it was used already (`wrong_code`).
    """
    user = acting_login(tx)
    row = user.recovery_codes.filter(digest=digest, used_at__isnull=True).first()
    if row is None:
        raise Refused("wrong_code", _("This code is wrong or has already been used."))
    tx.save(row, used_at=tx.now)
    return {"left": codes_left(user)}


@command(
    "factor.remove",
    permission=Permission.SEE_STAFF,
    scope="room",
    summary=lazy("Removed a second factor"),
    undoable=False,
    public=False,
)
def remove_factor(tx: Tx, factor: Id, session: Secret) -> None:
    """Remove a second factor of the acting login; with the last one, its recovery codes.

    Args:
        factor: which one.
        session: stored key of the session that asks for it; never journalled.

    Raises:
        Refused: the role needs a second factor, and this is the last one (`factor_needed`); or the session has ended
            or began without it (`log_in_again`).
    """
    user = acting_login(tx)
    _factor_is_first(user, session)
    tx.delete(tx.get(Authenticator, pk=factor, user=user.pk))
    if not has_factor(user.pk):
        if login_policy().needs_factor(user.role):
            raise Refused("factor_needed", _("Your role needs a second factor. Set up another one first."))
        tx.delete_many(list(user.recovery_codes.all()))


@command(
    "login.reset_factors",
    permission=Permission.MANAGE_PEOPLE,
    scope="room",
    summary=lazy("Reset the second factor of %(name)s"),
    undoable=False,
)
def reset_factors(tx: Tx, user: Id, proof: Proof) -> Any:
    """Remove all second factors and recovery codes of another login, and end its sessions.

    Args:
        user: id of the login.

    Raises:
        Refused: the login has no factor (`no_factor`) or is the director's own (`own_login`); or it is another
            director's, and the acting login's own password has not been checked (`password_needed`, `log_in_again`).
    """
    # “Your login” asks for the password and the factor: an open browser must not be enough to remove the factor.
    if tx.actor.key == f"user:{user}":
        raise Refused("own_login", _("Remove your own second factor on the page “Your login”."))
    row = tx.get(User, pk=user)
    if row.role == Role.DIRECTOR.value:
        require_proof(tx, proof)
    factors = list(row.authenticators.all())
    if not factors:
        raise Refused("no_factor", _("This login has no second factor."))
    tx.delete_many(factors)
    tx.delete_many(list(row.recovery_codes.all()))
    guard.clear(*code_bounds(user), *recovery_bounds(user))
    end_sessions_in(tx, row)
    return {"name": row.username}


def _factor_is_first(user: User, session: str) -> bool:
    """Return whether a login has no second factor yet.

    Raises:
        Refused: the session may not change its factors (`log_in_again`).
    """
    lock_change()
    require_session(user, session)
    return not has_factor(user.pk)


def _end_other_sessions(tx: Tx, user: User, session: str) -> None:
    """End all sessions except the one in which the first factor was set up."""
    LoginSession.objects.filter(session=session, user=user).update(verified=True)
    end_sessions_in(tx, user, but=session)


def _replace_codes(tx: Tx, user: User, codes: list[str]) -> None:
    tx.delete_many(list(user.recovery_codes.all()))
    digests = {digest_of_code(code, user.pk, settings.SECRET_KEY) for code in codes}
    tx.create_many([RecoveryCode(user=user, digest=digest) for digest in sorted(digests)])
