"""Whether a typed result stands in the books already: two people write down one match, or one does so once more."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.matches.access import visible_matches
from campaigns.matches.models.match import Match, MatchSeat, MatchState
from campaigns.matches.models.player import Player
from club.dates import date_text
from club.models import Member
from club.operations import Refused, for_update

NEAR: Final = timedelta(hours=12)
"""So far apart may be what two write down of one match: the one at the table, the other the next morning."""
LOOKS_ALIKE: Final = "looks_alike"
"""The code of the refusal that is a question; its parameter ``match`` is the number of the match it is about."""

type Result = dict[int, tuple[object, ...]]


def wait_for_others(match: Match) -> None:
    """Let those go first who are just writing down a match of the same people; guests are locked already."""
    list(for_update(Player.objects.filter(seats__match=match)).order_by("pk"))


def refuse_alike(match: Match, recorder: Member, *, seen: int) -> None:
    """Raise ``Refused`` where the ``recorder`` may read another match of the same people, game, time and result.

    ``seen`` is the number of one that the recorder has seen, and recorded this one all the same.
    """
    ours = _results([match.pk]).get(match.pk, {})
    near = visible_matches(recorder).filter(
        game=match.game, date__range=(match.date - NEAR, match.date + NEAR), seats__player__in=list(ours)
    )
    numbers = near.exclude(state=MatchState.CANCELLED).exclude(pk__in=[match.pk, seen]).values_list("pk", flat=True)
    alike = [number for number, result in _results(list(set(numbers))).items() if result == ours]
    if not alike:
        return
    other = Match.objects.get(pk=max(alike))
    when = timezone.localtime(other.date)
    form = "TIME_FORMAT" if when.date() == timezone.localtime(match.date).date() else "DATETIME_FORMAT"
    question = _("This looks like the match of %(when)s: record it all the same?") % {"when": date_text(when, form)}
    raise Refused.because(LOOKS_ALIKE, question, match=other.pk)


def _results(matches: list[int]) -> dict[int, Result]:
    """Return what each player of these matches came to, by match and player."""
    found: dict[int, Result] = {}
    rows = MatchSeat.objects.filter(match__in=matches).values_list("match", "player", "place", "points", "won")
    for match, player, *came_to in rows:
        found.setdefault(match, {})[player] = tuple(came_to)
    return found
