"""Schemas of responses, for the documentation. Tests compare the boards with them, field by field."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field


class Shape(BaseModel):
    """Plain data with exactly these fields."""

    model_config = ConfigDict(extra="forbid")


class Refusal(Shape):
    """A refusal: nothing has changed."""

    code: str = Field(description="Stable and machine-readable.")
    message: str = Field(description="A sentence in the language that was asked for.")
    rule: str = Field(description='The rule it rests on ("Munot 23"), or "".')
    fields: dict[str, str] = Field(description="For bad input: what is wrong with which argument.")


REFUSALS: dict[Any, type[Refusal]] = {code: Refusal for code in (400, 401, 403, 404, 409, 413, 415, 422, 429)}
READ_REFUSALS: dict[Any, type[Refusal]] = {code: Refusal for code in (401, 403, 404, 422, 429)}


class Happened(Shape):
    """The result of a command."""

    seq: int = Field(
        description="Number of its journal entry, in the journal of its tournament or of the room."
    )
    answer: dict[str, Any] | None = Field(description="What the command found out or made, such as new ids.")
    repeated: bool = Field(description="It had been done before; nothing happened this time.")


class Time(Shape):
    """The room's time."""

    server: int = Field(description="Milliseconds since 1970 UTC.")


class Me(Shape):
    """The authenticated caller."""

    key: str = Field(description='"user:3" or "token:5", as in the journal.')
    name: str
    role: str
    may: list[str] = Field(description="What the role allows.")


class Boards(Shape):
    """All boards of a topic that the caller may see, from one snapshot, as in the live feed."""

    seq: int
    boards: dict[str, dict[str, Any]]


class JournalEntry(Shape):
    """A journal entry. Times are milliseconds since 1970 UTC."""

    seq: int
    kind: str
    text: str
    who: str
    at: int
    due_at: int | None = Field(description="When it was due, if it was processed late.")
    rule: str
    undoable: bool
    undone: bool


class Journal(Shape):
    """Journal entries, newest first."""

    seq: int = Field(description="Number of the journal's last line.")
    lines: list[JournalEntry]
    more: bool = Field(description="There are older ones; ask again with `before_seq`.")


class LikelyPlayer(Shape):
    """A record that may be the same person."""

    player: int
    name: str
    nickname: str
    birth_date: str | None
    card: str
    photo: str
    likeness: int = Field(description="Of the names, in percent.")
    born: Literal["same", "near", "unknown", "other", "card"] = Field(
        description="How the dates of birth compare; `near`: one could be a slip of the other."
    )


class Membership(Shape):
    """A membership of the club."""

    id: int
    kind: Literal["season", "day"]
    starts_on: str
    ends_on: str = Field(description="The last day it holds.")
    confirmed_by: str = Field(description='The board member, "" until then.')
    voided: bool
    holds: bool = Field(description="Whether it holds today.")


class Ban(Shape):
    """A ban from playing."""

    id: int
    starts_on: str
    ends_on: str | None = Field(description="The last day it holds; null for good.")
    reason: str
    rule: str
    lifted: bool
    holds: bool = Field(description="Whether it holds today.")


class Contact(Shape):
    """An e-mail address or phone number that is kept, and the consent to keep it."""

    kind: Literal["email", "phone"]
    value: str
    consent_at: int = Field(description="When the consent was noted, in milliseconds since 1970 UTC.")
    consent_by: str = Field(description="Who noted it.")


class PlayerRecord(Shape):
    """What a reader may see of a player's record. Days are written 2001-05-30, times in milliseconds since 1970 UTC."""

    id: int
    name: str
    nickname: str
    birth_date: str | None
    age: int | None
    card: str | None
    languages: list[str]
    needs_access: bool | None
    needs: str | None
    staff_notes: str | None
    privacy: Literal["full", "short", "nickname"]
    photo: str | None
    email: str | None
    phone: str | None = Field(description="In international format: +491701234567.")
    contacts: list[Contact] = Field(description="Empty for readers who may not see personal data.")
    hidden: list[str] = Field(description="Fields that are null because the reader may not see them.")
    created_at: int
    merged_into: int | None = Field(description="The record that counts instead, where this one was merged.")
    merged_from: list[int]
    anonymised_at: int | None
    entries: int
    memberships: list[Membership]
    bans: list[Ban]


class NewToken(Shape):
    """A token that was just issued. The secret is shown this once and kept nowhere."""

    seq: int
    token: int
    secret: str


class NewWebhook(Shape):
    """A webhook that was just added. The secret is shown this once."""

    seq: int
    webhook: int
    secret: str


class Slide(Shape):
    """A slide of a rotation."""

    layout: str
    tournament: int | None = Field(description="null: that of the display.")
    seconds: int
    when: Literal["always", "before_start", "running", "break", "over"]


class Programme(Shape):
    """What a display shows from a time of day on: a layout, or slides in turn."""

    at: int = Field(description="Minutes after midnight in the room's time.")
    layout: str
    slides: list[Slide] = Field(description="In place of the layout; empty for none.")


class TestedTrigger(Shape):
    """A trigger that a display carries out to try it, and since when."""

    trigger: int
    at: int


class Screen(Shape):
    """A paired display. One that follows a group has the event, layout, blankness and message of the group."""

    seq: int
    id: int
    name: str
    tournament: int | None
    layout: str
    blank: bool
    message: str
    language: str
    own_language: str = Field(description='Chosen for this display; "": the room\'s.')
    sound: bool
    volume: int
    speech: bool
    paired: bool
    group: int | None
    group_name: str
    programmes: list[Programme] = Field(description="By time of day, in place of the layout; empty for none.")
    identified: int | None = Field(description="It shows its name for ten seconds from then on.")
    reload: int | None = Field(description="A page that was loaded before is loaded again.")
    test: TestedTrigger | None = Field(
        description="It carries this trigger out once, whatever happens in the event."
    )


class Picture(Shape):
    """A stored picture."""

    logo: str = Field(description="Its name, for `event/logo`.")


class Sound(Shape):
    """A stored sound."""

    sound: str = Field(description="Its name, for `look/sound`.")
