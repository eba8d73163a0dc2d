"""News: what others, a referee, the engine or the clock did to what is somebody's own.

Operations ``tell`` those concerned, inside their transaction. Only a code and what belongs into its sentence is stored;
each room registers the words for its codes (``register``), and whoever reads gets the sentence in his own language.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.db.models.expressions import Combinable
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _, pgettext
from msgspec import Struct

from campaigns.league.access import visible_campaigns
from campaigns.league.models import Campaign, News
from club.channels.push import notices
from club.channels.wishes import muted
from club.grammar import finished, named, stopped
from club.models import Member, Topic, naming

type Value = int | str
Words = str | Promise | Callable[[Mapping[str, Value]], str]
"""A sentence with ``%(name)s`` for each of its params, or a function that makes one of them.

Each may name ``%(by)s``, who did it, and ``%(campaign)s``.
"""
_WORDS: Final[dict[str, Words]] = {}
_TOPICS: Final[dict[str, Topic]] = {}
_NAMES: Final = frozenset({"by", "name", "warband", "leader"})
"""What sentences decline, or make a verb agree with."""

UNREAD: Final = Q(read_at=None, is_beside=False)
"""What the site says is new."""
SHOWN: Final = 4
"""How many unread news a page shows at most, beside the page of all."""
KEPT: Final = timedelta(days=90)
"""How long news that were read are kept."""
KEPT_UNREAD: Final = timedelta(days=365)
"""How long those are kept that nobody came to read."""
FORGOTTEN_AT_ONCE: Final = 1000


# What rooms say


def register(words: Mapping[str, Words], topics: Mapping[Topic, Iterable[str]]) -> None:
    """Let there be news of these codes. Registering twice changes nothing; a code means one thing in the whole site.

    ``topics`` says of which kind each is, by which members choose what they want to be told where.
    """
    kinds = {code: topic for topic, some in topics.items() for code in some}
    if kinds.keys() != words.keys():
        raise ValueError(f"news of no kind, or kinds of no news: {sorted(kinds.keys() ^ words.keys())}")
    for code, wording in words.items():
        if _WORDS.setdefault(code, wording) is not wording:
            raise ValueError(f"news {code!r} has other words already")
        _TOPICS[code] = kinds[code]


def codes() -> frozenset[str]:
    """Return all codes that have words."""
    return frozenset(_WORDS)


def topic_of(code: str) -> Topic:
    """Return of which kind a piece of news is; life of the club for what an earlier version told."""
    return _TOPICS.get(code, Topic.CHRONICLE)


# Channels


class Telling(Struct, frozen=True):
    """What was just told, once, whoever the members are: what channels beside the site (push, hooks) are fed with.

    ``rows`` are the news that were stored, one of each member, and none where nobody was to be told. Sentences are made
    by ``sentence`` in the language of whoever is told.
    """

    campaign: Campaign | None
    code: str
    params: Mapping[str, Value]
    address: str
    by: Member | None
    waits: bool
    rows: Sequence[News]


type Channel = Callable[[Telling], None]
_CHANNELS: Final[list[Channel]] = []


def add_channel(channel: Channel) -> None:
    """Let a channel hear whatever is told, inside the transaction of what happened: it stores, and sends later."""
    if channel not in _CHANNELS:
        _CHANNELS.append(channel)


# Telling


def tell(
    *,
    campaign: Campaign | None,
    to: Iterable[Member | int],
    code: str,
    params: Mapping[str, Value] | None = None,
    address: str = "",
    by: Member | None = None,
    waits: bool = False,
) -> None:
    """Tell members what was done to what is theirs; whoever did it himself is not told.

    Call it inside the transaction of what happened. ``params`` is what the sentence names, without names of members:
    ``by`` is stored as who it is. ``waits`` says that something is asked of the member; doing something about the same
    ``address`` answers it. News of a campaign that a
    member may not read any more are not shown to him; what he is to know nevertheless is told without a campaign.
    """
    if code not in _WORDS:
        raise LookupError(f"no words for news {code!r}")
    if by is not None and address:
        answered(by=by, address=address)
    told = {one if isinstance(one, int) else one.pk for one in to}
    if by is not None:
        told.discard(by.pk)
    known, now = dict(params or {}), timezone.now()
    aside = muted(told, topic_of(code))
    rows = News.objects.bulk_create(
        News(
            member_id=member,
            campaign=campaign,
            code=code,
            params=known,
            address=address,
            by=by,
            waits=waits,
            is_beside=member in aside.on_site,
            mailed=now if member in aside.by_mail else None,
        )
        for member in sorted(told)
    )
    telling = Telling(campaign, code, known, address, by, waits, rows)
    for channel in _CHANNELS:
        channel(telling)


def tell_beside(*, to: Collection[int], code: str, params: Mapping[str, Value], address: str) -> None:
    """Push to members what the site shows anyway, and no mail repeats: that something waits for them at this address.

    Only for whoever wants that is it written down, in the place of what was pushed of it before.
    """
    wanted = notices.who_wants(to, topic_of(code))
    if not wanted:
        return
    now = timezone.now()
    News.objects.filter(member__in=wanted, code=code, address=address).delete()
    rows = News.objects.bulk_create(
        News(member_id=member, code=code, params=params, address=address, waits=True, is_beside=True, mailed=now)
        for member in sorted(wanted)
    )
    telling = Telling(None, code, params, address, None, True, rows)
    for channel in _CHANNELS:
        channel(telling)


def over(*, members: Collection[int], code: str, address: str) -> None:
    """Note that what waited for these members does no more."""
    if members:
        rows = News.objects.filter(member__in=members, code=code, address=address, read_at=None)
        rows.update(read_at=timezone.now())


def answered(*, by: Member, address: str) -> None:
    """Note that a member has answered what was asked of him about this, wherever he came from."""
    asked = News.objects.filter(member=by, address=address, waits=True, read_at=None)
    asked.update(read_at=timezone.now())


# Reading


class Line(Struct, frozen=True):
    """A piece of news as its reader reads it."""

    pk: int
    sentence: str
    address: str
    at: datetime
    campaign: Campaign | None
    waits: bool
    unread: bool


def news_of(member: Member) -> QuerySet[News]:
    """Return a member's news, the latest first, without those of campaigns he may not read any more."""
    return News.objects.filter(_readable(member), member=member)


def unread_of(member: Member) -> QuerySet[News]:
    """Return the news a member has not read."""
    return news_of(member).filter(UNREAD)


class Unread(Struct, frozen=True):
    """The latest news that a member has not read: the first of them, and whether there are more."""

    lines: list[Line]
    more: bool

    @property
    def latest(self) -> int:
        """The number of the latest: marking as read goes as far."""
        return self.lines[0].pk


def unread_for(member: Member, campaign: Campaign | None = None, *, most: int = SHOWN) -> Unread | None:
    """Return what is new for a member, in one campaign or anywhere, at ``most`` so many lines; ``None`` for nothing.

    The member may read the campaign. One query, and none for a reader of whom it is known that there is nothing (see
    ``unread_count``).
    """
    if getattr(member, "unread_news", None) == 0:
        return None
    if campaign is None:
        lines = lines_of(unread_of(member)[: most + 1])
    else:
        rows = News.objects.filter(UNREAD, member=member, campaign=campaign)
        lines = lines_of(rows[: most + 1])
    return Unread(lines[:most], len(lines) > most) if lines else None


def unread_count() -> Combinable:
    """Return what counts a member’s unread news while the member is being read, at no query of its own."""
    mine = News.objects.filter(UNREAD, member=OuterRef("pk")).order_by().values("member")
    return Coalesce(Subquery(mine.annotate(count=Count("pk")).values("count")), 0)


def lines_of(news: QuerySet[News]) -> list[Line]:
    """Return news as sentences in the present language. One query."""
    shown = ("code", "params", "address", "at", "waits", "read_at", "is_beside", "campaign__name", *naming("by"))
    return [line(row) for row in news.select_related("campaign", "by").only(*shown)]


def line(row: News) -> Line:
    """Return one piece of news as a sentence in the present language."""
    return Line(
        row.pk, sentence(row), row.address, row.at, row.campaign, row.waits, row.read_at is None and not row.is_beside
    )


def sentence(row: News) -> str:
    """Return what a piece of news says."""
    wording = _WORDS.get(row.code)
    if wording is None:
        return _("Something changed.")  # told by an earlier version, of something that there is no more
    who = row.by.name if row.by is not None else pgettext("who did it", "Somebody")
    params = _Params({"by": who, "campaign": row.campaign.name if row.campaign is not None else "", **row.params})
    for name in _NAMES & params.keys():
        params[name] = named(str(params[name]))
    return stopped(finished(wording(params) if callable(wording) else str(wording % params)))


class _Params(dict[str, Any]):
    """What a sentence names. An earlier version may have stored less than today’s sentence wants."""

    def __missing__(self, name: str) -> str:
        return "…"


def _readable(member: Member) -> Q:
    return Q(campaign=None) | Q(campaign__in=visible_campaigns(member))


# Marks


def mark_read(*, member: Member, up_to: int, campaign: Campaign | None = None) -> None:
    """Note that a member has read his news up to this one: of one campaign, or all. Later ones he has not seen yet."""
    seen = News.objects.filter(member=member, read_at=None, pk__lte=up_to)
    if campaign is not None:
        seen = seen.filter(campaign=campaign)
    seen.update(read_at=timezone.now())


def mark_all_read(*, member: Member, campaign: Campaign) -> None:
    """Let nothing about a campaign be new to a member who leaves it, and may not be able to read it any more."""
    News.objects.filter(member=member, campaign=campaign, read_at=None).update(read_at=timezone.now())


def mark_one_read(*, news: News) -> None:
    """Note that a piece of news was read."""
    News.objects.filter(pk=news.pk, read_at=None).update(read_at=timezone.now())


def forget() -> int:
    """Forget news that were read long ago, and those that nobody came to read; return how many."""
    now = timezone.now()
    old = News.objects.filter(Q(read_at__lt=now - KEPT) | Q(at__lt=now - KEPT_UNREAD))
    some = list(old.order_by("pk").values_list("pk", flat=True)[:FORGOTTEN_AT_ONCE])
    return News.objects.filter(pk__in=some).delete()[0] if some else 0


def follow_closing(member: Member) -> None:
    """Forget the news of who closes an account."""
    News.objects.filter(member=member).delete()


def own_data(member: Member) -> Iterable[tuple[str, Any]]:
    """Yield a member's news, as he reads them."""
    rows = news_of(member).select_related("campaign", "by")
    yield "news", [{"at": row.at, "news": sentence(row), "address": row.address, "read": row.read_at} for row in rows]
