"""Civilians whom the aliens keep, in words. Their cards are in the catalogue of the campaign."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import get_language, gettext as _

from campaigns.wars.models.abducted import AbductedCivilian, CivilianFate
from club.words import words
from engines.musg.abducted import Civilian, Fate
from engines.musg.catalogue import Catalogue
from engines.musg.rules import Rules


def card_name(card: str, catalogue: Catalogue) -> str:
    """Return what a civilian is called by its card; a card that is not known any more by its code."""
    known = catalogue.civilians.get(card)
    return words(known.name) if known else card


def name_of(civilian: Civilian, catalogue: Catalogue) -> str:
    """Return a civilian's name: of several alike from one battle with a number."""
    return _numbered(card_name(civilian.card, catalogue), civilian.nth)


def _numbered(name: str, nth: int) -> str:
    return name if nth == 1 else _("%(name)s no. %(number)s") % {"name": name, "number": nth}


def names(civilians: Iterable[Civilian], catalogue: Catalogue) -> list[str]:
    """Return the names of several."""
    return [name_of(one, catalogue) for one in civilians]


def kept_names(rows: Iterable[AbductedCivilian], catalogue: Catalogue) -> list[str]:
    """Return the names of those on these rows, whose battles are loaded."""
    return names((row.civilian for row in rows), catalogue)


def since(row: AbductedCivilian, catalogue: Catalogue) -> str:
    """Return a civilian with the battle that lost it."""
    return _("%(name)s, since “%(battle)s”") % {"name": name_of(row.civilian, catalogue), "battle": row.battle.title}


def lost_names(cards: Iterable[str], catalogue: Catalogue) -> list[str]:
    """Return the names of those a battle lost, as they are called from then on."""
    count: Counter[str] = Counter()
    found = []
    for card in cards:
        count[card] += 1
        found.append(name_of(Civilian("", card, count[card]), catalogue))
    return found


def act_sentence(params: Mapping[str, Any]) -> str:
    """Say what a referee said became of a civilian."""
    # Before names were kept with the act, there were none but the rulebook's.
    called = (params.get("called") or {}).get(get_language()) or card_name(params["card"], Rules().catalogue)
    values = {
        "name": _numbered(called, params["nth"]),
        "battle": params["title"],
        "fate": CivilianFate(Fate(params["fate"])).label,
    }
    return _("%(name)s, a civilian carried off in “%(battle)s”: %(fate)s.") % values
