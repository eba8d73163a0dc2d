"""What cards of Badass Force ask, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.text import capfirst
from django.utils.translation import gettext as _, ngettext

from campaigns.matches.cards.sentences.speaker import Clause, Speaker
from engines.badass_force.conditions import AmmoLeast, FirstThisTurn, GraveyardLeast, ModeIs, PointsLeast
from engines.core.effects.conditions import Condition


def _mode(condition: ModeIs, speaker: Speaker) -> str:
    words = {"mode": capfirst(condition.mode.value)}
    return speaker.of(condition.who, _("you are in %(mode)s mode") % words, _("%(mode)s mode") % words)


def _at_least(amount: str, who: str, speaker: Speaker) -> str:
    words = {"amount": amount}
    return speaker.of(who, _("you have at least %(amount)s") % words, _("at least %(amount)s") % words)


def _ammo_least(condition: AmmoLeast, speaker: Speaker) -> str:
    return _at_least(speaker.amount("ammo", condition.ammo_least), condition.who, speaker)


def _points_least(condition: PointsLeast, speaker: Speaker) -> str:
    return _at_least(speaker.amount("points", condition.points_least), condition.who, speaker)


def _graveyard_least(condition: GraveyardLeast, speaker: Speaker) -> str:
    count, shown = speaker.number(condition.graveyard_least)
    lying = ngettext("%(count)s character in the graveyard", "%(count)s characters in the graveyard", count)
    return _at_least(lying % {"count": shown}, condition.who, speaker)


def _first_this_turn(condition: FirstThisTurn, speaker: Speaker) -> str:
    if condition.first_this_turn:
        return speaker.of(condition.who, _("you have killed nobody this turn"), _("no kill this turn yet"))
    return speaker.of(condition.who, _("you have killed somebody this turn"), _("already a kill this turn"))


CONDITIONS: Final[Mapping[type[Condition], Clause]] = {
    ModeIs: _mode,
    AmmoLeast: _ammo_least,
    PointsLeast: _points_least,
    GraveyardLeast: _graveyard_least,
    FirstThisTurn: _first_this_turn,
}
