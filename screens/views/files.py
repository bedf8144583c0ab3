"""Pictures of events, served."""

import re

from django.conf import settings
from django.http import FileResponse, Http404, HttpRequest
from django.views.decorators.http import require_GET

from tourney.pictures import keep_picture

__all__ = ["keep_picture", "picture"]

_NAME = re.compile(r"^[0-9a-f]{64}\.(png|jpg|webp)$")
_TYPES = {"png": "image/png", "jpg": "image/jpeg", "webp": "image/webp"}


@require_GET
def picture(request: HttpRequest, name: str) -> FileResponse:
    """Serve a kept picture. Its name is its contents, so it never changes."""
    path = settings.MEDIA_ROOT / name
    if not _NAME.match(name) or not path.is_file():
        raise Http404
    response = FileResponse(path.open("rb"), content_type=_TYPES[name.rpartition(".")[2]])
    response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
    response.headers["X-Content-Type-Options"] = "nosniff"
    return response
