"""Flights of one tournament."""

from datetime import timedelta

from desk.models import Registration
from desk.services.registration import registration_of
from desk.signals import other_flights
from tourney.models import Tournament
from tourney.rules.search_text import folded

# Flights of one tournament are made at about the same time; a year later the same name means another tournament.
FLIGHTS_WITHIN = timedelta(days=90)


def flights_of(event: Tournament) -> list[int]:
    """Return the keys of the flights of the same tournament, this event first.

    The flights of a multi-stage event are the events of one stage. Other flights have the same name, ignoring
    spelling variants, and were created within `FLIGHTS_WITHIN` of this event, so next year's Main Event is another
    tournament.
    """
    known = other_flights.ask(event)
    if known is not None:
        return [event.pk, *known]
    row = registration_of(event)
    wanted = folded(row.flights if row is not None else "")
    if not wanted:
        return [event.pk]
    others = (
        Registration.objects.exclude(flights="")
        .exclude(tournament=event)
        .filter(
            tournament__created_at__range=(
                event.created_at - FLIGHTS_WITHIN,
                event.created_at + FLIGHTS_WITHIN,
            )
        )
    )
    named = others.order_by("tournament").values_list("tournament", "flights")
    return [event.pk, *(key for key, flights in named if folded(flights) == wanted)]
