"""Typed signals and queries between apps."""

from dataclasses import dataclass

import pytest

from tourney.journal.refused import Refused
from tourney.signals import Query, Signal


@dataclass(frozen=True)
class Happened:
    number: int


@dataclass(frozen=True)
class OtherHappened:
    number: int


def test_receivers_run_in_the_order_in_which_they_were_connected() -> None:
    happened, heard = Signal(Happened), []

    @happened.connect
    def first(event: Happened) -> None:
        heard.append(("first", event.number))

    @happened.connect
    def second(event: Happened) -> None:
        heard.append(("second", event.number))

    happened.connect(first)
    happened.send(Happened(7))
    assert heard == [("first", 7), ("second", 7)]
    happened.disconnect(first)
    happened.send(Happened(8))
    assert heard[2:] == [("second", 8)]


def test_exception_of_a_receiver_reaches_the_sender() -> None:
    happened, heard = Signal(Happened), []

    @happened.connect
    def refuse(_event: Happened) -> None:
        raise Refused("no", "No.")

    happened.connect(heard.append)
    with pytest.raises(Refused):
        happened.send(Happened(1))
    assert heard == []


def test_an_event_of_another_class_is_not_sent() -> None:
    happened = Signal(Happened)
    with pytest.raises(TypeError, match="Expected Happened, got OtherHappened"):
        happened.send(OtherHappened(1))  # type: ignore[arg-type]


def test_a_query_returns_the_first_answer_or_the_default() -> None:
    half: Query[int, int] = Query(lambda number: -number)
    assert half.ask(4) == -4

    @half.provide
    def even(number: int) -> int | None:
        return number // 2 if number % 2 == 0 else None

    @half.provide
    def anything(number: int) -> int | None:
        return None if number == 5 else 99

    assert [half.ask(number) for number in (4, 3, 5)] == [2, 99, -5]
