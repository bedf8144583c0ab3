"""Encrypt a stream with a passphrase: scrypt, and AES-256-GCM in chunks.

The file is `MAGIC`, a random salt of 16 bytes, then the chunks. A chunk is up to a MiB of plain text, followed by its
tag of 16 bytes. The nonce counts the chunks and marks the last one, so chunks cannot be exchanged, left out or cut off.
Each file has a key of its own, from its salt.
"""

import os
from typing import BinaryIO

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

from ops.errors import OpsError

MAGIC = b"room-backup-sealed-1\n"
CHUNK = 1 << 20
_SALT = 16
_TAG = 16
# 64 MiB of memory and about a quarter of a second for each guess.
_COST = 1 << 16


class Sealer:
    """Encrypts what is written to it."""

    def __init__(self, sink: BinaryIO, passphrase: bytes) -> None:
        """Write the beginning of the file."""
        salt = os.urandom(_SALT)
        self._sink = sink
        self._head = MAGIC + salt
        self._cipher = AESGCM(_key(passphrase, salt))
        self._left = bytearray()
        self._number = 0
        sink.write(self._head)

    def write(self, data: bytes) -> int:
        """Encrypt data; the last chunk is held back until `finish`."""
        self._left += data
        while len(self._left) > CHUNK:
            self._seal(bytes(self._left[:CHUNK]), last=False)
            del self._left[:CHUNK]
        return len(data)

    def finish(self) -> None:
        """Write the last chunk."""
        self._seal(bytes(self._left), last=True)
        self._left.clear()

    def _seal(self, plain: bytes, *, last: bool) -> None:
        self._sink.write(self._cipher.encrypt(_nonce(self._number, last=last), plain, self._head))
        self._number += 1


class Opener:
    """Decrypts what is read from it.

    Raises:
        OpsError: on reading, for a wrong passphrase or a damaged file.
    """

    def __init__(self, source: BinaryIO, passphrase: bytes) -> None:
        """Read the beginning of the file."""
        self._head = source.read(len(MAGIC) + _SALT)
        if len(self._head) != len(MAGIC) + _SALT or not self._head.startswith(MAGIC):
            raise OpsError("The archive is damaged: its beginning is missing.")
        self._source = source
        self._cipher = AESGCM(_key(passphrase, self._head[len(MAGIC) :]))
        self._next = source.read(CHUNK + _TAG)
        self._plain = b""
        self._number = 0
        self._ended = False

    def read(self, size: int = -1) -> bytes:
        """Return the next bytes; all of them by default."""
        parts, missing = [], size
        while missing != 0 and (self._plain or self._open_next()):
            taken = self._plain if missing < 0 else self._plain[:missing]
            self._plain = self._plain[len(taken) :]
            parts.append(taken)
            missing -= len(taken) if missing > 0 else 0
        return b"".join(parts)

    def _open_next(self) -> bool:
        """Decrypt the next chunk, if there is one."""
        while not self._plain and not self._ended:
            sealed, self._next = self._next, self._source.read(CHUNK + _TAG)
            self._ended = not self._next
            try:
                self._plain = self._cipher.decrypt(_nonce(self._number, last=self._ended), sealed, self._head)
            except InvalidTag:
                raise OpsError(
                    "The passphrase is wrong, or the archive is damaged."
                    if self._number == 0
                    else f"The archive is damaged: after {self._number} MiB it was changed or cut off."
                ) from None
            self._number += 1
        return bool(self._plain)


def is_sealed(beginning: bytes) -> bool:
    """Return whether a file that begins like this is encrypted."""
    return beginning.startswith(MAGIC)


def _key(passphrase: bytes, salt: bytes) -> bytes:
    return Scrypt(salt=salt, length=32, n=_COST, r=8, p=1).derive(passphrase)


def _nonce(number: int, *, last: bool) -> bytes:
    return number.to_bytes(11, "big") + bytes([last])
