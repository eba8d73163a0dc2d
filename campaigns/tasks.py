"""What the worker does. The tasks carry no data: rows in the database say what is to be done."""

from __future__ import annotations

from celery import shared_task

from campaigns.jobs import queue as jobs
from campaigns.matches.operations import verdicts as match_verdicts
from campaigns.tables.models.card_table import CardTable
from campaigns.tables.operations import play as card_play
from campaigns.wars.reports import operations as reports


@shared_task(name="campaigns.tasks.work")
def work(job: int) -> None:
    """Work on one job. A second message for the same job finds nothing to claim."""
    jobs.run(job)


@shared_task(name="campaigns.tasks.sweep")
def sweep() -> None:
    """Every half minute: wake what was forgotten, confirm the reports nobody answered in time."""
    jobs.sweep()
    reports.confirm_due()
    match_verdicts.confirm_due()
    card_play.sweep()


@shared_task(name="campaigns.tasks.play_bots")
def play_bots(table: int) -> None:
    """Let the bots of a card table decide until a person must. A second message finds nothing to do."""
    if CardTable.objects.filter(pk=table).exists():
        card_play.advance(table=CardTable(pk=table), patient=True)
