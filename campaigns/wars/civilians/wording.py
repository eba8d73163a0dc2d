"""Civilians whom the aliens keep, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import get_language, gettext as _

from campaigns.wars.models.abducted import AbductedCivilian, CivilianFate
from engines.musg.abducted import Civilian, Fate
from engines.musg.catalogue.printed import CATALOGUE


def card_name(card: str) -> str:
    """Return what a civilian is called by its card; a card that is not known any more by its code."""
    known = CATALOGUE.civilians.get(card)
    return known.name.in_language(get_language() or "en") if known else card


def name_of(civilian: Civilian) -> str:
    """Return a civilian's name: of several alike from one battle with a number."""
    name = card_name(civilian.card)
    return name if civilian.nth == 1 else _("%(name)s no. %(number)s") % {"name": name, "number": civilian.nth}


def names(civilians: Iterable[Civilian]) -> list[str]:
    """Return the names of several."""
    return [name_of(one) for one in civilians]


def kept_names(rows: Iterable[AbductedCivilian]) -> list[str]:
    """Return the names of those on these rows, whose battles are loaded."""
    return names(row.civilian for row in rows)


def since(row: AbductedCivilian) -> str:
    """Return a civilian with the battle that lost it."""
    return _("%(name)s, since “%(battle)s”") % {"name": name_of(row.civilian), "battle": row.battle.title}


def lost_names(cards: Iterable[str]) -> list[str]:
    """Return the names of those a battle lost, as they are called from then on."""
    count: Counter[str] = Counter()
    found = []
    for card in cards:
        count[card] += 1
        found.append(name_of(Civilian("", card, count[card])))
    return found


def act_sentence(params: Mapping[str, Any]) -> str:
    """Say what a referee said became of a civilian."""
    values = {
        "name": name_of(Civilian(params["battle"], params["card"], params["nth"])),
        "battle": params["title"],
        "fate": CivilianFate(Fate(params["fate"])).label,
    }
    return _("%(name)s, a civilian carried off in “%(battle)s”: %(fate)s.") % values
