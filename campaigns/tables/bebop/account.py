"""The account of a game of Space Serenade: events as sentences, put together into lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from django.utils.translation import gettext as _, ngettext

from campaigns.matches.scores.wording import listed
from campaigns.tables.bebop.account_hunt import TELLING as HUNTING
from campaigns.tables.bebop.proposing import describe_proposal
from campaigns.tables.bebop.words import AMOUNTS, CHARACTERS, PLACES, POOLS, SKILLS, ZONES, Cards, Names, amount
from campaigns.tables.scene import StoryLine
from engines.bebop import events as e
from engines.bebop.outcome import Ending, Outcome
from engines.core.event import Event

type Telling = Callable[[Any, Names, Cards], str]


def lines(events: Iterable[Event], names: Names, cards: Cards) -> tuple[StoryLine, ...]:
    """Return the account of these events, a line each, as whoever sees them in this form saw them."""
    told = ((_TELLING[type(event)](event, names, cards), _KINDS.get(type(event), "")) for event in events)
    return tuple(StoryLine(text, kind) for text, kind in told if text)


def ending(outcome: Outcome, names: Names) -> str:
    """Say how the game ended."""
    winners = listed([names[seat] for seat in outcome.winners])
    if outcome.ending is Ending.LAST_PLAYER:
        return _("Everybody else has left: %(name)s wins.") % {"name": winners}
    why = _WHY[outcome.ending]()
    renown = outcome.renown[outcome.winners[0]]
    words = {"names": winners, "count": renown}
    if len(outcome.winners) > 1:
        won = _("%(names)s share the victory with %(count)s renown each.") % words
    else:
        won = _("%(names)s wins with %(count)s renown.") % words
    return f"{why} {won}"


_WHY: Final[Mapping[Ending, Callable[[], str]]] = {
    Ending.VICIOUS_CAPTURED: lambda: _("Vicious was captured."),
    Ending.VICIOUS_FLED: lambda: _("Vicious fled: a small victory only."),
    Ending.BROKEN_OFF: lambda: _("Nobody attacked Vicious: the game was broken off."),
}


# Setting up, turns


def _first_player(event: e.FirstPlayer, names: Names, cards: Cards) -> str:
    return _("%(name)s is drawn to begin, with four cards.") % {"name": names[event.seat]}


def _character_taken(event: e.CharacterTaken, names: Names, cards: Cards) -> str:
    return _("%(name)s plays %(character)s.") % {"name": names[event.seat], "character": CHARACTERS[event.character]}


def _market_cleared(event: e.MarketCleared, names: Names, cards: Cards) -> str:
    return _("The market is renewed; trashed: %(cards)s.") % {"cards": cards.names(event.cards)}


def _turn_began(event: e.TurnBegan, names: Names, cards: Cards) -> str:
    return _("Turn %(number)s: %(name)s") % {"number": event.number, "name": names[event.seat]}


def _turn_ended(event: e.TurnEnded, names: Names, cards: Cards) -> str:
    if not event.kept:
        return ""
    return _("%(name)s discards without playing: %(cards)s.") % {
        "name": names[event.seat],
        "cards": cards.names(event.kept),
    }


def _drew(event: e.Drew, names: Names, cards: Cards) -> str:
    words = {"name": names[event.seat], "count": event.count}
    if event.cards is not None:
        return _("%(name)s draws: %(cards)s.") % {**words, "cards": cards.names(event.cards)} if event.cards else ""
    return ngettext("%(name)s draws %(count)s card.", "%(name)s draws %(count)s cards.", event.count) % words


def _reshuffled(event: e.Reshuffled, names: Names, cards: Cards) -> str:
    if event.seat is None:
        return _("The damage cards are reshuffled.")
    return _("%(name)s shuffles the discard pile into a new deck.") % {"name": names[event.seat]}


def _game_over(event: e.GameOver, names: Names, cards: Cards) -> str:
    totals = ", ".join(f"{name} {renown}" for name, renown in zip(names, event.outcome.renown, strict=True))
    counted = _("Renown: %(totals)s.") % {"totals": totals}
    return f"{ending(event.outcome, names)} {counted}"


# Acting


def _brought(event: e.Played | e.Bought, pools: Iterable[str] = POOLS) -> str:
    return ", ".join(AMOUNTS[what](count, str(count)) for what in pools if (count := getattr(event, what)))


def _played(event: e.Played, names: Names, cards: Cards) -> str:
    words = {"name": names[event.seat], "card": cards.name(event.card), "brought": _brought(event)}
    if not words["brought"]:
        return _("%(name)s plays %(card)s.") % words
    return _("%(name)s plays %(card)s: %(brought)s.") % words


def _bought(event: e.Bought, names: Names, cards: Cards) -> str:
    paid = _brought(event, ("woolongs", "fuel")) or _("nothing")
    words = {"name": names[event.seat], "card": cards.name(event.card), "paid": paid}
    return _BOUGHT[event.to]() % words


_BOUGHT: Final[Mapping[str, Callable[[], str]]] = {
    "discard": lambda: _("%(name)s buys %(card)s for %(paid)s."),
    "deck": lambda: _("%(name)s buys %(card)s for %(paid)s, onto the deck."),
    "hand": lambda: _("%(name)s buys %(card)s for %(paid)s, into the hand."),
}


def _travelled(event: e.Travelled, names: Names, cards: Cards) -> str:
    words = {
        "name": names[event.seat],
        "character": CHARACTERS[event.character],
        "place": PLACES[event.place],
        "fuel": amount("fuel", event.fuel),
    }
    if event.fuel:
        return _("%(character)s flies: %(place)s (%(fuel)s).") % words
    return _("%(name)s moves %(character)s: %(place)s.") % words


def _skill_used(event: e.SkillUsed, names: Names, cards: Cards) -> str:
    words = {"name": names[event.seat], "skill": SKILLS[event.skill], "fuel": amount("fuel", event.fuel)}
    if event.fuel:
        return _("%(name)s uses a skill for %(fuel)s: %(skill)s.") % words
    return _("%(name)s uses a skill: %(skill)s.") % words


def _gained(event: e.Gained, names: Names, cards: Cards) -> str:
    words = {"name": names[event.seat], "amount": amount(event.what, abs(event.count))}
    if not event.count:
        return ""
    return (_("%(name)s: +%(amount)s.") if event.count > 0 else _("%(name)s: −%(amount)s.")) % words


def _took_over(event: e.TookOver, names: Names, cards: Cards) -> str:
    words = {"name": names[event.seat], "target": names[event.target], "amount": amount(event.what, event.count)}
    return _("%(name)s takes from %(target)s: %(amount)s.") % words


def _trashed(event: e.Trashed, names: Names, cards: Cards) -> str:
    words = {"name": names[event.seat], "card": cards.name(event.card), "zone": ZONES[event.origin]}
    return _("%(name)s trashes %(card)s (%(zone)s).") % words


def _discarded(event: e.Discarded, names: Names, cards: Cards) -> str:
    return _("%(name)s discards %(card)s.") % {"name": names[event.seat], "card": cards.name(event.card)}


def _moved(event: e.Moved, names: Names, cards: Cards) -> str:
    words = {
        "name": names[event.seat],
        "card": cards.name(event.card) if event.card is not None else _("a card"),
        "origin": ZONES[event.origin],
        "to": ZONES[event.to],
    }
    return _("%(name)s, %(card)s: %(origin)s → %(to)s.") % words


def _looked_at(event: e.LookedAt, names: Names, cards: Cards) -> str:
    words = {"name": names[event.seat], "count": event.count, "pile": _PILES[event.pile]()}
    if event.cards is not None:
        return _("%(name)s looks at the top (%(pile)s): %(cards)s.") % {**words, "cards": cards.names(event.cards)}
    said = ngettext(
        "%(name)s looks at the top card (%(pile)s).",
        "%(name)s looks at the top %(count)s cards (%(pile)s).",
        event.count,
    )
    return said % words


_PILES: Final[Mapping[str, Callable[[], str]]] = {
    "own": lambda: _("own deck"),
    "common": lambda: _("common deck"),
    "damage": lambda: _("damage deck"),
}


def _revealed(event: e.Revealed, names: Names, cards: Cards) -> str:
    shown = cards.names(event.cards) or _("no card")
    return _("%(name)s shows the hand: %(cards)s.") % {"name": names[event.seat], "cards": shown}


def _skipped(event: e.Skipped, names: Names, cards: Cards) -> str:
    return _("%(card)s: part of the text has no effect now.") % {"card": cards.name(event.card)}


def _rolled(event: e.Rolled, names: Names, cards: Cards) -> str:
    return _("%(name)s rolls a %(face)s.") % {"name": names[event.seat], "face": event.face}


def _proposed(event: e.Proposed, names: Names, cards: Cards) -> str:
    return _("%(name)s proposes to the table: %(proposal)s.") % {
        "name": names[event.seat],
        "proposal": describe_proposal(event.proposal, event.seat, names),
    }


def _agreed(event: e.Agreed, names: Names, cards: Cards) -> str:
    said = _("%(name)s agrees.") if event.accepts else _("%(name)s objects.")
    return said % {"name": names[event.seat]}


_TELLING: Final[Mapping[type[Event], Telling]] = {
    **HUNTING,
    e.FirstPlayer: _first_player,
    e.CharacterTaken: _character_taken,
    e.MarketLaid: lambda event, names, cards: _("In the market: %(cards)s.") % {"cards": cards.names(event.cards)},
    e.MarketCleared: _market_cleared,
    e.TurnBegan: _turn_began,
    e.TurnEnded: _turn_ended,
    e.Drew: _drew,
    e.Reshuffled: _reshuffled,
    e.Resigned: lambda event, names, cards: _("%(name)s gives up.") % {"name": names[event.seat]},
    e.GameOver: _game_over,
    e.Played: _played,
    e.TeamEffect: lambda event, names, cards: _("Team effect: %(card)s.") % {"card": cards.name(event.card)},
    e.Bought: _bought,
    e.Travelled: _travelled,
    e.SkillUsed: _skill_used,
    e.Gained: _gained,
    e.TookOver: _took_over,
    e.Trashed: _trashed,
    e.Discarded: _discarded,
    e.Moved: _moved,
    e.LookedAt: _looked_at,
    e.Revealed: _revealed,
    e.Skipped: _skipped,
    e.Rolled: _rolled,
    e.Proposed: _proposed,
    e.Agreed: _agreed,
}

_KINDS: Final[Mapping[type[Event], str]] = {
    e.TurnBegan: "turn",
    e.Captured: "loud",
    e.Escaped: "loud",
    e.ViciousAppeared: "loud",
    e.LastTurns: "loud",
    e.Resigned: "loud",
    e.GameOver: "loud",
}
"""What is no ordinary line: headings, and what nobody should miss."""
