"""Private keys of the room: files in DATA_DIR, readable by their owner only, made when first needed."""

import os
from collections.abc import Callable

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.types import PrivateKeyTypes
from django.conf import settings


def kept_key(name: str, make: Callable[[], PrivateKeyTypes]) -> PrivateKeyTypes:
    """Return the key of a file; make it if there is none.

    Args:
        name: of the file.
        make: returns a new key.
    """
    path = settings.DATA_DIR / name
    if not path.exists():
        made = make().private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
        # Written under another name and linked, so that two processes that start together use the same key.
        draft = path.with_suffix(f".{os.getpid()}")
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(made)
        try:
            os.link(draft, path)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return serialization.load_pem_private_key(path.read_bytes(), password=None)
