"""What becomes of jobs as time passes."""

from tourney.duties import duty
from tourney.jobs.commands import delete_old_jobs, run_lost_jobs

duty(run_lost_jobs)
duty(delete_old_jobs)
