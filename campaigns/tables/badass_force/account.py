"""The account of a game of Badass Force: events as sentences, put together into lines.

Events come as their reader saw them. Where they leave out a character, the sentence names none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _, ngettext

from campaigns.matches.scores.wording import listed
from campaigns.tables.badass_force.account_effects import TELLING as EFFECTS
from campaigns.tables.badass_force.account_weapons import TELLING as WEAPONS
from campaigns.tables.badass_force.words import CAUSES, Cards, Names, amount
from campaigns.tables.scene import StoryLine
from engines.badass_force import events as e
from engines.badass_force.outcome import Ending, Outcome
from engines.core.event import Event

type Telling = Callable[[Any, Names, Cards], str]


def lines(events: Iterable[Event], names: Names, cards: Cards) -> tuple[StoryLine, ...]:
    """Return the account of these events, a line each, as whoever sees them in this form saw them."""
    return tuple(StoryLine(_TELLING[type(event)](event, names, cards), _KINDS.get(type(event), "")) for event in events)


def ending(outcome: Outcome, names: Names) -> str:
    """Say how the game ended."""
    if outcome.ending is Ending.LEFT and outcome.winners:
        return _("Everybody else has left: %(name)s wins.") % {"name": names[outcome.winners[0]]}
    first = outcome.winners or outcome.undecided
    words = {"names": listed([names[seat] for seat in first]), "points": amount("points", outcome.points[first[0]])}
    if outcome.winners:
        won = _("%(names)s wins with %(points)s.") % words
    else:
        won = _("%(names)s are level with %(points)s: another game decides between them.") % words
    said = f"{_WHY[outcome.ending]()} {won}"
    if not outcome.tie_breaks:
        return said
    told = _("The tie was broken by: %(what)s.") % {"what": listed([_TIES[one]() for one in outcome.tie_breaks])}
    return f"{said} {told}"


_WHY: Final[Mapping[Ending, Callable[[], str]]] = {
    Ending.LIMIT: lambda: _("The limit was reached."),
    Ending.TURN_LIMIT: lambda: _("The agreed number of turns has been played."),
    Ending.LEFT: lambda: _("The others have left."),
}
_TIES: Final[Mapping[str, Callable[[], str]]] = {
    "cards": lambda: _("cards in hand"),
    "ammo": lambda: _("ammunition"),
}


# The course of the game


def _cast_chosen(event: e.CastChosen, names: Names, cards: Cards) -> str:
    words = {"characters": cards.names(event.characters), "name": names[event.first]}
    return _("In this game: %(characters)s. %(name)s is drawn to begin.") % words


def _loge_drawn(event: e.LogeDrawn, names: Names, cards: Cards) -> str:
    if event.character is None:
        return _("%(name)s puts a character into the dressing room.") % {"name": names[event.seat]}
    words = {"name": names[event.seat], "character": cards.name(event.character)}
    return _("%(name)s puts %(character)s into the dressing room.") % words


def _laid(event: e.Laid, names: Names, cards: Cards) -> str:
    if event.character is None:
        return _("%(name)s lays a character face down.") % {"name": names[event.seat]}
    return _("%(name)s lays %(character)s face down.") % {
        "name": names[event.seat],
        "character": cards.name(event.character),
    }


def _turn_began(event: e.TurnBegan, names: Names, cards: Cards) -> str:
    return _("Turn %(number)s: %(name)s") % {"number": event.number, "name": names[event.seat]}


def _limit_reached(event: e.LimitReached, names: Names, cards: Cards) -> str:
    words = {"name": names[event.seat], "points": amount("points", event.points)}
    return _("%(name)s reaches the limit with %(points)s: this turn is the last.") % words


def _game_over(event: e.GameOver, names: Names, cards: Cards) -> str:
    told = [ending(event.outcome, names), _("Points: %(totals)s.") % {"totals": _by_seat(event.outcome.points, names)}]
    if "cards" in event.outcome.tie_breaks:
        told.append(_("Cards in hand: %(totals)s.") % {"totals": _by_seat(event.hands, names)})
    if "ammo" in event.outcome.tie_breaks:
        told.append(_("Ammunition: %(totals)s.") % {"totals": _by_seat(event.ammo, names)})
    return " ".join(told)


def _by_seat(figures: Sequence[int], names: Names) -> str:
    return ", ".join(f"{name} {figure}" for name, figure in zip(names, figures, strict=True))


# Announcements


def _announced(event: e.Announced, names: Names, cards: Cards) -> str:
    words = {"name": names[event.seat], "character": cards.name(event.character)}
    if event.on:
        return _("%(name)s reacts: “I am %(character)s.”") % words
    return _("%(name)s announces: “I am %(character)s.”") % words


def _declined(event: e.Declined, names: Names, cards: Cards) -> str:
    return _("%(name)s does not react (%(on)s).") % {"name": names[event.seat], "on": CAUSES[event.on]}


def _answered(event: e.Answered, names: Names, cards: Cards) -> str:
    if not event.callers:
        return _("Nobody calls a bluff.")
    callers = listed([names[seat] for seat in event.callers])
    return ngettext("%(names)s calls a bluff.", "%(names)s call a bluff.", len(event.callers)) % {"names": callers}


def _shown(event: e.Shown, names: Names, cards: Cards) -> str:
    return _("%(name)s shows %(character)s.") % {"name": names[event.seat], "character": cards.name(event.character)}


def _bluff_called(event: e.BluffCalled, names: Names, cards: Cards) -> str:
    words = {"name": names[event.seat], "caller": names[event.caller]}
    if event.true:
        return _("%(name)s told the truth: %(caller)s was wrong.") % words
    return _("%(name)s was bluffing: %(caller)s was right.") % words


_TELLING: Final[Mapping[type[Event], Telling]] = {
    **EFFECTS,
    **WEAPONS,
    e.CastChosen: _cast_chosen,
    e.LogeDrawn: _loge_drawn,
    e.Laid: _laid,
    e.TurnBegan: _turn_began,
    e.TurnEnded: lambda event, names, cards: _("%(name)s’s turn is over.") % {"name": names[event.seat]},
    e.LimitReached: _limit_reached,
    e.Resigned: lambda event, names, cards: _("%(name)s gives up.") % {"name": names[event.seat]},
    e.GameOver: _game_over,
    e.Announced: _announced,
    e.Declined: _declined,
    e.Answered: _answered,
    e.Shown: _shown,
    e.BluffCalled: _bluff_called,
}

_KINDS: Final[Mapping[type[Event], str]] = {
    e.TurnBegan: "turn",
    e.BluffCalled: "loud",
    e.Lost: "loud",
    e.VengeanceBegan: "loud",
    e.LimitReached: "loud",
    e.Resigned: "loud",
    e.GameOver: "loud",
}
"""What is no ordinary line: headings, and what nobody should miss."""
