"""Against the bot, now: a single game opened and begun at once, with a warband that stands ready."""

from __future__ import annotations

import secrets
from typing import Final

from django.db import transaction

from campaigns.wars.battles.operations import Plan
from campaigns.wars.models.play import Bot, Pace, PlayedBattle
from campaigns.wars.play.offering import MYSELF, PATIENCE_MOST, PlayTerms, propose
from campaigns.wars.single.operations import Against, GamePlan, open_game, ready_warband
from campaigns.wars.single.ready import READY_MADE
from club.models import Member
from engines.musg.rules import Rules
from rosters.models import Warband

UNHURRIED: Final = PlayTerms(pace=Pace.DAYS, patience=PATIENCE_MOST)
"""Nobody waits for who plays alone: it is left and taken up again."""


@transaction.atomic
def play_against_bot(*, member: Member, mine: Warband | str, theirs: str = "", bot: str = Bot.STEADY) -> PlayedBattle:
    """Open a single game against a ready-made warband that a bot leads, and begin to play it.

    ``mine`` is a warband of the member's, or a ready-made one by its code; ``theirs`` is drawn where nothing is said.
    Raises ``Refused``.
    """
    band = ready_warband(member=member, code=mine, rules=Rules()) if isinstance(mine, str) else mine
    theirs = theirs or drawn(besides=band.name)
    battle = open_game(host=member, game=GamePlan(plan=Plan()), mine=band, against=Against(ready=theirs))
    return propose(battle=battle, member=member, terms=UNHURRIED, leads={0: MYSELF, 1: bot})


def drawn(*, besides: str) -> str:
    """Return the code of a ready-made warband at random, of another name than the one that meets it."""
    return secrets.choice([code for code, one in READY_MADE.items() if one.name != besides])
