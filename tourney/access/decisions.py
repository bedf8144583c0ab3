"""The log of decisions about logins: by their number and the client's address, never by name, password or code."""

import logging

log = logging.getLogger(__name__)


def log_began(user: int, *, proven: bool) -> None:
    """Log that a session of a login began.

    Args:
        proven: whether a second factor was used.
    """
    log.info("user:%s logged in%s", user, " with a second factor" if proven else "")


def log_factor_needed(user: int) -> None:
    """Log that a password was right, and a second factor is still missing."""
    log.info("user:%s gave the right password; the second factor is missing", user)


def log_ended(user: int) -> None:
    """Log that a login logged out."""
    log.info("user:%s logged out", user)


def log_wrong_password(address: str) -> None:
    """Log a wrong password, or one for a name that does not exist."""
    log.warning("wrong name or password from %s", address)


def log_wrong_factor(user: int, address: str) -> None:
    """Log a wrong code or passkey after the right password."""
    log.warning("wrong second factor of user:%s from %s", user, address)
