"""One-time codes of authenticator apps (TOTP, RFC 6238), and recovery codes. Pure."""

import hmac
import secrets
from urllib.parse import quote, urlencode

from cryptography.hazmat.primitives.hashes import SHA1
from cryptography.hazmat.primitives.twofactor import InvalidToken
from cryptography.hazmat.primitives.twofactor.hotp import HOTP

DIGITS = 6
STEP_SECONDS = 30
# A phone's clock may differ by this many steps.
_DRIFT = 1
SECRET_BYTES = 20
# Letters and digits that are not taken for one another, without vowels: no code is a word.
_SIGNS = "bcdfghjkmnpqrstvwxyz23456789"
_GROUPS, _GROUP_LENGTH = 3, 4
RECOVERY_CODES = 10


def step_of(code: str, secret: bytes, seconds: float, after: int) -> int | None:
    """Return the time step of a code; None if the code is wrong or not later than the last one used.

    Args:
        code: as typed.
        secret: of the app.
        seconds: the time since 1970.
        after: the step of the last code that was accepted. Codes of this step and earlier ones are used up.
    """
    typed = "".join(code.split()).encode()
    if len(typed) != DIGITS:
        return None
    present = int(seconds // STEP_SECONDS)
    # SHA-1 is what all apps support.
    codes = HOTP(secret, DIGITS, SHA1(), enforce_key_length=False)  # noqa: S303
    found = None
    for step in range(present - _DRIFT, present + _DRIFT + 1):
        try:
            codes.verify(typed, step)
        except InvalidToken:
            continue
        if step > after:
            found = step
    return found


def app_address(secret: str, name: str, room: str) -> str:
    """Return the address that an authenticator app reads from a QR code.

    Args:
        secret: in base 32.
        name: of the login.
        room: who issues the codes.
    """
    values = {"secret": secret, "issuer": room, "digits": DIGITS, "period": STEP_SECONDS}
    return f"otpauth://totp/{quote(room)}:{quote(name)}?{urlencode(values, quote_via=quote)}"


def new_recovery_codes() -> list[str]:
    """Return new recovery codes: "k7qf-2m9x-wd4t", 57 bits each."""
    return [
        "-".join(
            "".join(secrets.choice(_SIGNS) for _sign in range(_GROUP_LENGTH)) for _group in range(_GROUPS)
        )
        for _code in range(RECOVERY_CODES)
    ]


def digest_of_code(code: str, user: int, key: str) -> str:
    """Return the stored digest of a recovery code; capitals, blanks and hyphens make no difference."""
    plain = "".join(sign for sign in code.casefold() if sign.isalnum())
    return hmac.new(key.encode(), f"room.recovery {user} {plain}".encode(), "sha256").hexdigest()
