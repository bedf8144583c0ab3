"""Private keys of the room: files in DATA_DIR, readable by their owner only, made when first needed."""

from collections.abc import Callable

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.types import PrivateKeyTypes
from django.conf import settings

from ops.private import write_once


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
        write_once(path, made)
    return serialization.load_pem_private_key(path.read_bytes(), password=None)
