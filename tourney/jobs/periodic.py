"""Periodic tasks for jobs."""

from tourney.jobs.commands import delete_old_jobs, run_lost_jobs
from tourney.periodic import periodic

periodic(run_lost_jobs)
periodic(delete_old_jobs)
