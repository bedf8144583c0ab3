"""Cache public responses until the next journal entry."""

from collections.abc import Callable
from typing import Any

from django.http import HttpResponse
from django.utils import translation

from api.responses import answer, not_there
from tourney.live.boards import Audience
from tourney.live.mark_cache import MarkCache
from tourney.live.snapshots import mark_of, snapshot_of

# Topic, request, language.
_answers: MarkCache[tuple[str, str, str], bytes] = MarkCache(most=128)


def public_answer(topic: str, name: str, read: Callable[[], Any]) -> HttpResponse:
    """Return the cached public response for a topic.

    Args:
        topic: "room" or "t7"; cached until its journal or the room's has a new entry.
        name: the request with its parameters ("results 0 100").
        read: returns plain data. It must not depend on the caller, as the response is shared.

    Raises:
        Refused: there is no such topic (`not_found`), and whatever `read` raises, which is not cached.
    """
    key = (topic, name, translation.get_language() or "")
    try:
        body = _answers.get(key, lambda: mark_of(topic), lambda: answer(read()).content)
    except ValueError:  # More digits than any id has.
        body = None
    if body is None:
        raise not_there()
    return _json(body)


def boards_of(topic: str, audience: Audience) -> HttpResponse:
    """Return all boards of a topic that an audience may see, from one snapshot."""
    found = snapshot_of(topic)
    if found is None:
        raise not_there()
    seen = {
        name: bytes(board)
        for level in Audience
        if level <= audience
        for name, board in found.boards[level].items()
        if bytes(board) != b"null"
    }
    boards = b",".join(b'"%s":%s' % (name.encode(), board) for name, board in seen.items())
    return _json(b'{"seq":%d,"boards":{%s}}' % (found.last, boards))


def forget_all() -> None:
    """Clear the cache after rows were changed outside a command."""
    _answers.clear()


def _json(body: bytes) -> HttpResponse:
    return HttpResponse(body, content_type="application/json", headers={"Cache-Control": "no-store"})
