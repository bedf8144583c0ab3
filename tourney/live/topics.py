"""Topics of the feed: the room, its events, and parts of an event, such as one table."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from tourney.access.roles import Actor, Permission

# A row that a journal entry changed, as the journal stores it: model, pk, before and after.
Change = Mapping[str, Any]
# Numbers of parts of an event; None: all of them.
Numbers = Collection[int] | None
# An event, and an entry's changes to rows of one model → the parts that they concern.
Concerned = Callable[[int, Sequence[Change]], Numbers]
# Changes by an entry of the room's journal → the parts that they concern, by event.
ConcernedInRoom = Callable[[Sequence[Change]], Mapping[int, Numbers]]
ConcernedT = TypeVar("ConcernedT", bound=Concerned)
ConcernedInRoomT = TypeVar("ConcernedInRoomT", bound=ConcernedInRoom)

# In `Part.rows`: changes to rows of all models.
_ANY = "*"


class Part:
    """Parts of an event that are followed by themselves, such as its tables.

    Their topics carry the event's journal numbers, so that gaps and heartbeats work as everywhere. A board of
    a part is read again only after entries that concern it.

    Attributes:
        name: "table" for the topics `t7/table/12`; also the `topic` of their boards.
        permission: the permission to follow them.
        numbered: whether an event has several, distinguished by a number; otherwise the topic is `t7/<name>`.
        allows: whether an actor with the permission may follow the part of this number; None: all.
        rows: by model, the parts that changes to its rows concern. Other models concern none.
        room_rows: the same for entries of the room's journal.
        every: whether every entry of the event concerns it.
    """

    def __init__(
        self,
        name: str,
        permission: Permission,
        *,
        numbered: bool = True,
        allows: Callable[[Actor, int], bool] | None = None,
        every: bool = False,
    ) -> None:
        self.name = name
        self.permission = permission
        self.numbered = numbered
        self.allows = allows
        self.every = every
        self.rows: dict[str, list[Concerned]] = {}
        self.room_rows: dict[str, list[ConcernedInRoom]] = {}

    def concerned_by(self, *models: str) -> Callable[[ConcernedT], ConcernedT]:
        """Register a function that returns the parts that changes to rows of these models concern; without
        models, changes to all rows.
        """

        def keep(concerned: ConcernedT) -> ConcernedT:
            for model in models or (_ANY,):
                self.rows.setdefault(model, []).append(concerned)
            return concerned

        return keep

    def concerned_in_room_by(self, *models: str) -> Callable[[ConcernedInRoomT], ConcernedInRoomT]:
        """Register a function for changes by entries of the room's journal."""

        def keep(concerned: ConcernedInRoomT) -> ConcernedInRoomT:
            for model in models:
                self.room_rows.setdefault(model, []).append(concerned)
            return concerned

        return keep

    def concerned(self, event: int, changes: Iterable[Change]) -> list[int] | None:
        """Return the numbers of the parts that an entry concerns; None: all of them."""
        if self.every:
            return None
        found: set[int] = set()
        changes = list(changes)
        for model, some in {**_by_model(changes), _ANY: changes}.items():
            for concerned in self.rows.get(model, ()):
                numbers = concerned(event, some)
                if numbers is None:
                    return None
                found.update(numbers)
        return sorted(found)

    def concerned_in_room(self, changes: Iterable[Change]) -> dict[int, list[int] | None]:
        """Return the parts that an entry of the room's journal concerns, by event."""
        found: dict[int, set[int] | None] = {}
        for model, some in _by_model(changes).items():
            for concerned in self.room_rows.get(model, ()):
                for event, numbers in concerned(some).items():
                    known = found.setdefault(event, set())
                    found[event] = None if known is None or numbers is None else known | set(numbers)
        return {event: None if numbers is None else sorted(numbers) for event, numbers in found.items()}


def _by_model(changes: Iterable[Change]) -> dict[str, list[Change]]:
    found: dict[str, list[Change]] = {}
    for change in changes:
        found.setdefault(change["model"], []).append(change)
    return found


PARTS: dict[str, Part] = {}


def part(
    name: str,
    permission: Permission,
    *,
    numbered: bool = True,
    allows: Callable[[Actor, int], bool] | None = None,
    every: bool = False,
) -> Part:
    """Register parts of events that are followed by themselves. See `Part`."""
    if name in PARTS or name in ("t", "room"):
        raise ValueError(f"Two topics are called {name}.")
    made = PARTS[name] = Part(name, permission, numbered=numbered, allows=allows, every=every)
    return made


@dataclass(frozen=True, slots=True)
class TopicName:
    """A topic's name, taken apart.

    Attributes:
        kind: "room", "t" for an event, or the name of its part; `Kind.topic` of its boards.
        event: the event; 0 for the room.
        number: of a numbered part; 0 for every other topic.
    """

    kind: str
    event: int
    number: int = 0

    @property
    def part(self) -> Part | None:
        """Return the kind of part of which this is the topic."""
        return PARTS.get(self.kind)

    @property
    def channel(self) -> str:
        """Return the name under which its messages are published: one for all parts of a kind."""
        return "room" if self.kind == "room" else f"t{self.event}" + (f"/{self.kind}" if self.part else "")


def parse(topic: str) -> TopicName:
    """Take a topic's name apart.

    Raises:
        ValueError: there is no such topic.
    """
    if topic == "room":
        return TopicName("room", 0)
    head, *rest = topic.split("/")
    event = _number(head[1:]) if head[:1] == "t" else 0
    if event and not rest:
        return TopicName("t", event)
    kind = PARTS.get(rest[0]) if rest else None
    if event and kind is not None and len(rest) == (2 if kind.numbered else 1):
        number = _number(rest[1]) if kind.numbered else 0
        if number or not kind.numbered:
            return TopicName(kind.name, event, number)
    raise ValueError(f"There is no topic {topic!r}.")


def _number(digits: str) -> int:
    """Return a number from 1 on; 0 for everything else."""
    # Each topic has one spelling: "t07" would be a second name for t7 and would replace it in heartbeats.
    is_one = digits.isascii() and digits.isdigit() and 1 <= len(digits) <= 18 and digits[0] != "0"
    return int(digits) if is_one else 0


def may_follow(actor: Actor | None, topic: TopicName) -> bool:
    """Return whether a viewer may follow a topic.

    The room and events have boards for everybody. Parts of an event are for staff, and their followers see
    all their boards.
    """
    kind = topic.part
    if kind is None:
        return True
    if actor is None or not actor.may(kind.permission):
        return False
    return kind.allows is None or kind.allows(actor, topic.number)
