"""By which rules a single game is played: those of the first warband, with the packs that either side brings."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from django.utils.translation import gettext_lazy as _
from msgspec.structs import replace

from campaigns.wars.models.battle import Battle
from campaigns.wars.settings.operations import rules_of
from club.operations import Refused
from engines.musg import journal
from engines.musg.packs import together
from engines.musg.packs.house import problems as house_problems
from engines.musg.rules import Rules
from rosters.models import Warband


def set_rules(battle: Battle, rules: Rules) -> None:
    """Let a game be played by these rules; inside the caller's transaction, as everything here."""
    battle.campaign.rules = journal.encode(rules)
    battle.campaign.save(update_fields=["rules"])


def bring_packs(battle: Battle, warband: Warband, field: str) -> None:
    """Let the game know what either side brings of its own. Raises ``Refused`` where the two do not go together."""
    rules = rules_of(battle.campaign)
    both = _beside(rules, warband.roster.rules)
    if both is rules:
        return
    if both.house and house_problems(both.house):
        raise Refused.because(
            "other_rules", _("The two warbands play with packs that do not go together: bring another one."), field
        )
    set_rules(battle, both)


def forget_packs(battle: Battle, left: Sequence[Warband]) -> None:
    """Let the game be played with what those bring who are ``left``; who is left alone is the one who came first."""
    first, *others = [warband.roster.rules for warband in left]
    rules = replace(rules_of(battle.campaign), house=first.house) if others else first
    set_rules(battle, reduce(_beside, others, rules))


def _beside(rules: Rules, other: Rules) -> Rules:
    """Return the rules with the packs that somebody brings who plays by other ones; the same where there are none."""
    brought = [one for one in (rules.house, other.house) if one]
    if not brought or rules.house == other.house:
        return rules
    return replace(rules, house=together(brought))
