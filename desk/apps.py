"""The desk's room."""

from django.apps import AppConfig


class DeskConfig(AppConfig):
    """Registers the desk's actions, boards and duties."""

    name = "desk"

    def ready(self) -> None:
        """Know all verbs, nouns and duties before anybody asks for one."""
        from desk import actions, boards, duties, floor, rebuys, shown
        from desk.actions import (
            bookings,
            drawers,
            extras,
            house,
            merging,
            own,
            papers,
            people,
            player_import,
            printing,
            queue,
            refunds,
            registration,
            sales,
            sales_together,
            taking_back,
        )
        from desk.boards import queue as queue_board
        from desk.boards import registration as registration_board

        del actions, boards, duties, floor, rebuys, shown
        del (
            bookings,
            drawers,
            extras,
            house,
            merging,
            own,
            papers,
            people,
            player_import,
            printing,
            queue,
            refunds,
            registration,
            sales,
            sales_together,
            taking_back,
        )
        del queue_board, registration_board
