"""What a judge decides about a match that he played in: only with a reason, which everybody reads."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from campaigns.matches.access import is_judge
from campaigns.matches.models.match import Match, MatchSeat
from club.models import Member
from club.operations import Refused

VERDICT_LIMIT: Final = 1000


def is_party(member: Member, match: Match) -> bool:
    """Tell whether somebody sits in a match of which he is the judge, with others. One query."""
    if not is_judge(member, match):
        return False
    players = list(MatchSeat.objects.filter(match=match).values_list("player__member", flat=True))
    return member.pk in players and len(players) > 1


def word_of(member: Member, match: Match, because: str) -> str:
    """Return why a judge decides about his own match, empty where he is no party. Raises ``Refused`` for no reason."""
    if not is_party(member, match):
        return ""
    said = because.strip()
    if not said or len(said) > VERDICT_LIMIT:
        words = _("You played in this match: say why you decide about it, in at most 1,000 characters.")
        raise Refused.because("party_reason", words, "because")
    return said
