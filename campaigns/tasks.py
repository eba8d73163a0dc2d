"""The tasks of all rooms, for Celery, which looks for them here; only a worker and whoever sends a message load them.

They carry no data: rows in the database say what is to be done. What a job's kind means, and what is done at every
sweep, the rooms register in ``apps.py``.
"""

from importlib import import_module

from celery import shared_task
from django.conf import settings

from campaigns.jobs import lookout, queue, sweeping
from campaigns.tables.operations import play
from campaigns.wars.play import bots

import_module(settings.WORKER_APP)  # whose tasks they are, whoever has loaded them
lookout.watch()


@shared_task(name="campaigns.tasks.work")
def work(job: int) -> None:
    """Work on the job whose turn it is: that may be another than the one for which the message was sent.

    A message that comes when everything is done finds nothing to claim.
    """
    queue.work(is_kept=not (work.request.called_directly or work.request.is_eager))


@shared_task(name="campaigns.tasks.sweep")
def sweep() -> None:
    """See to what is done whether or not anybody asks."""
    sweeping.sweep()


@shared_task(name="campaigns.tasks.play_bots")
def play_bots(table: int) -> None:
    """Let the bots of a table decide until a person must. A second message finds nothing to do."""
    play.play_bots(table)


@shared_task(name="campaigns.tasks.lead_by_bots")
def lead_by_bots(battle: int) -> None:
    """Let the bots of a battle decide until a person must. A second message finds nothing to do."""
    bots.work(battle)
