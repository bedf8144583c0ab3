"""The schema of a layout: for each shape of a screen its arrangements, with cells on a grid.

`docs/displays.md` describes it; `static/tv/house/` draws it.
"""

from typing import Annotated, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field

GRID = 24
Shape = Literal["wide", "ultrawide", "upright"]
State = Literal[
    "before_start", "running", "last_minute", "pause", "break", "hand_for_hand", "final_table", "over"
]
FieldName = Literal[
    "time", "headline", "band", "level", "game", "blinds", "ante", "next", "next_break", "players", "average",
    "total_chips", "event", "time_of_day", "registration", "places", "prize_pool", "to_the_money", "winner",
]  # fmt: skip
ListName = Literal[
    "seats", "waiting", "moves", "eliminations", "free", "payouts", "results", "bounty_leaderboard", "chip_leaders",
    "season_ranking", "structure", "map", "cash_lists",
]  # fmt: skip
ChartName = Literal["level", "structure", "players"]
Size = Literal["full", "large", "medium", "small"]
Colour = Literal["ink", "muted", "accent"]
Background = Literal["none", "panel", "room", "inverse"]
Align = Literal["start", "center", "end"]
SHAPES: tuple[Shape, ...] = get_args(Shape)
STATES: tuple[State, ...] = get_args(State)
MOST_CELLS, MOST_ARRANGEMENTS, MOST_PARTS, MOST_PAGES, MOST_EVENTS = 40, 12, 8, 6, 4
# How deeply parts are nested, and the cells of an arrangement with those of its parts, each time that they are named:
# a display may have to build all of them.
MOST_DEPTH, MOST_CELLS_WITH_PARTS = 4, 400
MOST_PICTURES = 12
LEAST_SECONDS, MOST_SECONDS = 5, 600

Name = Annotated[str, Field(min_length=1, max_length=60)]
PartName = Annotated[str, Field(pattern=r"^[a-z0-9_-]{1,20}$")]
Picture = Annotated[str, Field(pattern=r"^[0-9a-f]{64}\.(png|jpg|webp)$")]
Text = Annotated[str, Field(min_length=1, max_length=200)]
Event = Annotated[int, Field(ge=1, le=MOST_EVENTS)]
Place = Annotated[int, Field(ge=0, lt=GRID)]
Length = Annotated[int, Field(ge=1, le=GRID)]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class _Typed(_Strict):
    """Content made of type."""

    size: Size = "full"
    colour: Colour = "ink"
    align: Align = "center"


class FieldContent(_Typed):
    """A figure of an event, with its label above it if wanted."""

    kind: Literal["field"]
    field: FieldName
    label: bool = True
    event: Event = 1


class TextContent(_Typed):
    """A text with placeholders, as in announcements."""

    kind: Literal["text"]
    text: Text
    event: Event = 1


class TickerContent(_Typed):
    """Calls, messages, races and moves in turn; the texts while there are none."""

    kind: Literal["ticker"]
    texts: Annotated[list[Text], Field(max_length=10)] = []
    event: Event = 1


class RulesContent(_Typed):
    """Sentences under a heading."""

    kind: Literal["rules"]
    title: Annotated[str, Field(max_length=60)] = ""
    texts: Annotated[list[Text], Field(min_length=1, max_length=10)]
    event: Event = 1


class ListContent(_Strict):
    """A list of an event, in pages."""

    kind: Literal["list"]
    list: ListName
    event: Event = 1


class ChartContent(_Strict):
    """A bar: the level that passes, the structure with its breaks, or the players left."""

    kind: Literal["chart"]
    chart: ChartName
    event: Event = 1


class PictureContent(_Strict):
    """A picture of the house."""

    kind: Literal["picture"]
    picture: Picture
    align: Align = "center"


class LogoContent(_Strict):
    """The logo of the event, else that of the room."""

    kind: Literal["logo"]
    align: Align = "center"
    event: Event = 1


class ChipsContent(_Strict):
    """The chips in play."""

    kind: Literal["chips"]
    event: Event = 1


class SponsorContent(_Typed):
    """The room's sponsor: text and picture."""

    kind: Literal["sponsor"]


class PartContent(_Strict):
    """A part of this layout, which has a grid of its own; its fields are those of the event."""

    kind: Literal["part"]
    part: PartName
    event: Event = 1


Content = Annotated[
    FieldContent
    | TextContent
    | TickerContent
    | RulesContent
    | ListContent
    | ChartContent
    | PictureContent
    | LogoContent
    | ChipsContent
    | SponsorContent
    | PartContent,
    Field(discriminator="kind"),
]


class Cell(_Strict):
    """A rectangle of the grid. Several contents take turns; those with nothing to show are left out.

    A cell that gives its room away lets its neighbours take it while none of its contents has anything to show.
    """

    x: Place
    y: Place
    w: Length
    h: Length
    show: Annotated[list[Content], Field(min_length=1, max_length=MOST_PAGES)]
    seconds: Annotated[int, Field(ge=LEAST_SECONDS, le=MOST_SECONDS)] = 15
    background: Background = "none"
    gives_room: bool = False


class Arrangement(_Strict):
    """Cells, and the states in which they hold; the first arrangement of a shape that matches is shown."""

    states: Annotated[list[State], Field(max_length=len(STATES))] = []
    cells: Annotated[list[Cell], Field(min_length=1, max_length=MOST_CELLS)]


class Part(_Strict):
    """Cells that a cell can hold together."""

    cells: Annotated[list[Cell], Field(min_length=1, max_length=MOST_CELLS)]


Arrangements = Annotated[list[Arrangement], Field(min_length=1, max_length=MOST_ARRANGEMENTS)]


class Shapes(_Strict):
    """Arrangements by shape. A shape without any is shown as another one."""

    wide: Arrangements | None = None
    ultrawide: Arrangements | None = None
    upright: Arrangements | None = None


class LayoutDocument(_Strict):
    """A layout of the house."""

    format: Literal["house-layout"]
    version: Literal[1]
    name: Name
    shapes: Shapes
    parts: Annotated[dict[PartName, Part], Field(max_length=MOST_PARTS)] = {}
