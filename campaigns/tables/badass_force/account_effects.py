"""The account of what cards and calls do: losses, points, Vengeance, looks, guesses, what the table decides."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.utils.translation import gettext as _, pgettext

from campaigns.tables.badass_force.account_proposals import describe_proposal
from campaigns.tables.badass_force.words import SOURCES, UNTIL, Cards, Names, lasting, signed
from engines.badass_force import events as e
from engines.core.event import Event


def _slot_began(event: e.SlotBegan, names: Names, cards: Cards) -> str:
    return _BEGAN[event.slot]() % {"name": names[event.seat], "card": cards.name(event.card)}


_BEGAN: Final[Mapping[str, Callable[[], str]]] = {
    "power": lambda: _("Power: %(card)s (%(name)s)."),
    "vengeance": lambda: _("Vengeance power: %(card)s (%(name)s)."),
    "reaction": lambda: _("Reaction: %(card)s (%(name)s)."),
    "death": lambda: _("Last deed of the dead: %(card)s (%(name)s)."),
    "execution": lambda: _("Execution: %(card)s (%(name)s)."),
    "overload": lambda: _("Overload: %(card)s (%(name)s)."),
    "each_turn": lambda: _("At the start of the turn: %(card)s (%(name)s)."),
}


def _skipped(event: e.Skipped, names: Names, cards: Cards) -> str:
    return _("%(card)s: part of the text has no effect now.") % {"card": cards.name(event.card)}


def _lost(event: e.Lost, names: Names, cards: Cards) -> str:
    words = {"name": names[event.seat], "character": cards.name(event.character)}
    if event.by is None:
        return _("%(name)s loses %(character)s; nobody scores.") % words
    return _LOST[event.means]() % {**words, "by": names[event.by]}


_LOST: Final[Mapping[str, Callable[[], str]]] = {
    "weapon": lambda: _("%(by)s strikes with a weapon: %(name)s loses %(character)s."),
    "power": lambda: _("%(by)s strikes with a power: %(name)s loses %(character)s."),
    "explosion": lambda: _("%(by)s has blown up the weapon: %(name)s loses %(character)s."),
    "bluff_called": lambda: _("%(name)s loses %(character)s to a call by %(by)s."),
    "bluff_resisted": lambda: _("%(name)s called wrongly and loses a card from the hand to %(by)s: %(character)s."),
}


def _scored(event: e.Scored, names: Names, cards: Cards) -> str:
    said = _CARD_POINTS.get(event.card)
    reason = said() if said is not None else cards.name(event.card) if event.card else str(SOURCES[event.source])
    words = {"name": names[event.seat], "points": signed("points", event.points), "total": event.total}
    return _("%(name)s: %(points)s (%(reason)s), %(total)s in all.") % {**words, "reason": reason}


_CARD_POINTS: Final[Mapping[str, Callable[[], str]]] = {
    "kill_points": lambda: pgettext("Badass Force", "more for each kill, by a card"),
    "pay": lambda: pgettext("Badass Force", "paid for a card’s text"),
}
"""Points by a card that the event does not name."""


def _vengeance_began(event: e.VengeanceBegan, names: Names, cards: Cards) -> str:
    if event.again:
        said = _("%(name)s has one character left and takes all seven back once more.")
    else:
        said = _("%(name)s has one character left, goes into Vengeance mode and takes all seven back.")
    return said % {"name": names[event.seat]}


def _revived(event: e.Revived, names: Names, cards: Cards) -> str:
    words = {"name": names[event.seat], "character": cards.name(event.character)}
    return _("%(name)s takes %(character)s back from the graveyard.") % words


def _looked_at(event: e.LookedAt, names: Names, cards: Cards) -> str:
    words = {"name": names[event.seat], "target": names[event.target]}
    if event.character is not None:
        words["character"] = cards.name(event.character)
        return _LOOKED[event.dressing_room]() % words
    if event.dressing_room:
        return _("%(name)s looks secretly into the dressing room of %(target)s.") % words
    return _("%(name)s looks secretly at the active character of %(target)s.") % words


_LOOKED: Final[Mapping[bool, Callable[[], str]]] = {
    True: lambda: _("%(name)s looks secretly into the dressing room of %(target)s: %(character)s."),
    False: lambda: _("%(name)s looks secretly at the active character of %(target)s: %(character)s."),
}


def _guessed(event: e.Guessed, names: Names, cards: Cards) -> str:
    words = {"name": names[event.seat], "target": names[event.target], "character": cards.name(event.character)}
    if event.right:
        return _("%(name)s guesses %(character)s in front of %(target)s, correctly.") % words
    return _("%(name)s guesses %(character)s in front of %(target)s, wrongly.") % words


def _lasts(event: e.Lasts, names: Names, cards: Cards) -> str:
    words = {
        "name": names[event.seat],
        "what": lasting(event.what, event.amount),
        "until": UNTIL[event.until],
        "card": cards.name(event.card),
    }
    return _("%(name)s, %(until)s: %(what)s (%(card)s).") % words


def _proposed(event: e.Proposed, names: Names, cards: Cards) -> str:
    return _("%(name)s proposes to the table: %(proposal)s.") % {
        "name": names[event.seat],
        "proposal": describe_proposal(event.proposal, event.seat, names),
    }


def _agreed(event: e.Agreed, names: Names, cards: Cards) -> str:
    said = _("%(name)s agrees.") if event.accepts else _("%(name)s objects.")
    return said % {"name": names[event.seat]}


TELLING: Final[Mapping[type[Event], Callable[[Any, Names, Cards], str]]] = {
    e.SlotBegan: _slot_began,
    e.Skipped: _skipped,
    e.Lost: _lost,
    e.Scored: _scored,
    e.VengeanceBegan: _vengeance_began,
    e.Blocked: lambda event, names, cards: _("%(name)s is out of reach.") % {"name": names[event.seat]},
    e.Revived: _revived,
    e.LookedAt: _looked_at,
    e.Guessed: _guessed,
    e.Lasts: _lasts,
    e.Proposed: _proposed,
    e.Agreed: _agreed,
}
