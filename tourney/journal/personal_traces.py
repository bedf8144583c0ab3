"""A person's data in the journal, and what replaces them on erasure. Does not change rows."""

import dataclasses
import functools
import re
from collections.abc import Collection, Mapping
from typing import Any

from django.apps import apps
from django.db.models import Model, Q

# Shorter card numbers could be any number.
_SHORTEST_CARD = 6
# Texts are not matched by fewer characters than these.
_SHORTENED = 40
# Free-text columns; a full name is replaced there in other people's rows as well.
_FREE_TEXTS = frozenset(
    {"reason", "lifted_because", "note", "message", "needs", "staff_notes", "explanation"}
)
# Columns of codes, never replaced, even if a nickname reads the same.
_CODES = frozenset(
    {"blind", "cause", "choice", "do", "kind", "method", "privacy", "role", "source", "state", "wants"}
)
# Keys of IDs that tell whose an argument, an answer or a part of them is.
_IDS = {
    **dict.fromkeys(("player", "players", "partner", "into", "one", "other"), "players.player"),
    **dict.fromkeys(("entry", "entries", "knocked_out_by"), "tourney.entry"),
    **dict.fromkeys(("booking", "bookings"), "desk.booking"),
    "receipt": "desk.receipt",
}
# Commands whose `entry` is a place on a list of the cash room.
_CASH_LISTS = ("cash_list.", "self_service.cash_")
# Rows that belong to a person by another row: the column with its key, and the model of it.
_OWNERS = {
    "cash.cashseat": ("visit_id", "cash.cashvisit"),
    "cash.dinnerbreak": ("seat_id", "cash.cashseat"),
    "cash.seatchange": ("seat_id", "cash.cashseat"),
    "cash.stakemove": ("seat_id", "cash.cashseat"),
}
# Columns of rows that belong to a person, or to two.
_PEOPLE = ("player_id", "partner_id", "one_id", "other_id")
# Key of answers that hold several names in one text, and what separates them there.
_NAMES = "names"
_SEPARATORS = re.compile(r"(, | = | / )")
# Between the names of the two players of an entry.
_BETWEEN_TWO = " / "
# What remains in columns with personal data, by model: of the records themselves and of rows that reference them.
RECORD: dict[str, Any] = {
    "nickname": "",
    "birth_date": None,
    "card": "",
    "languages": "",
    "needs_access": False,
    "needs": "",
    "staff_notes": "",
    "photo": "",
    "privacy": "full",
    "email": "",
    "email_consent_at": None,
    "email_consent_by": "",
    "phone": "",
    "phone_consent_at": None,
    "phone_consent_by": "",
}
# Columns whose texts may belong to other people as well: they are replaced in the column alone.
_OF_MANY = frozenset(
    {
        "languages",
        "privacy",
        *(column for column in RECORD if column.endswith(("_consent_at", "_consent_by"))),
    }
)
TEXTS: dict[str, dict[str, Any]] = {
    "players.ban": {"reason": "–"},
    "cash.cashpenalty": {"reason": "", "lifted_because": ""},
    "cash.compmove": {"what": "–"},
    "cash.stakemove": {"explanation": ""},
    "procedures.bag": {"reason": "–"},
    "desk.receipt": {"reason": "–"},
    "prizes.prizepayment": {"reason": "–"},
    "penalties.penalty": {"reason": "", "lifted_because": ""},
    "seating.apart": {"reason": ""},
    "rulings.ruling": {"text": "", "photo": ""},
    "seasons.pointscorrection": {"reason": "–"},
    "seasons.cupseat": {"reason": "–"},
}
# What remains of arguments about a person that no row keeps, by command.
ARGUMENTS: dict[str, dict[str, str]] = {
    "cash_seat.leave": {"explanation": "–"},
    "cash_seat.move": {"reason": "–", "explanation": "–"},
    "cash_seat.take": {"reason": "–"},
    "comp.use": {"what": "–"},
    "season.withdraw_title": {"reason": "–"},
    "waiting_list.call": {"reason": "–"},
}
Row = tuple[str, Any]
Column = tuple[str, Any, str]


def player_model() -> type[Model]:
    """Return the model of players. The journal is below their app, so it looks the model up."""
    return apps.get_model("players", "Player")


@dataclasses.dataclass
class Traces:
    """A person's data in the journal.

    Attributes:
        record: key of the remaining record.
        people: keys of all their records.
        rows: their rows: (model, key).
        shared: keys of entries they share with the player who registered.
        names: full names they had, with their replacements.
        cards: numbers of their cards.
        texts: texts about them, names and cards included, with their replacements.
        photos: names of their stored photo files.
        names_shared: another person has one of their names.
        written_in: columns in which their name was replaced within a longer text.
    """

    record: int
    people: frozenset[int]
    rows: set[Row] = dataclasses.field(default_factory=set)
    shared: set[int] = dataclasses.field(default_factory=set)
    names: dict[str, str] = dataclasses.field(default_factory=dict)
    cards: set[str] = dataclasses.field(default_factory=set)
    texts: dict[str, str] = dataclasses.field(default_factory=dict)
    photos: set[str] = dataclasses.field(default_factory=set)
    names_shared: bool = False
    written_in: set[Column] = dataclasses.field(default_factory=set)

    def learn(self, change: Mapping[str, Any]) -> None:
        """Collect the person's data from a changed row."""
        place = (change["model"], change["pk"])
        column, owner = _OWNERS.get(place[0], ("entry_id", "tourney.entry"))
        for image in (change["before"] or {}, change["after"] or {}):
            named = {image[column] for column in _PEOPLE if image.get(column) is not None}
            # A row of an entry that can name a player is that player's, also if two share the entry. Others are
            # of both: the text of a penalty or ruling is about the team.
            owned = (owner, image.get(column)) in self.rows or self._is_shared(image)
            if named & self.people or (not named and owned):
                self.rows.add(place)
                if place[0] == "players.partner":
                    self.shared.add(image["entry_id"])
                if image.get("ruling_id"):
                    self.rows.add(("rulings.ruling", image["ruling_id"]))
        if place[0] == "players.player" and place[1] in self.people:
            self.rows.add(place)
            for image in (change["before"] or {}, change["after"] or {}):
                self._learn_texts(image, {"name": f"#{place[1]}", **RECORD}, languages=False)
                self.photos |= {image["photo"]} if image.get("photo") else set()
        elif place in self.rows:
            for image in (change["before"] or {}, change["after"] or {}):
                self._learn_texts(image, TEXTS.get(place[0], {}))

    def _is_shared(self, image: Mapping[str, Any]) -> bool:
        """Return whether a row is of an entry that the person shares, and names no player."""
        return image.get("entry_id") in self.shared and "player_id" not in image

    def _learn_texts(
        self, image: Mapping[str, Any], columns: Mapping[str, Any], *, languages: bool = True
    ) -> None:
        for column, instead in columns.items():
            text = image.get(column)
            if isinstance(text, str) and len(text) > 1 and (languages or column not in _OF_MANY):
                self.texts.setdefault(_joined(text), instead or "")
                if column == "name":
                    self.names.setdefault(_joined(text), instead)
                if column == "card":
                    self.cards.add(_joined(text))

    def left_in(self, model: str, key: Any) -> Mapping[str, Any]:
        """Return what remains in the columns of a row; empty for other people's rows."""
        if (model, key) not in self.rows:
            return {}
        if model == "players.player":
            return {**RECORD, "name": f"#{key}"}
        if model == "tourney.token":
            return {"label": f"#{self.record}"}
        return TEXTS.get(model, {})

    @functools.cached_property
    def outside(self) -> dict[str, str]:
        """Return what is replaced everywhere: full names and card numbers that no other person has."""
        others = player_model()._default_manager.exclude(pk__in=self.people)
        names = {} if self.names_shared else self.names
        taken = {
            *others.filter(name__in=names).values_list("name", flat=True),
            *others.filter(card__in=self.cards).values_list("card", flat=True),
        }
        cards = {card: "" for card in self.cards if len(card) >= _SHORTEST_CARD}
        return {text: instead for text, instead in {**cards, **names}.items() if text not in taken}

    @functools.cached_property
    def inside(self) -> dict[str, str]:
        """Return what is replaced in entries and rows of the person: names even if others share them."""
        return {**self.outside, **self.names}

    @functools.cached_property
    def _words(self) -> re.Pattern[str] | None:
        """Return full names and card numbers as words of a longer text, and other people's names that contain
        one.
        """
        # A single word is no full name: it may be part of another person's name.
        texts = {text for text in self.inside if text in self.cards or " " in text}
        if not texts:
            return None
        holds = Q(pk__in=[])
        for text in texts:
            holds |= Q(name__contains=text)
        others = (
            player_model()
            ._default_manager.exclude(pk__in=self.people)
            .filter(holds)
            .values_list("name", flat=True)
        )
        known = sorted({*texts, *map(_joined, others)}, key=len, reverse=True)
        either = "|".join(r"\s+".join(map(re.escape, text.split())) for text in known)
        return re.compile(rf"(?<!\w)(?<!\w-)(?:{either})(?!\w|-\w)")

    def in_words(self, text: str, replaced: Mapping[str, str]) -> str:
        """Return a text without the person's full name and card number, where they occur as whole words.

        Args:
            text: any text.
            replaced: `inside` or `outside`.
        """
        if self._words is None:
            return text
        return self._words.sub(lambda found: replaced.get(_joined(found[0]), found[0]), text)

    def elsewhere(self, value: Any) -> Any:
        """Return a part of an entry that concerns other people, without the person's full name and card
        number.
        """
        if isinstance(value, Mapping):
            return {name: self.elsewhere(item) for name, item in value.items()}
        if isinstance(value, list):
            return [self.elsewhere(item) for item in value]
        if not isinstance(value, str):
            return value
        whole = self.outside.get(_joined(value))
        return self._without_name(value, self.outside) if whole is None else whole

    def of_theirs(self, value: Any, personal: Collection[str]) -> Any:
        """Return a part of an entry that concerns the person, without their data.

        Args:
            value: arguments or answer, or a part of them.
            personal: names that the command declares as personal data.
        """
        if isinstance(value, Mapping):
            return {
                name: _emptied(name, item)
                if name in personal
                else item
                if name in _CODES
                else self._part(self._without_names(item) if name == _NAMES else item, personal)
                for name, item in value.items()
            }
        if isinstance(value, list):
            return [self._part(item, personal) for item in value]
        if not isinstance(value, str):
            return value
        whole = self._whole(_joined(value))
        return self._without_name(value, self.inside) if whole is None else whole

    def _without_name(self, text: str, replaced: Mapping[str, str]) -> str:
        """Return a text without the person's name, which may be a single word where two names stand for an entry."""
        two = text.split(_BETWEEN_TWO)
        if len(two) == 2:
            text = _BETWEEN_TWO.join(replaced.get(_joined(name), name) for name in two)
        return self.in_words(text, replaced)

    def _without_names(self, item: Any) -> Any:
        """Return several names without the person's; unlike in free texts, a name may be a single word."""
        if not isinstance(item, str):
            return item
        return "".join(self.names.get(_joined(part), part) for part in _SEPARATORS.split(item))

    def _part(self, item: Any, personal: Collection[str]) -> Any:
        if isinstance(item, Mapping) and not self._is_theirs(item):
            return self.elsewhere(item)
        return self.of_theirs(item, personal)

    def _is_theirs(self, item: Mapping[str, Any]) -> bool:
        """Return whether one of several items in an entry is the person's: a row of an import, a share."""
        named = self.named_by(item)
        if named is not None or not isinstance(item.get("name"), str):
            return named is not False
        born = item.get("birth_date")
        return _joined(item["name"]) in self.names and (
            not self.names_shared or not born or _joined(str(born)) in self.texts
        )

    def _whole(self, text: str) -> str | None:
        """Return the replacement of a whole text of the person, also if it was shortened; None for any other
        text.
        """
        if text in self.texts or not text.endswith("…") or len(text) < _SHORTENED:
            return self.texts.get(text)
        return next((instead for known, instead in self.texts.items() if known.startswith(text[:-1])), None)

    def named_by(self, value: Any, command: str = "") -> bool | None:
        """Return whether ids in a value are the person's; None where it has no ids.

        Args:
            value: arguments, or a part of them or of an answer.
            command: whose arguments they are; "" for a part.
        """
        if not isinstance(value, Mapping):
            return None
        ids = _IDS | {"entry": "cash.listentry"} if command.startswith(_CASH_LISTS) else _IDS
        found = [
            (model, key)
            for name, model in ids.items()
            for key in (value[name] if isinstance(value.get(name), list) else [value.get(name)])
            if isinstance(key, int)
        ]
        theirs = any(
            key in self.people
            if model == "players.player"
            else (model, key) in self.rows or (model == "tourney.entry" and key in self.shared)
            for model, key in found
        )
        return theirs if found else None

    def redacted_changes(self, changes: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Return changed rows with the person's columns erased and their name replaced in free texts."""
        return [
            {**change, **{side: change[side] and self._image(change, side) for side in ("before", "after")}}
            for change in changes
        ]

    def replaced_in(self, model: str, key: Any) -> Mapping[str, str]:
        """Return what is replaced in free texts of a row."""
        return self.inside if (model, key) in self.rows else self.outside

    def _image(self, change: Mapping[str, Any], side: str) -> dict[str, Any]:
        model, key = change["model"], change["pk"]
        left = self.left_in(model, key)
        # An empty text says nothing about anybody; the row keeps it, too.
        image = {name: left.get(name, value) if value != "" else "" for name, value in change[side].items()}
        replaced = self.replaced_in(model, key)
        for name in image.keys() & (_FREE_TEXTS | TEXTS.get(model, {}).keys()) - left.keys():
            if isinstance(image[name], str):
                text = self.in_words(image[name], replaced)
                if text != image[name]:
                    self.written_in.add((model, key, name))
                    image[name] = text
        return image


def _joined(text: str) -> str:
    """Return a text with single spaces, for comparison."""
    return " ".join(text.split())


def _emptied(name: str, value: Any) -> Any:
    """Return the replacement of a personal argument, of the same type."""
    left = RECORD.get(name)
    if value is None or type(left) is type(value):
        return value if value is None else left
    return "" if isinstance(value, str) else None
