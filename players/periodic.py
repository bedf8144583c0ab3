"""Periodic tasks of players."""

import logging
from datetime import timedelta

from players.commands.background_import import continue_import, forget_old_imports
from players.models import PlayerImport
from players.services.jobs import import_soon
from tourney.now import room_now
from tourney.periodic import periodic

log = logging.getLogger(__name__)
_JOB_IS_LOST_AFTER = timedelta(seconds=2)


@periodic
def continue_imports() -> None:
    """Resume player imports whose job was lost; delete old ones."""
    late = room_now() - _JOB_IS_LOST_AFTER
    for pk in PlayerImport.objects.filter(state="running", touched_at__lt=late).values_list("pk", flat=True):
        try:
            if continue_import(pk):
                import_soon(pk)
        except Exception:
            log.exception("Import %s could not be resumed.", pk)
    forget_old_imports()
