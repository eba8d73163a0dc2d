"""What the page of a campaign's booklets shows: the one being made, the one to download, and those of others."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from msgspec import Struct

from campaigns.jobs.models import Job, JobState
from campaigns.league.access import is_referee
from campaigns.league.models import Campaign
from campaigns.wars.models.booklet import Booklet, BookletState
from campaigns.wars.paper.booklet.access import may_read_all
from campaigns.wars.paper.booklet.operations import job_of
from club.models import Member


class Ready(Struct, frozen=True):
    """A booklet that can be downloaded: until when it is kept, and whose it is where it is not the reader's.

    ``open``: the reader may read every page of it now.
    """

    booklet: Booklet
    until: datetime
    maker: str
    open: bool


class BookletPage(Struct, frozen=True):
    """Everything the template needs; ``running`` is the reader's booklet that is being made, ``job`` the work on it."""

    running: Booklet | None
    job: Job | None
    mine: Ready | None
    others: tuple[Ready, ...]
    days: int

    @property
    def failed(self) -> bool:
        """Whether the work failed and may be tried again."""
        return self.job is not None and self.job.state == JobState.FAILED

    @property
    def error(self) -> str:
        """What stopped it."""
        return self.job.error if self.job is not None else ""

    @property
    def polls(self) -> bool:
        """Whether the page asks again by itself."""
        return self.running is not None and not self.failed

    @property
    def begun(self) -> bool:
        """Whether a worker has said how much there is to do."""
        return self.job is not None and self.job.total > 0

    @property
    def done(self) -> int:
        """How many pieces are done."""
        return self.job.progress if self.job is not None else 0

    @property
    def total(self) -> int:
        """Of how many; at least one."""
        return max(self.job.total if self.job is not None else 0, 1)


def page(campaign: Campaign, member: Member) -> BookletPage:
    """Return the page for a member who may read the campaign; referees see the booklets of others, too."""
    rows = Booklet.objects.filter(campaign=campaign, state__in=(BookletState.RUNNING, BookletState.DONE))
    rows = rows.select_related("asked_by")
    if not is_referee(member, campaign):
        rows = rows.filter(asked_by=member)
    shown = list(rows)
    running = next((row for row in shown if row.state == BookletState.RUNNING and row.asked_by == member), None)
    ready = [_ready(row, member) for row in shown if row.state == BookletState.DONE]
    return BookletPage(
        running,
        job_of(running) if running is not None else None,
        next((one for one in ready if not one.maker), None),
        tuple(one for one in ready if one.maker and one.open),
        settings.KEEP_BOOKLETS_DAYS,
    )


def _ready(booklet: Booklet, member: Member) -> Ready:
    until = booklet.created + timedelta(days=settings.KEEP_BOOKLETS_DAYS)
    maker = "" if booklet.asked_by == member else booklet.asked_by.name_for(member)
    return Ready(booklet, until, maker, may_read_all(member, booklet))
