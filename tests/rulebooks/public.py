"""Facts of the two public rulebooks. Each line: rule, policy, value."""

from tests.rulebooks.common import BIG_BLIND_FIRST, HEADS_UP, NOT_BEHIND_BUTTON, QUICK_CLOCK, Fact
from tourney.rulebooks.books.schema.seating import FinalTableSize, Redraw

TDA: list[Fact] = [
    (
        "RP-9",
        "seating.final_table",
        {
            "sizes": tuple(
                FinalTableSize(handed=handed, seats=seats)
                for handed, seats in ((9, 9), (8, 9), (7, 7), (6, 7))
            )
        },
    ),
    ("7", "seating.draw", {"method": "random"}),
    ("9", "seating.special_needs", {"met": "where_possible"}),
    ("7", "seating.wrong_seat", {"moves_back": "always"}),
    ("8A, 10A", "seating.arrival", NOT_BEHIND_BUTTON),
    ("8A", "seating.late_stack", {"stack": "full"}),
    ("32", "seating.button", {"dead_button": True}),
    ("34A", "seating.button_error", {"stands_after": "substantial_action"}),
    ("34B", "seating.heads_up", HEADS_UP),
    ("33", "seating.blind_dodging", {"penalty": True}),
    ("10B", "seating.breaking", {"draw": "double_random"}),
    (
        "11A, 11C",
        "seating.balancing",
        {
            "from_table": "fixed_in_advance",
            "who": "next_big_blind",
            "to_seat": "worst_position",
            "small_blind_allowed": False,
            "stud": "by_position",
            "stud_in": "stud_events",
        },
    ),
    ("11B", "seating.stud_button", {"stays": True}),
    ("11D", "seating.halting", {"short_by": 3, "only_by_elimination": True}),
    ("30", "seating.absent", {"plays_on_as": "blinded_off"}),
    ("30", "seating.at_seat", {"deadline": "last_card_dealt"}),
    ("8A", "entering.re_entry", {"as_new_player": True, "old_seat": False}),
    ("8B", "entering.surrender", {"old_chips": "leave_play"}),
    ("27", "entering.rebuy", {"hand_may_be_missed": False, "announced_binds": True}),
    ("23", "clock.new_level", {"starts": "by_itself", "counts_from": "next_hand"}),
    ("29", "clock.calling_time", QUICK_CLOCK),
    ("RP-11", "clock.ante", BIG_BLIND_FIRST),
    ("24A", "chips.race", {"starts": "seat_1", "big_chips": "half", "most_won": 1, "raced_out": False}),
    ("24C", "chips.old_chips", {"found_later": "exchanged_at_value"}),
    ("25B", "chips.discretionary_colour_up", {"allowed": True, "player_told": True}),
    ("RP-8A", "hand_for_hand.first_hand", {"sharing_from": "running_hand"}),
    ("RP-8F", "hand_for_hand.all_in", {"face_down_until": "told"}),
    (
        "RP-8B–D",
        "hand_for_hand.clock",
        {"minutes_per_hand": 2, "most_minutes_per_hand": 3, "event_may_set": True},
    ),
    ("RP-8A", "places.same_hand_other_table", {"by": "share"}),
    (
        "71A",
        "penalties.orbit",
        {"lasts": "one_hand_per_player", "counted": "when_imposed", "offender_included": True},
    ),
    ("71A", "penalties.escalation", {"repetition": "grows"}),
    ("35C", "penalties.misdeal", {"replay_counts_once": True}),
    ("71D", "penalties.disqualification", {"chips_leave_play": True}),
]

WSOP: list[Fact] = [
    (
        "68",
        "seating.final_table",
        {
            "sizes": tuple(
                FinalTableSize(handed=handed, seats=seats)
                for handed, seats in ((9, 10), (8, 9), (7, 8), (6, 7))
            )
        },
    ),
    ("65", "seating.draw", {"method": "random"}),
    ("65", "seating.wrong_seat", {"moves_back": "always"}),
    ("14", "seating.arrival", NOT_BEHIND_BUTTON),
    ("14", "seating.late_stack", {"stack": "full"}),
    ("85", "seating.initial_button", {"method": "right_of_dealer", "again": ("redraw",)}),
    ("86", "seating.blind_dodging", {"penalty": True}),
    ("35, 66", "seating.breaking", {"order": "posted", "overflow_tables_first": True}),
    (
        "67, 67a, 67b",
        "seating.balancing",
        {
            "from_table": "number_then_breaking_order",
            "by_number_above_tables": 20,
            "to_seat": "worst_position",
            "small_blind_allowed": False,
            "stud": "high_card",
            "stud_in": "events_with_stud",
        },
    ),
    ("67b", "seating.stud_button", {"stays": True}),
    (
        "67, 67c",
        "seating.halting",
        {"short_by": 3, "only_by_elimination": True, "within_one_from_tables": 12},
    ),
    (
        "67c",
        "seating.redraws",
        {
            "redraws": (
                Redraw(entries_from=51, at_tables=(2, 1)),
                Redraw(entries_from=100, at_tables=(3, 2, 1)),
            )
        },
    ),
    (
        "16, 36",
        "seating.absent",
        {"alone_after_minutes": 5, "alone_button_every_minutes": 2, "out_without_hand_by_level": 3},
    ),
    ("12", "entering.late_entry", {"ends": "end_of_level_or_following_break"}),
    ("13, 14", "entering.re_entry", {"needs_no_chips_left": True}),
    ("13", "entering.surrender", {"old_chips": "leave_play", "when": "end_of_registration"}),
    ("structure sheet", "clock.new_level", {"starts": "by_itself"}),
    ("80", "clock.calling_time", QUICK_CLOCK),
    ("structure sheet", "clock.ante", BIG_BLIND_FIRST),
    (
        "125",
        "clock.end_of_day",
        {
            "from_minutes": 13,
            "to_minutes": 7,
            "lowest_card": 3,
            "highest_card": 7,
            "six_max_seats": 8,
            "six_max_lowest": 2,
            "six_max_highest": 5,
            "min_tables": 4,
            "then_frozen": ("entries", "redraws", "balancing"),
        },
    ),
    ("77", "chips.race", {"starts": "seat_1", "big_chips": "half", "most_won": 1, "raced_out": False}),
    ("77", "chips.old_chips", {"found_later": "exchanged_at_value"}),
    ("126", "hand_for_hand.first_hand", {"sharing_from": "running_hand"}),
    ("126", "hand_for_hand.clock", {"minutes_per_hand": 2, "paused_meanwhile": True}),
    ("126b", "places.same_hand_other_table", {"by": "share"}),
    ("126b", "places.same_hand_same_table", {"by": "stack"}),
    ("structure sheet", "places.places_paid", {"percent_of_entries": 15, "rounded": "up"}),
    (
        "113a, 114",
        "penalties.kinds",
        {"kinds": ("warning", "hand", "orbits", "disqualification"), "most_orbits": 4},
    ),
    ("113", "penalties.escalation", {"repetition": "free"}),
    ("114", "penalties.disqualification", {"chips_leave_play": True, "buy_in_stays": True}),
    ("114", "penalties.health_withdrawal", {"stack": "blinded_off"}),
]
