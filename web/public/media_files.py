"""Uploaded pictures of events, and pictures and sounds of displays."""

import re
from pathlib import Path

from django.conf import settings
from django.http import FileResponse, Http404, HttpRequest
from django.views.decorators.http import require_GET

_NAME = re.compile(r"^[0-9a-f]{64}\.(png|jpg|webp)$")
_SOUND = re.compile(r"^[0-9a-f]{64}\.(wav|mp3|ogg)$")
_TYPES = {
    "png": "image/png",
    "jpg": "image/jpeg",
    "webp": "image/webp",
    "wav": "audio/wav",
    "mp3": "audio/mpeg",
    "ogg": "audio/ogg",
}


@require_GET
def media_file(request: HttpRequest, name: str) -> FileResponse:
    """Serve a stored picture or sound. Its name is a digest of its contents, so it never changes."""
    path = settings.MEDIA_ROOT / name
    if not (is_name(name) or _SOUND.match(name)) or not path.is_file():
        raise Http404
    return served(path, "public, max-age=31536000, immutable")


def is_name(name: str) -> bool:
    """Return whether this is a valid name of a stored picture."""
    return _NAME.match(name) is not None


def served(path: Path, cache: str) -> FileResponse:
    """Return a stored file as a response.

    Args:
        path: of the existing file.
        cache: value of Cache-Control.
    """
    response = FileResponse(path.open("rb"), content_type=_TYPES[path.suffix[1:]])
    response.headers["Cache-Control"] = cache
    response.headers["X-Content-Type-Options"] = "nosniff"
    return response
