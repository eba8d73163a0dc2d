"""News pushed to devices: what is told becomes a notice in the same transaction, and a job hands it over."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from django.db import transaction
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from campaigns.jobs import queue as jobs
from campaigns.jobs.models import Rank
from campaigns.league.access import visible_campaigns
from campaigns.league.models import Campaign, News
from campaigns.league.news import Telling, sentence, topic_of
from club.channels.push import notices, sending
from club.channels.push.notices import Message, Source
from club.models import Member, PushDevice
from club.visibility import Visibility, open_to

KIND: Final = "push"
NEWS: Final = "news"
TRIAL: Final = "trial"
TRIED: Final = _("This device is told what is new.")


# From what is told to the job


def hear(telling: Telling) -> None:
    """Let what was told be pushed to whoever wants that, once its transaction is over."""
    refs = {row.member_id: row.pk for row in telling.rows}
    notice = notices.add(
        kind=NEWS,
        refs=refs,
        thing=telling.address or telling.code,
        topic=topic_of(telling.code),
        is_urgent=telling.waits,
    )
    if notice is not None:
        jobs.enqueue(kind=KIND, subject=notice.pk, asked_by=None, rank=None if telling.waits else Rank.RESULTS)


def work(claim: jobs.Claim) -> None:
    """Hand a notice over to the devices whose time has come; the others have a job of their own when it does."""
    sending.deliver(claim.subject, beat=lambda done, total: claim.heartbeat(progress=done, total=total))
    with transaction.atomic():
        claim.finish()


def wake_due() -> int:
    """Ask for jobs about notices that were put off, by quiet hours or a push service; return how many."""
    due = notices.due_notices()
    for notice in due:
        jobs.enqueue(kind=KIND, subject=notice, asked_by=None, rank=Rank.ERRANDS)
    return len(due)


@transaction.atomic
def try_out(device: PushDevice) -> None:
    """Send a device a message that says it works."""
    notice = notices.to_devices(kind=TRIAL, refs={device.pk: device.pk}, thing=TRIAL, urgent=True)
    jobs.enqueue(kind=KIND, subject=notice.pk, asked_by=device.member)


# What a notice says


def _messages(refs: Mapping[int, Member]) -> Mapping[int, Message]:
    found = {}
    for row in News.objects.filter(pk__in=refs, read_at=None).select_related("campaign", "by"):
        pk, member = row.pk, refs[row.pk]
        if not _may_read(member, row.campaign):
            continue
        with translation.override(member.written_in):
            said = sentence(row)
        is_secret = row.campaign is None or row.campaign.visibility != Visibility.PUBLIC
        found[pk] = Message(topic_of(row.code).value, said, reverse("campaigns:news_open", args=[pk]), is_secret)
    return found


def _may_read(member: Member, campaign: Campaign | None) -> bool:
    """Whether a campaign is still open to a member; what every member may read takes no question."""
    if campaign is None or campaign.visibility in open_to(member):
        return True
    return visible_campaigns(member).filter(pk=campaign.pk).exists()


def _open(refs: Collection[int]) -> Collection[int]:
    """Return which of these news nobody has read or dealt with yet."""
    return News.objects.filter(pk__in=refs, read_at=None).values_list("pk", flat=True)


def _trials(refs: Mapping[int, Member]) -> Mapping[int, Message]:
    said = {}
    for ref, member in refs.items():
        with translation.override(member.written_in):
            said[ref] = Message("", str(TRIED), reverse("club:channels"), is_secret=False)
    return said


def _no_trials(_refs: Collection[int]) -> Collection[int]:
    return ()


SOURCES: Final[Mapping[str, Source]] = {NEWS: Source(_messages, _open), TRIAL: Source(_trials, _no_trials)}
