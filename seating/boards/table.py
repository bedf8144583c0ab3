"""Board of one table: seats, positions, calls and its latest actions."""

from datetime import timedelta
from typing import Literal

from msgspec import Struct

from clock.services.progress import progress_of
from players.models import Partner, Player
from players.services.partners import JOINED, entry_name, partners_of, with_partners
from seating.boards.floor import CallRow, call_row, open_calls, with_tables
from seating.boards.table_topic import TABLE
from seating.models import Bust, Move, Seat, TournamentTable
from seating.rules.one_hand import ASKED_FOR
from seating.rules.positions import next_big_blind, next_hand
from seating.services.known_stacks import KnownStack, known_stacks
from seating.services.seats import seats_at_a_table, tournament_tables_of
from seating.services.table_history import touches
from seating.services.table_positions import button_known_until, ring_of, rules_of
from seating.signals import shared_hand
from tourney.live.boards import board
from tourney.models import JournalEntry, Tournament
from tourney.now import room_now, to_ms
from tourney.rulebooks.shelf import book_of
from tourney.rules.modes import WIN_THE_BUTTON


class ChairRow(Struct, frozen=True):
    """A seat of a table, from 1 on; `kind` is "" for a free one. A "held" seat has the player who may
    rebuy, and no entry.

    Staff always see a person's full name; `known_as` is the nickname used at the table, "" for none. Where two players
    share the entry, `name` has both; `registered` and `partner` are their names, "" otherwise, and `partner_plays`
    says which of them plays now.

    `stack` has the chips won from busted players since it was counted, and is then `estimated`; it is null once the
    player has won an unknown number of chips. `counted_at` is when it was last known to change.
    """

    seat: int
    kind: str
    entry: int | None
    player: int | None
    name: str
    known_as: str
    registered: str
    partner: str
    partner_plays: bool
    number: int | None
    since: int | None
    stack: int | None
    counted_at: int | None
    absent_since: int | None
    waits: bool
    held_until: int | None
    move: int | None
    from_table: int | None
    estimated: bool = False


class LastJournalEntry(Struct, frozen=True):
    """An action at a table in words, and its author.

    Attributes:
        texts: by language ("en"); a variant ("de-ch") only if it differs from its language.
        permission: needed besides `undo` to undo it; null if it is not undone here.
    """

    seq: int
    texts: dict[str, str]
    who: str
    at: int | None
    undone: bool
    permission: str | None


class LastOut(Struct, frozen=True):
    """A bust so recent that the next one may be in the same hand."""

    entry: int
    name: str
    at: int | None


class SentRow(Struct, frozen=True):
    """A player of this table who is moving to another one."""

    move: int
    entry: int
    name: str
    table: int
    seat: int


class TableBoard(Struct, frozen=True):
    """One table as the floor and the dealer see it.

    Attributes:
        usual: usual number of seats at this event's tables.
        hands: hands completed here.
        button: seat number; null: unknown.
        button_until: until when the recorded button is relied on; null before the start.
        next_big_blind: the seat that posts it next, if positions are known.
        chairs: the seats, from seat 1 on.
        winner_has_button: whether the button goes to the winner of each pot (Five Spades 4.20).
        sent: players who were moved to other tables and are not confirmed there.
        last: the latest actions here, newest first.
    """

    number: int
    seats: int
    usual: int
    state: Literal["open", "reserve", "paused", "halted"]
    accessible: bool
    note: str
    hands: int
    button: int | None
    small_blind: int | None
    big_blind: int | None
    button_at: int | None
    button_until: int | None
    next_big_blind: int | None
    next_button: int | None
    winner_has_button: bool
    chairs: list[ChairRow]
    calls: list[CallRow]
    sent: list[SentRow]
    last: list[LastJournalEntry]
    last_out: LastOut | None


@board("table", topic=TABLE.name, permission=TABLE.permission, late=True)
def followed_table(tournament_id: int, number: str) -> TableBoard | None:
    """Return the table of this number; None if the event does not have it."""
    event = Tournament.objects.filter(pk=tournament_id).first()
    return None if event is None else table(event, int(number))


def table(event: Tournament, number: int) -> TableBoard | None:
    """Return one table for the floor and the dealer's tablet, or None if the event does not have it."""
    tournament_table = next((one for one in tournament_tables_of(event) if one.table.number == number), None)
    if tournament_table is None:
        return None
    rows = Seat.objects.filter(tournament_table=tournament_table).select_related(
        "entry__player", "entry__partner__player", "held_for__player"
    )
    seats = {seat.number: seat for seat in rows}
    stacks = known_stacks(seats.values())
    moves = Move.objects.filter(to_table=tournament_table, arrived_at__isnull=True, dropped_at__isnull=True)
    coming = {move.entry_id: move for move in moves.select_related("from_table__table")}
    ring, positions = ring_of(tournament_table)
    rules = rules_of(book_of(event.book))
    known = positions is not None and len(ring.live) >= 2
    wins = event.mode == WIN_THE_BUTTON
    coming_hand = next_hand(ring, positions, rules) if known and positions is not None else None
    return TableBoard(
        number=number,
        seats=tournament_table.table.seats,
        usual=seats_at_a_table(event),
        state="halted" if tournament_table.halted else tournament_table.state,  # type: ignore[arg-type]
        accessible=tournament_table.table.accessible,
        note=tournament_table.note,
        hands=tournament_table.hands,
        button=tournament_table.button,
        small_blind=tournament_table.small_blind,
        big_blind=tournament_table.big_blind,
        button_at=to_ms(tournament_table.button_at),
        button_until=to_ms(button_known_until(tournament_table)) if progress_of(event).started else None,
        next_big_blind=next_big_blind(ring, positions) if known and positions is not None else None,
        next_button=None if coming_hand is None or wins else coming_hand.button,
        winner_has_button=wins,
        chairs=[
            _chair(chair, seats.get(chair), coming, stacks)
            for chair in range(1, tournament_table.table.seats + 1)
        ],
        calls=[call_row(one) for one in open_calls(event) if one.tournament_table_id == tournament_table.pk],
        sent=_sent_from(tournament_table),
        last=_last_lines(event, tournament_table, seats),
        last_out=_last_out(event, tournament_table),
    )


def _last_out(event: Tournament, tournament_table: TournamentTable) -> LastOut | None:
    """Return the last bust within the duration of a hand; None in hand-for-hand, where the hand is known, and once a
    hand was completed at the table since that bust.
    """
    since = room_now() - timedelta(milliseconds=ASKED_FOR)
    busts = Bust.objects.filter(
        tournament_table=tournament_table, removed=False, entry__voided_at__isnull=True, at__gt=since
    )
    last = busts.select_related("entry__player", "entry__partner__player").order_by("-at", "-pk").first()
    if last is None:
        return None
    # Without a number, no hand was recorded here before the bust.
    recorded = tournament_table.tells_hands
    if recorded and (last.hand is None or last.hand <= tournament_table.hands):
        return None
    now = shared_hand.ask(event)
    if now is not None and now.together is not None and now.together == last.together:
        return None
    return LastOut(entry=last.entry_id, name=entry_name(last.entry), at=to_ms(last.at))


def _sent_from(tournament_table: TournamentTable) -> list[SentRow]:
    """Return players moved away from a table and not yet confirmed elsewhere, by their former seat."""
    moves = Move.objects.filter(from_table=tournament_table, arrived_at__isnull=True, dropped_at__isnull=True)
    rows = list(with_tables(moves.exclude(to_table=tournament_table)).order_by("from_seat", "id"))
    names = with_partners({move.entry_id: move.entry.player.name for move in rows})
    return [
        SentRow(
            move=move.pk,
            entry=move.entry_id,
            name=names[move.entry_id],
            table=move.to_table.table.number,
            seat=move.to_seat,
        )
        for move in rows
    ]


def _chair(
    number: int, seat: Seat | None, coming: dict[int, Move], stacks: dict[int, KnownStack]
) -> ChairRow:
    entry = None if seat is None else seat.entry
    # Of a ghost, as counted.
    known = KnownStack() if seat is None else KnownStack(seat.stack, seat.counted_at)
    if entry is not None:
        known = stacks.get(entry.pk, known)
    held_for = None if seat is None else seat.held_for
    player = entry.player if entry is not None else held_for.player if held_for is not None else None
    pair: Partner | None = getattr(entry, "partner", None)
    move = None if entry is None else coming.get(entry.pk)
    return ChairRow(
        seat=number,
        kind="" if seat is None else seat.kind,
        entry=None if entry is None else entry.pk,
        player=None if player is None else player.pk,
        name=""
        if player is None
        else player.name
        if pair is None
        else f"{player.name}{JOINED}{pair.player.name}",
        known_as="" if player is None or pair is not None else _known_as(player),
        registered="" if player is None or pair is None else player.name,
        partner="" if pair is None else pair.player.name,
        partner_plays=pair is not None and pair.plays,
        number=None if entry is None else entry.number,
        since=None if seat is None else to_ms(seat.taken_at),
        stack=known.chips,
        counted_at=to_ms(known.at),
        absent_since=None if seat is None else to_ms(seat.absent_since),
        waits=seat is not None and seat.waits,
        held_until=None if seat is None else to_ms(seat.held_until),
        move=None if move is None else move.pk,
        from_table=None if move is None or move.from_table is None else move.from_table.table.number,
        estimated=known.estimated,
    )


def _known_as(player: Player) -> str:
    nickname = player.nickname.strip()
    return "" if nickname.casefold() == player.name.strip().casefold() else nickname


# How far back the journal is searched for a table's latest actions, and how many are shown.
_BACK = 400
_LAST = 5
# Draws are undone on the journal's page only.
_DRAWS = frozenset({"seats.draw", "button.draw"})


def _last_lines(
    event: Tournament, tournament_table: TournamentTable, seats: dict[int, Seat]
) -> list[LastJournalEntry]:
    """Return the latest actions at a table and their authors, newest first."""
    mine = {
        "seating.tournamenttable": {tournament_table.pk},
        "seating.seat": {seat.pk for seat in seats.values()},
        # Which player of a team plays.
        "players.partner": {
            row.pk for row in partners_of(seat.entry_id for seat in seats.values() if seat.entry_id).values()
        },
    }
    found = []
    # Read in small batches: journal entries of breaks and draws are long, and the first few nearly always
    # suffice.
    entries = JournalEntry.journal(event.pk).select_related("undone_by__undone_by", "undoes").order_by("-seq")
    for journal_entry in entries[:_BACK].iterator(chunk_size=40):
        if touches(journal_entry, tournament_table, mine):
            found.append(_last_entry(journal_entry))
        if len(found) == _LAST:
            break
    return found


def _last_entry(journal_entry: JournalEntry) -> LastJournalEntry:
    from tourney.journal.boards import journal_entry_board, texts_of
    from tourney.journal.commands import COMMANDS
    from tourney.journal.readable import readable

    entry = readable(journal_entry, None)
    board = journal_entry_board(entry)
    undoable = board["undoable"] and entry.kind not in _DRAWS
    return LastJournalEntry(
        seq=entry.seq,
        texts=texts_of(entry),
        who=entry.who,
        at=board["at"],
        undone=board["undone"],
        permission=str(COMMANDS[entry.kind].permission) if undoable else None,
    )
