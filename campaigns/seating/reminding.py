"""Reminding whoever keeps a game waiting, on the site and by mail."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.utils import timezone

from campaigns.league.chores import Chore
from campaigns.league.models import News
from campaigns.league.news import Value, tell
from campaigns.league.operations.reminders import PAUSE, lately_reminded, mail
from club.models import Member


def remind(
    *,
    member: Member,
    by: Member,
    address: str,
    code: str,
    params: Mapping[str, Value],
    place: str,
    chore: Callable[[], Chore],
) -> None:
    """Remind the member for whom the game at this address waits, as ``by`` asks for; inside a transaction.

    ``code`` and ``params`` are of the news that says so. The mail names the ``place`` and asks for the ``chore`` in the
    member's language. Raises ``Refused`` within a day of the last time.
    """
    lately = News.objects.filter(member=member, code=code, address=address, at__gt=timezone.now() - PAUSE)
    if lately.exists():
        raise lately_reminded()
    tell(campaign=None, to=[member], code=code, params=params, address=address, by=by, waits=True)
    mail(member, by=by, place=place, chores=lambda: [chore()], reason="")
