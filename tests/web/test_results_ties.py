"""Players of one hand on the results page: confirmed, ordered by stacks, or split into two hands."""

from seating.commands import bust, finish_hand
from tests.fixtures.room import MakesEvents, press
from tests.prizes.evenings import closed, evening, place
from tests.prizes.test_places_from_rows import seated
from tests.web.visitors import client_of, send, text_of
from tourney.access.roles import Actor
from tourney.models import Entry


def test_tie_is_confirmed_split_or_ordered_by_stack(
    make_event: MakesEvents, floor: Actor, dealer: Actor
) -> None:
    """Issue 15, D 1: staff see each tie before it is public."""
    event = make_event(book="pokerstars_live")
    evening(event, floor, 6)
    entries = seated(event, tables=1)[1]
    closed(event)
    press(bust, event, by=dealer, entry=entries[0])
    press(bust, event, by=dealer, entry=entries[1], same_hand=entries[0])
    client, path = client_of(floor), f"/staff/t/{event}/results/"
    page = text_of(client.get(path))
    assert "1 to confirm" in page
    assert "Who had more?" in page
    assert Entry.objects.get(pk=entries[0]).player.name not in text_of(client.get(f"/results/{event}/"))
    assert send(client, path, what="more", entries=entries[:2]).status_code == 302
    assert [place(event, entry).best for entry in entries[:2]] == [5, 6]  # type: ignore[union-attr]
    assert send(client, path, what="confirm_hand", entries=entries[:2]).status_code == 302
    assert "1 to confirm" not in text_of(client.get(path))
    assert Entry.objects.get(pk=entries[0]).player.name in text_of(client.get(f"/results/{event}/"))
    assert send(client, path, what="different_hands", entries=entries[:2]).status_code == 302
    assert [place(event, entry).best for entry in entries[:2]] == [6, 5]  # type: ignore[union-attr]
    assert send(client, path, what="confirm_hand", entries=entries[:2]).status_code == 422
    dealers = client_of(dealer)
    assert send(dealers, path, what="different_hands", entries=entries[:2]).status_code in (403, 422)


def test_three_of_one_hand_are_ordered_on_the_page_with_equal_stacks(
    make_event: MakesEvents, floor: Actor, dealer: Actor
) -> None:
    """Issue 15, D 1: "Who had more?" for more than two."""
    stars = make_event(book="pokerstars_live")
    evening(stars, floor, 6)
    entries = seated(stars, tables=1)[1]
    closed(stars)
    press(bust, stars, by=dealer, entry=entries[0])
    for entry in entries[1:3]:
        press(bust, stars, by=dealer, entry=entry, same_hand=entries[0])
    client, path = client_of(floor), f"/staff/t/{stars}/results/"
    page = text_of(client.get(path))
    assert "Number the players by their stacks" in page
    assert all(f'name="rank-{entry}"' in page for entry in entries[:3])
    one = {f"rank-{entries[0]}": "1"}
    assert send(client, path, what="order", entries=entries[:3], **one).status_code == 422
    ranks = {f"rank-{entry}": rank for entry, rank in zip(entries, "212", strict=False)}
    assert send(client, path, what="order", entries=entries[:3], **ranks).status_code == 302
    found = [place(stars, entry) for entry in entries[:3]]
    assert [(one.best, one.worst) for one in found if one is not None] == [(5, 6), (4, 4), (5, 6)]
    assert "Number the players by their stacks" not in text_of(client.get(path))


def test_two_hands_that_the_table_counted_are_one_only_after_a_question(
    make_event: MakesEvents, floor: Actor, dealer: Actor
) -> None:
    event = make_event(book="munot")
    evening(event, floor, 6)
    entries = seated(event, tables=1)[1]
    closed(event)
    press(bust, event, by=dealer, entry=entries[0])
    press(finish_hand, event, by=dealer, number=1, hand=1)
    press(bust, event, by=dealer, entry=entries[1])
    client, path = client_of(floor), f"/staff/t/{event}/results/"
    answer = send(client, path, what="one_hand", entries=entries[:2])
    assert answer.status_code == 422
    names = [Entry.objects.get(pk=entry).player.name for entry in entries[:2]]
    page = text_of(answer)
    counted = f"Table 1 counted different hands for these players (an earlier hand: {names[0]}; hand 2: {names[1]})."
    assert counted in page
    assert "Record as the same hand anyway" in page
    more = {"although_other_hands": "1"}
    assert send(client, path, what="one_hand", entries=entries[:2], **more).status_code == 302
    # Rule 79 shares places from the announcement on; before it, the page says why stacks decide.
    page = text_of(client.get(path))
    assert "Neither hand-for-hand nor the bubble had been announced before this hand" in page
    assert "Who had more?" in page
    assert send(client, path, what="one_hand", entries=entries[:2], announced="1", **more).status_code == 302
    page = text_of(client.get(path))
    assert "Neither hand-for-hand" not in page
    assert "Who had more?" not in page
    assert "shared until stacks are counted" not in text_of(client.get(f"/results/{event}/"))
