"""Templates: what they hold, and their files between rooms."""

import json
from typing import Any

import pytest

from clock.commands.events import close_event
from clock.models import Structure
from clock.rules.filefaults import ImportFault
from clock.services.event_clock import levels_of
from desk.commands.registration import set_registration
from desk.models import Extra, Registration
from planning.commands.templates import create_from_template, import_template
from planning.models import EventTemplate
from planning.services.template_file import exported, read_file
from prizes.commands.payouts import set_payout
from prizes.models import Payout, PlacePrize
from procedures.commands.shot_clock import set_shot_clock
from procedures.models import ShotClock
from seating.commands import set_plan
from seating.models import Plan
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.room import MakesEvents, press, refusal
from tests.planning.plans import made_template
from tourney.access.roles import Actor
from tourney.commands import change_event
from tourney.commands.room import add_chip_set
from tourney.models import Chip, ChipSet, Room, Tournament

pytestmark = pytest.mark.django_db
GREEN = {"value": 25, "face": "#1f7a3f", "edge": "#ffffff"}


@pytest.fixture
def template(make_event: MakesEvents, director: Actor) -> EventTemplate:
    """Return a template of an event with chips, prices, a rebuy, seating, prizes and a shot clock."""
    chips = press(add_chip_set, by=director, name="Club", chips=[GREEN]).answer
    assert chips is not None
    event = make_event(book="other_poker", name="Friday Turbo")
    details: dict[str, Any] = {"name": "Friday Turbo", "book": "other_poker", "starting_stack": 20_000}
    press(change_event, event, by=director, chip_set=chips["chip_set"], **details)
    rebuy = {"kind": "rebuy", "pool": 2_000, "chips": 5_000, "from_row": 0, "until_row": 1}
    press(
        set_registration, event, by=director, pool=4_000, fee=500, late_ends="row", late_row=2, extras=[rebuy]
    )
    press(set_plan, event, by=director, seats_per_table=8)
    press(set_payout, event, by=director, method="hand", amounts=[50_000, 30_000])
    press(set_shot_clock, event, by=director, seconds=25, bank_seconds=30, banks=3)
    return EventTemplate.objects.get(pk=made_template(event, director))


def is_like_the_template(event: int) -> None:
    """Check that an event has the settings of the template's event."""
    made, source = Tournament.objects.get(pk=event), Tournament.objects.get(name="Friday Turbo")
    assert made.chip_set is not None
    assert (made.book, made.chip_set.name) == ("other_poker", "Club")
    levels = [levels_of(Structure.objects.get(tournament=one)) for one in (made, source)]
    assert levels[0] == levels[1]
    registration = Registration.objects.get(tournament=made)
    assert (registration.price, registration.late_row, registration.started_at) == (4_500, 2, None)
    assert Extra.objects.get(registration=registration).price == 2_000
    assert Plan.objects.get(tournament=made).seats_per_table == 8
    payout = Payout.objects.get(tournament=made)
    assert list(PlacePrize.objects.filter(payout=payout).values_list("amount", flat=True)) == [50_000, 30_000]
    assert ShotClock.objects.get(tournament=made).seconds == 25


def test_an_event_from_a_template_has_all_its_settings(template: EventTemplate, director: Actor) -> None:
    done = press(create_from_template, by=director, template=template.pk, name="Next Friday").answer
    assert done is not None
    is_like_the_template(done["tournament"])
    journal_tells_the_rows()


def test_a_template_replaces_the_settings_of_another_one(template: EventTemplate, director: Actor) -> None:
    event = Tournament.objects.get(name="Friday Turbo")
    assert refusal_of_name(event.pk, director) == "name_taken"
    press(set_plan, event.pk, by=director, seats_per_table=6)
    made_template(event.pk, director, replaces=template.pk)
    template.refresh_from_db()
    assert template.document["plan"][0]["seats_per_table"] == 6


def refusal_of_name(event: int, by: Actor) -> str:
    """Return the code with which a second template of the same name is refused."""
    from planning.commands.templates import save_template

    return refusal(save_template, by=by, source=event, name="Friday Turbo").code


def test_a_template_travels_as_a_file_to_a_room_without_its_chips(
    template: EventTemplate, director: Actor
) -> None:
    text = json.dumps(exported(template.document, template.name))
    ChipSet.objects.filter(name="Club").update(name="Other")
    press(set_plan, Tournament.objects.get(name="Friday Turbo").pk, by=director, seats_per_table=8)
    done = press(import_template, by=director, name="From next door", text=text).answer
    assert done is not None
    event = press(create_from_template, by=director, template=done["template"], name="Theirs").answer
    assert event is not None
    is_like_the_template(event["tournament"])


@pytest.mark.parametrize(
    ("place", "path", "value"),
    [
        ("event.starting_stack", ("event", "starting_stack"), "10000"),
        ("event.starting_stack", ("event", "starting_stack"), -1),
        ("event.seq", ("event", "seq"), 7),
        ("registration[0].pool", ("registration", 0, "pool"), True),
        ("registration[0].pool", ("registration", 0, "pool"), 10**16),
        ("registration[0].late_row", ("registration", 0, "late_row"), 99),
        ("extras[0].until_row", ("extras", 0, "until_row"), 99),
        ("payout[0].method", ("payout", 0, "method"), "lottery"),
        ("plan[0]", ("plan", 0, "seats_per_table"), 99),
        ("place_prizes", ("place_prizes", 1, "amount"), 60_000),
        ("chip_set.chips[0].face", ("chip_set", "chips", 0, "face"), "red"),
        ("structure.levels[0].big_blind", ("structure", "levels", 0, "big_blind"), "100"),
        ("shot_clock", ("shot_clock",), "x" * 50),
        ("advance", ("advance",), "whenever"),
    ],
)
def test_a_fault_of_a_file_is_named_with_its_place(
    template: EventTemplate, place: str, path: tuple[Any, ...], value: object
) -> None:
    whole = json.loads(json.dumps(exported(template.document, template.name)))
    row = whole
    for step in path[:-1]:
        row = row[step]
    row[path[-1]] = value
    with pytest.raises(ImportFault) as caught:
        read_file(json.dumps(whole).encode())
    assert [fault.column for fault in caught.value.faults] == [place]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "json_broken"),
        (b" " * 1_000_001, "too_big"),
        (b"\xff\xfe\x00", "json_not_utf8"),
        (b"[" * 100_000, "json_deep"),
        (b'{"format": "poker-structure", "version": 1}', "json_format"),
        (b'{"format": "poker-event-template", "version": 2}', "json_version"),
        (b'{"format": 1, "format": 2}', "key_twice"),
        (b'{"n": 1e9}', "fraction"),
        (b'{"n": ' + b"9" * 5000 + b"}", "number_long"),
    ],
)
def test_a_hostile_file_is_refused(data: bytes, code: str) -> None:
    with pytest.raises(ImportFault) as caught:
        read_file(data)
    assert caught.value.faults[0].code == code


def test_a_template_with_prices_in_another_currency_makes_no_event(
    template: EventTemplate, director: Actor
) -> None:
    text = json.dumps(exported(template.document, "Friday Turbo"))
    Room.objects.update(currency="JPY")
    for code in (
        refusal(create_from_template, by=director, template=template.pk, name="Turbo").code,
        refusal(import_template, by=director, name="Turbo", text=text).code,
    ):
        assert code == "other_currency"


def test_a_template_of_an_unknown_rulebook_is_refused(template: EventTemplate, director: Actor) -> None:
    whole = exported(template.document, "Friday Turbo")
    whole["event"] = {**whole["event"], "book": "unheard"}
    refused = refusal(import_template, by=director, name="Turbo", text=json.dumps(whole))
    assert refused.code == "unknown_book"


def test_an_event_of_a_template_uses_the_chip_set_whose_colours_were_changed(
    template: EventTemplate, director: Actor
) -> None:
    Chip.objects.update(face="#000000")
    press(create_from_template, by=director, template=template.pk, name="Turbo")
    assert ChipSet.objects.filter(name__startswith="Club").count() == 1


def test_tickets_for_an_event_that_is_over_stay_out_of_events_of_a_template(
    make_event: MakesEvents, director: Actor
) -> None:
    main, satellite = make_event(name="Main"), make_event(name="Satellite")
    press(set_registration, main, by=director, pool=30_000)
    press(set_registration, satellite, by=director, pool=4_000)
    tickets = {"method": "satellite", "ticket_for": main, "ticket_value": 30_000}
    press(set_payout, satellite, by=director, **tickets)
    template = made_template(satellite, director, "Satellite")

    def payouts() -> list[int | None]:
        made = press(create_from_template, by=director, template=template, name="Next").answer
        assert made is not None
        found = Payout.objects.filter(tournament=made["tournament"])
        return list(found.values_list("ticket_for", flat=True))

    assert payouts() == [main]
    press(close_event, main, by=director)
    assert payouts() == []
