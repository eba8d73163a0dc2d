"""Whose turn it is: the most urgent job first, and long work never on the last of several workers.

Messages say that there is work, not which: whoever gets one takes the job of the lowest rank that waits, the oldest
of them, whatever broker carried the message and however many others are before it. Long work (``Rank.ERRANDS`` and
above) goes on one process fewer than there are, so that one is always free for who waits; where there is only one
process, it does everything, and is free again after each part of a reckoning, which takes some two seconds.
"""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils import timezone

from campaigns.jobs import signs
from campaigns.jobs.models import Job, JobState, Rank, Sign
from club.operations import for_update

LONG: Final = Q(rank__gte=Rank.ERRANDS)
TURN: Final = "turn of long work"
"""The name of a row that is locked by who begins long work: two who count at the same time would both begin."""
CHOICE: Final = 20
"""How many jobs a worker looks at: others may take the first ones before its own claim."""


def is_long(rank: int) -> bool:
    """Tell whether work of this rank leaves the last worker alone."""
    return rank >= Rank.ERRANDS


def queue_for(rank: int) -> str:
    """Return the name of the queue for messages about work of this rank: nobody's message waits behind long work."""
    return settings.LONG_QUEUE if is_long(rank) else settings.CELERY_TASK_DEFAULT_QUEUE


def in_turn(jobs: QuerySet[Job]) -> list[tuple[int, int]]:
    """Return the numbers and ranks of the first of these jobs, in the order in which they are to be done."""
    return list(jobs.order_by("rank", "pk").values_list("pk", "rank")[:CHOICE])


def take_turn() -> bool:
    """Tell whether one more process may begin long work, and let nobody else ask until the transaction ends."""
    Sign.objects.get_or_create(name=TURN, defaults={"seen": timezone.now()})
    for_update(Sign.objects.filter(name=TURN)).get()
    under_way = Job.objects.filter(LONG, state=JobState.RUNNING, lease__gt=timezone.now()).count()
    return under_way < max(1, signs.processes() - 1)
