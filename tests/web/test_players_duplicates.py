"""Likely duplicates of players: shown while typing, found, and merged."""

import uuid

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from players.models import Player
from tests.web.player_records import LIKE, UNCHANGED, add, page_of
from tests.web.visitors import send, text_of
from tourney.models import JournalEntry

pytestmark = pytest.mark.django_db


@pytest.mark.postgres
def test_likely_players_are_shown_while_typing(page: Client) -> None:
    anna = add("Anna Berger", birth_date="1990-05-30")
    add("Carl Gustav")
    for typed in ({"name": "Ana Bergr"}, {"name": "berger, anna"}, {"name": "B", "birth_date": "1990-05-30"}):
        found = page.get(LIKE, typed).json()["players"]
        assert [one["player"] for one in found] == ([anna] if typed["name"] != "B" else [])
    assert page.get(LIKE, {"name": "Anna Berger", "besides": str(anna)}).json()["players"] == []
    assert (
        page.get(LIKE, {"name": "Anna Berger", "birth_date": "1970-01-01"}).json()["players"][0]["born"]
        == "other"
    )
    # The journal entry shows what has changed since.
    send(page, page_of(anna), what="change", name="Zoë Zander", birth_date="")
    assert page.get(LIKE, {"name": "Anna Berger"}).json()["players"] == []
    assert page.get(LIKE, {"name": "zoe zander"}).json()["players"][0]["player"] == anna


@pytest.mark.postgres
@UNCHANGED
@given(name=st.text(max_size=60), born=st.text(max_size=12), besides=st.text(max_size=25))
def test_any_query_is_answered(page: Client, name: str, born: str, besides: str) -> None:
    answer = page.get(
        LIKE,
        {
            "name": name.encode("utf-8", "replace").decode(),
            "birth_date": born.encode("utf-8", "replace").decode(),
            "besides": besides.encode("utf-8", "replace").decode(),
        },
    )
    assert answer.status_code == 200


def test_likely_duplicates_are_merged_from_the_list_and_undone_from_the_message(
    page: Client,
) -> None:
    stays, goes = add("Anna Berger"), add("Ana Berger", card="M-17")
    shown = text_of(page.get(page_of(stays)))
    assert "The same person?" in shown
    assert f'name="goes" value="{goes}"' in shown
    answer = page.post(
        page_of(stays), {"what": "merge", "goes": goes, "command_id": str(uuid.uuid4())}, follow=True
    )
    assert "Merged the record of Ana Berger into Anna Berger" in text_of(answer)
    assert Player.objects.get(pk=goes).merged_into_id == stays
    assert "was merged into" in text_of(page.get(page_of(goes)))
    seq = JournalEntry.journal(None).get(kind="player.merge").seq
    send(page, "/staff/undo/", seq=seq)
    assert Player.objects.get(pk=goes).merged_into_id is None


def test_records_with_two_dates_of_birth_are_merged_only_once_both_were_seen(page: Client) -> None:
    stays, goes = add("Anna Berger", birth_date="1990-05-30"), add("Anna Berger", birth_date="1991-05-30")
    asked = send(page, page_of(stays), what="merge", goes=goes)
    assert asked.status_code == 422
    assert "30 May 1990" in text_of(asked)
    assert "30 May 1991" in text_of(asked)
    assert Player.objects.get(pk=goes).merged_into is None
    send(page, page_of(stays), what="merge", goes=goes, sure="on")
    assert Player.objects.get(pk=goes).merged_into_id == stays


@pytest.mark.postgres
def test_any_other_record_can_be_looked_for_to_be_merged(page: Client) -> None:
    stays, goes = add("Anna Berger"), add("Carl Gustav")
    assert f'value="{goes}"' in text_of(page.get(page_of(stays), {"other": "gustav"}))
    assert send(page, page_of(stays), what="merge", goes=stays).status_code == 422
    assert send(page, page_of(stays), what="merge", goes="x").status_code == 422
