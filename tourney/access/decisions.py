"""Log authentication decisions: with user number and client address, without names, passwords or codes."""

import logging

log = logging.getLogger(__name__)


def log_login(user: int, *, verified: bool) -> None:
    """Log that a user logged in.

    Args:
        verified: whether a second factor was used.
    """
    log.info("user:%s logged in%s", user, " with a second factor" if verified else "")


def log_factor_needed(user: int) -> None:
    """Log that the password was right, and that a second factor is required."""
    log.info("user:%s entered the right password; a second factor is required", user)


def log_logout(user: int) -> None:
    """Log that a user logged out."""
    log.info("user:%s logged out", user)


def log_wrong_password(address: str, session_of: int | None) -> None:
    """Log a wrong password, or one for a name that does not exist.

    Args:
        session_of: the login in whose session it was entered, to confirm a change; None at the login itself.
    """
    if session_of is None:
        log.warning("wrong name or password from %s", address)
    else:
        log.warning("wrong password in a session of user:%s from %s", session_of, address)


def log_wrong_factor(user: int, address: str) -> None:
    """Log a wrong code or passkey after the right password."""
    log.warning("wrong second factor of user:%s from %s", user, address)
