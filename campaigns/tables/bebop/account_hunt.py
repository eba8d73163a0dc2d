"""The account of the hunt: tokens, damage, captures, criminals who come and go, Vicious."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _, ngettext

from campaigns.matches.scores.wording import listed
from campaigns.tables.bebop.words import CHARACTERS, PILES, PLANETS, TARGETS, Cards, Names, amount
from engines.bebop import events as e
from engines.core.event import Event


def _token_taken(event: e.TokenTaken, names: Names, cards: Cards) -> str:
    paid = ", ".join(amount(what, count) for what, count in (("force", event.force), ("clues", event.clues)) if count)
    words = {
        "name": names[event.seat],
        "target": TARGETS[event.target],
        "pile": PILES[event.pile],
        "left": event.left,
        "paid": paid or _("nothing"),
    }
    return _("%(name)s takes a token for %(paid)s: %(target)s, %(pile)s, %(left)s left.") % words


def _damage_drawn(event: e.DamageDrawn, names: Names, cards: Cards) -> str:
    return _("%(name)s takes damage: %(card)s.") % {"name": names[event.seat], "card": cards.name(event.card)}


def _damage_settled(event: e.DamageSettled, names: Names, cards: Cards) -> str:
    return _SETTLED[event.to]() % {"name": names[event.seat], "card": cards.name(event.card)}


_SETTLED: Final[Mapping[str, Callable[[], str]]] = {
    "out": lambda: _("%(card)s is trashed straight away."),
    "discard": lambda: _("%(card)s lies on the discard pile."),
    "top": lambda: _("%(card)s lies on top of the deck."),
}


def _captured(event: e.Captured, names: Names, cards: Cards) -> str:
    words = {"name": names[event.seat], "criminal": cards.criminal(event.criminal), "star": event.star}
    said = _("%(name)s captures %(criminal)s, star %(star)s.") % words
    renown = _by_seat(event.renown, names)
    if not renown:
        return said
    shared = _("Renown for tokens: %(totals)s.") % {"totals": renown}
    return f"{said} {shared}"


def _escaped(event: e.Escaped, names: Names, cards: Cards) -> str:
    words = {"criminal": cards.criminal(event.criminal), "planet": PLANETS[event.planet]}
    said = _("%(criminal)s escapes (%(planet)s).") % words
    tokens = _by_seat(event.tokens, names)
    if not tokens:
        return said
    lost = _("Tokens lost: %(totals)s.") % {"totals": tokens}
    return f"{said} {lost}"


def _characters_returned(event: e.CharactersReturned, names: Names, cards: Cards) -> str:
    words = {"characters": listed([str(CHARACTERS[one]) for one in event.characters])}
    return _("Back to the Bebop: %(characters)s.") % words


def _criminal_revealed(event: e.CriminalRevealed, names: Names, cards: Cards) -> str:
    words = {"criminal": cards.criminal(event.criminal), "planet": PLANETS[event.planet]}
    if event.placed:
        return _("Big Shot: %(criminal)s is wanted (%(planet)s).") % words
    return _("Big Shot: %(criminal)s (%(planet)s) – the planet is occupied.") % words


def _gauge_moved(event: e.GaugeMoved, names: Names, cards: Cards) -> str:
    words = {"planet": PLANETS[event.planet], "before": event.before, "value": event.value}
    return _("Gauge of %(planet)s: %(before)s → %(value)s.") % words


def _vicious_appeared(event: e.ViciousAppeared, names: Names, cards: Cards) -> str:
    words = {"planet": PLANETS[event.planet], "resistance": event.resistance, "clues": event.clues}
    return _("Vicious appears: %(planet)s. Resistance %(resistance)s, Investigation %(clues)s.") % words


def _vicious_moved(event: e.ViciousMoved, names: Names, cards: Cards) -> str:
    words = {"planet": PLANETS[event.planet], "count": event.movement}
    if event.stayed:
        said = ngettext(
            "Vicious stays: %(planet)s. Movement deck: %(count)s card.",
            "Vicious stays: %(planet)s. Movement deck: %(count)s cards.",
            event.movement,
        )
    else:
        said = ngettext(
            "Vicious moves: %(planet)s. Movement deck: %(count)s card.",
            "Vicious moves: %(planet)s. Movement deck: %(count)s cards.",
            event.movement,
        )
    return said % words


def _last_turns(event: e.LastTurns, names: Names, cards: Cards) -> str:
    said = ngettext(
        "The last movement card is out: %(count)s turn is left.",
        "The last movement card is out: %(count)s turns are left.",
        event.count,
    )
    return said % {"count": event.count}


def _tokens_lost(event: e.TokensLost, names: Names, cards: Cards) -> str:
    return _("Tokens left over are discarded: %(totals)s.") % {"totals": _by_seat(event.tokens, names)}


def _by_seat(figures: Sequence[int], names: Names) -> str:
    return ", ".join(f"{name} {figure}" for name, figure in zip(names, figures, strict=True) if figure)


TELLING: Final[Mapping[type[Event], Callable[[Any, Names, Cards], str]]] = {
    e.TokenTaken: _token_taken,
    e.DamageDrawn: _damage_drawn,
    e.DamageSettled: _damage_settled,
    e.NoDamage: lambda event, names, cards: _("No damage card is left."),
    e.Captured: _captured,
    e.Escaped: _escaped,
    e.CharactersReturned: _characters_returned,
    e.CriminalRevealed: _criminal_revealed,
    e.GaugeMoved: _gauge_moved,
    e.ViciousAppeared: _vicious_appeared,
    e.ViciousMoved: _vicious_moved,
    e.LastTurns: _last_turns,
    e.TokensLost: _tokens_lost,
}
