"""The Celery application. Jobs are thin: they call commands like all other clients."""

import os
import time
from typing import Any

from celery import Celery
from celery.signals import before_task_publish, task_postrun, task_prerun
from django.db import close_old_connections

from tourney.edge.gc_settings import collect_less_often
from tourney.edge.job_tracing import connect_tracing

collect_less_often()
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tourney.settings")

app = Celery("tourney")
app.config_from_object("tourney.settings:CELERY")
app.autodiscover_tasks()
connect_tracing()


@before_task_publish.connect(sender="tourney.tasks.tick")
def stamp_the_tick(headers: dict[str, Any] | None = None, **_: Any) -> None:
    """Add the time to a tick, so that the task that runs it can confirm that beat is running."""
    if headers is not None:
        headers["fired_at"] = time.time()


@task_prerun.connect
@task_postrun.connect
def close_unusable_connections(**_: Any) -> None:
    """Close connections to the database that are old or were lost; keep the others for the next task."""
    close_old_connections()
