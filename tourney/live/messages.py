"""The messages to sockets, as specified in docs/wire.md."""

from collections.abc import Mapping, Sequence

import msgspec
from django.conf import settings

from tourney.live.boards import Audience
from tourney.live.publish import Envelope, Own
from tourney.now import server_ms

Boards = Mapping[str, msgspec.Raw]
_encode = msgspec.json.Encoder().encode
# The largest board, which changes least.
STRUCTURE = "structure"


class _Structure(msgspec.Struct):
    version: str


_structure = msgspec.json.Decoder(_Structure).decode


class Texts:
    """One message in the version of each audience, encoded on first use."""

    __slots__ = ("_boards", "_head", "_texts")

    def __init__(self, head: Mapping[str, object], boards: Sequence[Boards]) -> None:
        self._head = head
        self._boards = boards
        self._texts: dict[Audience, str] = {}

    def of(self, audience: Audience, own: Own | None = None) -> str:
        """Return the text for an audience, or with a player's own boards in it."""
        if own:
            return self._text(audience, own)
        text = self._texts.get(audience)
        if text is None:
            text = self._texts[audience] = self._text(audience, {})
        return text

    def _text(self, audience: Audience, own: Own) -> str:
        seen: dict[str, msgspec.Raw] = {}
        for boards in self._boards[: audience + 1]:
            seen.update(boards)
        return _encode({**self._head, "boards": {**seen, **own}}).decode()


def change(envelope: Envelope) -> Texts:
    """Journal entries and the boards they changed."""
    head = {"is": "change", "topic": envelope.topic, "from": envelope.first, "seq": envelope.last}
    return Texts(head, envelope.boards)


def snapshot(envelope: Envelope) -> Texts:
    """All boards of a topic."""
    head = {"is": "snapshot", "topic": envelope.topic, "seq": envelope.last, "server": server_ms()}
    return Texts(head, envelope.boards)


def snapshot_without_structure(envelope: Envelope) -> Texts:
    """All boards of an event except its structure, which the client has already. It is most of the data."""
    head = {"is": "snapshot", "topic": envelope.topic, "seq": envelope.last, "server": server_ms()}
    boards = [{name: text for name, text in part.items() if name != STRUCTURE} for part in envelope.boards]
    return Texts({**head, "unchanged": {STRUCTURE: version_of_structure(envelope)}}, boards)


def version_of_structure(envelope: Envelope) -> str:
    """Return the version of an event's structure; "" if the topic has none."""
    found = envelope.boards[Audience.PUBLIC].get(STRUCTURE)
    return "" if found is None else _structure(found).version


def public_without_time(envelope: Envelope) -> bytes:
    """The public boards of a topic, completed by `with_time` each time they are sent."""
    head = {"is": "snapshot", "topic": envelope.topic, "seq": envelope.last}
    return Texts(head, envelope.boards).of(Audience.PUBLIC).encode()


def with_time(text: bytes) -> bytes:
    """Add the server's time to a text of `public_without_time`."""
    return b'%s,"server":%d}' % (text[:-1], server_ms())


def current(topic: str, seq: int) -> str:
    """The client has missed nothing."""
    return _encode({"is": "current", "topic": topic, "seq": seq, "server": server_ms()}).decode()


def heartbeat(seqs: Mapping[str, int]) -> str:
    """Current seqs, the time, and the running build."""
    return _encode({"is": "heartbeat", "seqs": seqs, "server": server_ms(), "build": settings.BUILD}).decode()


def waiting() -> str:
    """The message in place of a heartbeat while the database does not answer: the socket stays open."""
    return '{"is":"waiting"}'


def pong(number: int) -> str:
    """The time, in answer to a ping."""
    return f'{{"is":"pong","n":{number},"server":{server_ms()}}}'


def refused(code: str, message: object, topic: str = "") -> str:
    """A refusal with its message, and the topic that is not followed."""
    about = {"topic": topic} if topic else {}
    return _encode({"is": "refused", "code": code, "message": str(message), **about}).decode()


def merged(envelopes: Sequence[Envelope]) -> list[Envelope]:
    """Merge neighbouring envelopes into as few as possible; the newest version of each board wins."""
    runs: list[Envelope] = []
    newest: dict[str | tuple[int, str], int] = {}
    for envelope in sorted(envelopes, key=lambda one: one.first):
        if runs and envelope.first <= runs[-1].last + 1:
            run = runs[-1]
            run.last = max(run.last, envelope.last)
            run.at = max(run.at, envelope.at)
            run.late = sorted({*run.late, *envelope.late})
            run.players = sorted({*run.players, *envelope.players})
            run.everybody = run.everybody or envelope.everybody
            for mine, theirs in zip(run.boards, envelope.boards, strict=True):
                for name, text in theirs.items():
                    if newest.get(name, -1) <= envelope.at:
                        mine[name] = text
                        newest[name] = envelope.at
            for player, own in envelope.own.items():
                for name, text in own.items():
                    if newest.get((player, name), -1) <= envelope.at:
                        run.own.setdefault(player, {})[name] = text
                        newest[player, name] = envelope.at
        else:
            boards = [dict(part) for part in envelope.boards]
            theirs_own = {player: dict(own) for player, own in envelope.own.items()}
            runs.append(
                Envelope(
                    envelope.topic,
                    envelope.first,
                    envelope.last,
                    envelope.at,
                    boards,
                    theirs_own,
                    list(envelope.late),
                    list(envelope.players),
                    envelope.everybody,
                )
            )
            newest = {name: envelope.at for part in boards for name in part}
            newest |= {(player, name): envelope.at for player, own in theirs_own.items() for name in own}
    return runs
