"""The account of what comes before the first turn: heroes, starting cards, who begins.

Each function tells the event it is named after, as whoever sees it in this form saw it; empty for nothing to tell.
"""

from __future__ import annotations

from django.utils.translation import gettext as _, ngettext

from campaigns.tables.bagarre.words import Names, card_text, cards_text, hero_names
from engines.bagarre import events as e


def heroes_dealt(event: e.HeroesDealt, names: Names) -> str:
    if event.heroes is None:
        return ""
    words = {"name": names[event.seat], "heroes": hero_names(event.heroes)}
    return _("%(name)s may choose between %(heroes)s.") % words


def hero_kept(event: e.HeroKept, names: Names) -> str:
    if event.hero is None:
        return _("%(name)s has chosen a hero.") % {"name": names[event.seat]}
    return _("%(name)s keeps: %(hero)s.") % {"name": names[event.seat], "hero": hero_names([event.hero])}


def heroes_revealed(event: e.HeroesRevealed, names: Names) -> str:
    each = (
        _("%(name)s: %(heroes)s") % {"name": name, "heroes": hero_names(codes)}
        for name, codes in zip(names, event.heroes, strict=True)
        if codes
    )
    told = ", ".join(each)
    return _("The heroes are shown. %(all)s.") % {"all": told} if told else ""


def jokers_replaced(event: e.JokersReplaced, names: Names) -> str:
    words = ngettext(
        "%(name)s was dealt a joker: it is replaced and shuffled back.",
        "%(name)s was dealt %(count)s jokers: they are replaced and shuffled back.",
        event.count,
    )
    return words % {"name": names[event.seat], "count": event.count}


def redrew(event: e.Redrew, names: Names) -> str:
    if event.total is None:
        return _("%(name)s has too little and gets three new cards.") % {"name": names[event.seat]}
    words = _("%(name)s has only %(total)s in all and gets three new cards.")
    return words % {"name": names[event.seat], "total": event.total}


def laid(event: e.Laid, names: Names) -> str:
    words = {"name": names[event.seat], "hp": cards_text(event.hp)}
    if event.shield is None:
        return _("%(name)s lays %(hp)s and a hidden shield.") % words
    return _("%(name)s lays %(hp)s and the shield %(shield)s.") % {**words, "shield": card_text(event.shield)}


def first_player(event: e.FirstPlayer, names: Names) -> str:
    words = {"name": names[event.seat]}
    if event.shown is not None:
        return _("%(name)s shows the shield, %(card)s, and begins.") % {**words, "card": card_text(event.shown)}
    if event.by_lot:
        return _("%(name)s is drawn to begin.") % words
    return _("%(name)s has the lowest cards and begins.") % words
