"""Boards as HTTP responses."""

from typing import Any

import msgspec
from django.http import HttpResponse

_encode = msgspec.json.Encoder().encode


def board_response(found: Any) -> HttpResponse:
    """Respond with boards as JSON, as the feed sends them."""
    return HttpResponse(_encode(found), content_type="application/json")
