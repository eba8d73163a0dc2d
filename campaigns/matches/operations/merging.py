"""Two phones that kept the same match, one of them without a network: the log has both, and both are told."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.db import transaction

from campaigns.league.models import News
from campaigns.matches import news
from campaigns.matches.models.match import Match, MatchEntry
from club.models import Member


def tell_merged(match: Match, entries: Iterable[MatchEntry], *, author: Member, seen: int) -> None:
    """Tell the author of an entry that waited, and those whose entries its phone had not ``seen``, of each other.

    ``seen`` is the number of the last entry that the phone showed when this one was made. An arrival that follows
    another tells nothing more, as long as nobody has read of the first.
    """
    for other in _others(entries, author, seen):
        _tell_once(match, "match_merged", to=other, by=author)
        _tell_once(match, "match_merged", to=author, by=other)


@transaction.atomic
def tell_left_out(match: Match, *, author: Member, seen: int) -> None:
    """Tell those whose entries stand that one which waited does not fit them; its author is told why on his phone."""
    rows = match.entries.select_related("author")
    for other in _others(rows, author, seen):
        _tell_once(match, "match_left_out", to=other, by=author)


def _others(entries: Iterable[MatchEntry], author: Member, seen: int) -> Sequence[Member]:
    unseen = (row.author for row in entries if row.number > seen and not row.struck)
    return list({one.pk: one for one in unseen if one is not None and one.pk != author.pk}.values())


def _tell_once(match: Match, code: str, *, to: Member, by: Member) -> None:
    address = match.get_absolute_url()
    if not News.objects.filter(member=to, by=by, code=code, address=address, read_at=None).exists():
        news.tell_players(match, code, by=by, to=[to.pk])
