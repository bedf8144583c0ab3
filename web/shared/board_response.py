"""Boards as a page fetches them."""

from typing import Any

import msgspec
from django.http import HttpResponse

_encode = msgspec.json.Encoder().encode


def board_response(found: Any) -> HttpResponse:
    """Answer with boards as JSON, as the feed would send them."""
    return HttpResponse(_encode(found), content_type="application/json")
