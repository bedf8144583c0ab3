"""The active proposals of an event, cached between reads (`journal_cache`): over time, it gets thousands of others."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from seating.models import Proposal
from tourney.models import Tournament
from tourney.services.cached_totals import keys_of
from tourney.services.journal_cache import JournalCache
from tourney.services.prepared_query import PreparedQuery


@dataclass(frozen=True, slots=True)
class ActiveProposal:
    """A proposal that is open, or was dismissed and has been required ever since."""

    pk: int
    key: str
    is_open: bool


def _rows(*, of: Q) -> QuerySet[Proposal, tuple[int, str, str]]:
    active = Q(state="open") | Q(state="dismissed", lapsed=False)
    return Proposal.objects.filter(active, of).order_by("pk").values_list("pk", "key", "state")


_ALL = PreparedQuery(lambda event: _rows(of=Q(tournament=event)))
_SOME = PreparedQuery(lambda keys: _rows(of=Q(pk__in=keys)))


def _reading(rows: list[tuple[int, str, str]]) -> dict[int, ActiveProposal]:
    return {pk: ActiveProposal(pk, key, state == "open") for pk, key, state in rows}


def _update(
    _event: Tournament, reading: Mapping[int, ActiveProposal], touched: set[int]
) -> Mapping[int, ActiveProposal]:
    others = {pk: one for pk, one in reading.items() if pk not in touched}
    return others | _reading(_SOME.all(sorted(touched)))


_READINGS: JournalCache[Mapping[int, ActiveProposal]] = JournalCache(
    lambda event: _reading(_ALL.all(event.pk)), lambda changes: keys_of(changes, "seating.proposal"), _update
)


def active_proposals_of(event: Tournament) -> list[ActiveProposal]:
    """Return the active proposals of an event, oldest first."""
    return sorted(_READINGS.of(event).values(), key=lambda one: one.pk)
