"""Booklets asked for, made by a worker, called off, thrown away, and forgotten after some days."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Final

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _, ngettext, override

from campaigns.jobs import queue as jobs
from campaigns.jobs.models import Job
from campaigns.league.access import may_read
from campaigns.league.models import Campaign
from campaigns.league.news import tell
from campaigns.wars.models.booklet import Booklet, BookletContent, BookletState
from club.models import Member
from club.operations import Refused, for_update
from club.paper import press
from club.paper.choices import PaperChoices

if TYPE_CHECKING:
    from campaigns.wars.paper.booklet.contents import Contents

KIND: Final = "booklet"
DAY: Final = timedelta(days=1)
LARGEST: Final = 40_000_000
"""Bytes of a booklet at most: some eight hundred portraits."""
FORGET_MOST: Final = 50
"""How many one sweep forgets at most: the next comes half a minute later."""


@transaction.atomic
def ask(*, campaign: Campaign, member: Member, choices: PaperChoices) -> Booklet:
    """Ask for a booklet of what ``member`` may read of the campaign, as ``choices`` want it.

    Raises ``Refused`` while one is being made for the member, and beyond ``settings.BOOKLETS_A_DAY`` in 24 hours: all
    of them count, those thrown away or called off too.
    """
    for_update(Member.objects.filter(pk=member.pk)).get()  # two questions at once are counted one after the other
    if Booklet.objects.filter(campaign=campaign, asked_by=member, state=BookletState.RUNNING).exists():
        raise Refused.because("booklet_runs", _("A booklet of this campaign is already being made for you."))
    most = settings.BOOKLETS_A_DAY
    if Booklet.objects.filter(asked_by=member, created__gt=timezone.now() - DAY).count() >= most:
        text = ngettext(
            "%(count)s booklet a day is made for each member: try again tomorrow.",
            "%(count)s booklets a day are made for each member: try again tomorrow.",
            most,
        )
        raise Refused.because("booklets_a_day", text % {"count": most})
    booklet = Booklet.objects.create(
        campaign=campaign, asked_by=member, language=choices.spoken, choices=choices.as_data()
    )
    jobs.enqueue(kind=KIND, subject=booklet.pk, asked_by=member)
    return booklet


@transaction.atomic
def cancel(*, booklet: Booklet) -> None:
    """Call off a booklet that is being made; ``Refused`` when it is over. Whoever works on it finds the job lost."""
    locked = for_update(Booklet.objects.filter(pk=booklet.pk, state=BookletState.RUNNING)).first()
    if locked is None:
        raise Refused.because("booklet_over", _("This booklet is not being made any more."))
    jobs.stop(kind=KIND, subjects=[locked.pk])
    _close(locked, BookletState.CANCELLED)


def try_again(*, booklet: Booklet) -> None:
    """Let a booklet whose making failed be tried again; ``Refused`` when it did not fail."""
    failed = jobs.failed(kind=KIND, subjects=Booklet.objects.filter(pk=booklet.pk, state="running").values("pk"))
    if not failed:
        raise Refused.because("nothing_to_try", _("There is nothing to try again."))
    jobs.retry(failed[0])


@transaction.atomic
def throw_away(*, booklet: Booklet) -> None:
    """Throw a booklet away before its time; nothing happens if that was done already."""
    _empty(Booklet.objects.filter(pk=booklet.pk, state=BookletState.DONE))


def job_of(booklet: Booklet) -> Job | None:
    """Return the latest job about the booklet."""
    return Job.objects.filter(kind=KIND, subject=booklet.pk).first()


# Working


def work(claim: jobs.Claim) -> None:
    """Make one booklet. A booklet that was called off or forgotten meanwhile, or a claim that was lost, leaves nothing.

    It takes the place of those made for the same member of the same campaign.
    """
    rows = Booklet.objects.filter(pk=claim.subject)
    booklet = rows.filter(state=BookletState.RUNNING).select_related("campaign", "asked_by").first()
    made = _make(booklet, claim) if booklet is not None else None
    with transaction.atomic():
        locked = for_update(rows).first()
        claim.finish()
        if made is None or locked is None or locked.state != BookletState.RUNNING:
            return
        content, gathered = made
        _empty(Booklet.objects.filter(campaign=locked.campaign, asked_by=locked.asked_by, state=BookletState.DONE))
        BookletContent.objects.create(booklet=locked, pdf=content)
        locked.pages, locked.size, locked.warbands = press.page_count(content), len(content), gathered.warbands
        _close(locked, BookletState.DONE)
        tell(
            campaign=locked.campaign,
            to=[locked.asked_by_id],
            code="booklet",
            params={"campaign": locked.campaign.name},
            address=reverse("campaigns:booklets", args=[locked.campaign.slug]),
        )


def _make(booklet: Booklet, claim: jobs.Claim) -> tuple[bytes, Contents]:
    """Gather and set a booklet, saying how far it is. Raises ``jobs.Hopeless`` for one that cannot be made."""
    from campaigns.wars.paper.booklet.contents import contents, pieces  # for workers alone

    campaign, reader = booklet.campaign, booklet.asked_by
    if not reader.is_active or not may_read(reader, campaign):
        raise jobs.Hopeless("whoever asked for it may not read the campaign any more")
    tell = claim.pulse(pieces(campaign, reader))
    with override(booklet.language):
        gathered = contents(campaign, reader, PaperChoices.read(booklet.choices), tell)
        content = gathered.pdf()
    if len(content) > LARGEST:
        raise jobs.Hopeless(f"it is too large: {len(content):,} bytes; without portraits it is smaller")
    return content, gathered


def _close(booklet: Booklet, state: BookletState) -> None:
    booklet.state, booklet.finished = state, timezone.now()
    booklet.save()


def _empty(booklets: QuerySet[Booklet]) -> None:
    """Delete what is in booklets; that they were made is still counted."""
    keys = list(for_update(booklets).order_by("pk").values_list("pk", flat=True))
    BookletContent.objects.filter(booklet__in=keys).delete()
    Booklet.objects.filter(pk__in=keys).update(state=BookletState.GONE)


# Forgetting


def forget() -> int:
    """Forget booklets asked for ``settings.KEEP_BOOKLETS_DAYS`` ago, with what is in them; return how many."""
    before = timezone.now() - timedelta(days=settings.KEEP_BOOKLETS_DAYS)
    return _delete(Booklet.objects.filter(created__lt=before))


def follow_closing(member: Member) -> None:
    """Delete the booklets of who closes an account."""
    while _delete(Booklet.objects.filter(asked_by=member)):
        pass


@transaction.atomic
def _delete(booklets: QuerySet[Booklet]) -> int:
    """Delete some booklets and their jobs; return how many. A worker at one of them finds its job lost."""
    old = list(booklets.order_by("pk").values_list("pk", flat=True)[:FORGET_MOST])
    jobs.stop(kind=KIND, subjects=old)
    Job.objects.filter(kind=KIND, subject__in=old).delete()
    BookletContent.objects.filter(booklet__in=old).delete()
    Booklet.objects.filter(pk__in=old).delete()
    return len(old)
