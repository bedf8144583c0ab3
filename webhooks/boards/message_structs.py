"""What the messages of webhooks hold."""

from typing import Any, Literal

from msgspec import Struct


class MessageEvent(Struct, frozen=True):
    """The event of a message.

    Attributes:
        url: its public page; "" if the server does not know its address (`PUBLIC_URL`), or if the event was undone.
        entries, left: entries, and players left, when the message was recorded.
    """

    id: int
    name: str
    url: str
    entries: int
    left: int


class Message(Struct, frozen=True):
    """A message: the body of the request, as JSON.

    Attributes:
        id: the same for every attempt and repetition: a receiver that has it already ignores the message.
        kind: says what `data` holds.
        at: when it happened, in ms since 1970 UTC.
        room: name of the room.
        event: null in a test.
        seq: number of the journal entry in the event: newer messages of an event have larger ones. 0 for the event's
            creation, which is an entry of the room.
    """

    id: str
    kind: str
    at: int
    room: str
    event: MessageEvent | None
    seq: int
    data: dict[str, Any]


class EmptyData(Struct, frozen=True):
    """No data of its own."""


class EventCreated(Struct, frozen=True):
    """An event was created: by hand, from a template, or by a weekly plan.

    Attributes:
        planned_start: in ms; null if it is started by hand.
    """

    planned_start: int | None


class RunningLevel(Struct, frozen=True):
    """The row of the structure that the clock is in.

    Attributes:
        number: of the level; null in a break.
        ends_at: when it ends if the clock keeps running, in ms; null while the clock is stopped.
        minutes: its length.
    """

    row: Literal["level", "break"]
    number: int | None
    small_blind: int
    big_blind: int
    ante: int
    minutes: int
    ends_at: int | None


class MessagePlayer(Struct, frozen=True):
    """A player by the name shown in public.

    Attributes:
        number: of the entry: 2 is the first re-entry.
    """

    entry: int
    name: str
    number: int


class Players(Struct, frozen=True):
    """Players who have entered, or are back in.

    Attributes:
        players: at most 50.
        more: how many others there are.
    """

    players: list[MessagePlayer]
    more: int


class MessagePlace(Struct, frozen=True):
    """A finishing place.

    Attributes:
        place: null while it is not certain which place it is.
        prize: in minor units of `currency`; null while that is not certain.
    """

    entry: int
    name: str
    place: int | None
    prize: int | None


class Places(Struct, frozen=True):
    """Finishing places.

    Attributes:
        players: at most 50.
        more: how many others there are.
        currency: of the prizes; "" without prizes.
    """

    players: list[MessagePlace]
    more: int
    currency: str


class FinalTable(Struct, frozen=True):
    """The players left sit at one table."""

    table: int


class MessagePrize(Struct, frozen=True):
    """A prize, in minor units, with what is won besides money."""

    place: int
    cash: int
    things: list[str]


class Prizes(Struct, frozen=True):
    """The prizes that were locked.

    Attributes:
        prizes: of the first 50 places.
        paid: number of places paid.
    """

    currency: str
    paid: int
    prizes: list[MessagePrize]


class UndoneMessage(Struct, frozen=True):
    """What an earlier message reported was undone.

    Attributes:
        kind: of the earlier message.
        seq: `seq` of the earlier message.
    """

    kind: str
    seq: int
