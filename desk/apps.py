"""The desk's room."""

from django.apps import AppConfig


class DeskConfig(AppConfig):
    """Registers the desk's actions, boards and duties."""

    name = "desk"

    def ready(self) -> None:
        """Know all verbs, nouns and duties before anybody asks for one."""
        from desk import boards, commands, duties
        from desk.boards import queue as queue_board
        from desk.boards import registration as registration_board
        from desk.commands import (
            bookings,
            desk_settings,
            desk_undo,
            drawers,
            extras,
            multi_event_sales,
            player_import,
            player_merge,
            players,
            print_settings,
            refunds,
            registration,
            sales,
            self_service,
            vouchers,
            waiting_list,
        )
        from desk.services import expected_entries, public_names, rebuys

        del boards, commands, duties
        del (
            bookings,
            desk_settings,
            desk_undo,
            drawers,
            extras,
            multi_event_sales,
            player_import,
            player_merge,
            players,
            print_settings,
            refunds,
            registration,
            sales,
            self_service,
            vouchers,
            waiting_list,
        )
        del queue_board, registration_board
        del expected_entries, public_names, rebuys
