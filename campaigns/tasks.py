"""The tasks of all rooms, for Celery alone, which looks for them here: each stands beside its work.

They carry no data: rows in the database say what is to be done. What a job's kind means, and what is done at every
sweep, the rooms register in ``apps.py``.
"""

from campaigns.jobs.queue import work
from campaigns.jobs.sweeping import sweep
from campaigns.tables.operations.play import play_bots

__all__ = ["play_bots", "sweep", "work"]
