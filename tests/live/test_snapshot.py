"""One database snapshot, within another one or within a command."""

import pytest
from django.db import transaction

from tourney.models import Room
from tourney.snapshot import consistent_read


def missing() -> None:
    with consistent_read():
        raise LookupError


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("around", [transaction.atomic, consistent_read])
def test_empty_read_does_not_break_the_surrounding_snapshot(around: object) -> None:
    with around():  # type: ignore[operator]
        with pytest.raises(LookupError):
            missing()
        assert not Room.objects.filter(pk=0).exists()
