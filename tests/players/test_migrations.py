"""Players of an earlier version, which stored them in other apps."""

from typing import Any

import pytest
from django.apps import apps
from django.db import IntegrityError, connection, transaction
from django.db.migrations.executor import MigrationExecutor

from desk.models import Booking
from players.commands.bans import ban_player
from players.commands.merge import merge_players
from players.commands.players import add_player
from players.models import Ban, ImportBatch, Membership, Player, PlayerImport
from seating.models import Apart
from tests.fixtures.database import allow_emptying
from tests.fixtures.room import press
from tourney.access.roles import Actor
from tourney.models import Entry, Notice, Token, User
from tourney.now import room_now

# The last migrations before players had their own app.
EARLIER = [
    ("tourney", "0016_journal_entries_and_heartbeats"),
    ("seating", "0016_tournament_tables"),
    ("desk", "0012_desk_settings"),
    ("prizes", "0001_initial"),
    ("players", None),
]
TABLES = {
    "tourney_player": "players_player",
    "desk_membership": "players_membership",
    "desk_ban": "players_ban",
    "desk_playerimport": "players_playerimport",
    "desk_importbatch": "players_importbatch",
}


def add(name: str, by: Actor, **more: Any) -> int:
    """Add a player."""
    return int(press(add_player, by=by, name=name, **more).answer["player"])


def rows() -> dict[str, list[dict[str, Any]]]:
    """Return all rows of players, and the rows that refer to them."""
    models = (Player, Membership, Ban, PlayerImport, ImportBatch, Entry, Booking, Token, Notice, Apart)
    return {model.__name__: list(model.objects.order_by("pk").values()) for model in models}


def references() -> dict[str, set[tuple[str, tuple[str, str]]]]:
    """Return the foreign keys of all tables, as the database defines them."""
    found = {}
    for model in apps.get_models():
        table = model._meta.db_table
        with connection.cursor() as cursor:
            constraints = connection.introspection.get_constraints(cursor, table)
        found[table] = {
            (",".join(one["columns"]), one["foreign_key"])
            for one in constraints.values()
            if one["foreign_key"]
        }
    return found


def indexes() -> set[str]:
    """Return the names of the indexes on players."""
    with connection.cursor() as cursor:
        found = connection.introspection.get_constraints(cursor, Player._meta.db_table)
    return {name for name, one in found.items() if one["index"]}


def migrate(targets: list[Any]) -> MigrationExecutor:
    """Migrate to a state, and check that all references have rows."""
    executor = MigrationExecutor(connection)
    executor.migrate(targets)
    connection.check_constraints()
    return MigrationExecutor(connection)


@pytest.mark.soak
@pytest.mark.django_db(transaction=True)
def test_players_of_an_earlier_version_are_taken_over(event: int, director: Actor, floor: Actor) -> None:
    anna, berta = add("Anna Berger", floor, card="M-1"), add("Berta Cron", floor, birth_date="1990-05-30")
    press(ban_player, by=director, player=berta, ends_on=None, reason="x")
    press(merge_players, by=floor, player=add("Anna Bergr", floor), into=anna)
    now = room_now()
    Membership.objects.create(
        player_id=anna, kind="day", starts_on=now.date(), ends_on=now.date(), applied_at=now
    )
    Entry.objects.create(tournament_id=event, player_id=anna, created_at=now)
    Booking.objects.create(tournament_id=event, player_id=berta, state="reserved", created_at=now)
    Token.objects.create(label="link", role="player", digest="0" * 64, player_id=anna, created_at=now)
    Notice.objects.create(player_id=anna, kind="seated", at=now)
    Apart.objects.create(one_id=anna, other_id=berta)
    user = User.objects.create(username="someone")
    file = PlayerImport.objects.create(user=user, rows=1, created_at=now, touched_at=now)
    ImportBatch.objects.create(file=file, number=0)
    before, kept, named = rows(), references(), indexes()

    executor = migrate(EARLIER)
    tables = set(connection.introspection.table_names())
    assert TABLES.keys() <= tables
    assert not set(TABLES.values()) & tables
    earlier = executor.loader.project_state(EARLIER[:-1]).apps
    assert earlier.get_model("tourney", "Entry").objects.get().player.name == "Anna Berger"
    assert earlier.get_model("desk", "Ban").objects.get().player.name == "Berta Cron"
    # The earlier version continues to write.
    added = earlier.get_model("tourney", "Player").objects.create(name="Cid", created_at=now, search=" cid")

    migrate(MigrationExecutor(connection).loader.graph.leaf_nodes())
    allow_emptying()
    tables = set(connection.introspection.table_names())
    assert set(TABLES.values()) <= tables
    assert not TABLES.keys() & tables
    assert Player.objects.get(pk=added.pk).name == "Cid"
    Player.objects.filter(pk=added.pk).delete()
    assert (rows(), references(), indexes()) == (before, kept, named)
    # References are enforced as before.
    with pytest.raises(IntegrityError), transaction.atomic():
        Entry.objects.create(tournament_id=event, player_id=added.pk, created_at=now)
    assert add("Dana", floor) > added.pk
