"""Uploaded pictures of events."""

import re
from pathlib import Path

from django.conf import settings
from django.http import FileResponse, Http404, HttpRequest
from django.views.decorators.http import require_GET

from tourney.services.picture_store import keep_picture

__all__ = ["is_name", "keep_picture", "picture", "served"]

_NAME = re.compile(r"^[0-9a-f]{64}\.(png|jpg|webp)$")
_TYPES = {"png": "image/png", "jpg": "image/jpeg", "webp": "image/webp"}


@require_GET
def picture(request: HttpRequest, name: str) -> FileResponse:
    """Serve a stored picture. Its name is a digest of its contents, so it never changes."""
    path = settings.MEDIA_ROOT / name
    if not is_name(name) or not path.is_file():
        raise Http404
    return served(path, "public, max-age=31536000, immutable")


def is_name(name: str) -> bool:
    """Return whether this is a valid name of a stored picture."""
    return _NAME.match(name) is not None


def served(path: Path, cache: str) -> FileResponse:
    """Return a stored picture as a response.

    Args:
        path: of the existing file.
        cache: value of Cache-Control.
    """
    response = FileResponse(path.open("rb"), content_type=_TYPES[path.suffix[1:]])
    response.headers["Cache-Control"] = cache
    response.headers["X-Content-Type-Options"] = "nosniff"
    return response
