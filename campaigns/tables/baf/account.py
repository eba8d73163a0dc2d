"""The account of a game of BAF!: events as sentences, put together into lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from django.utils.translation import gettext as _, ngettext

from campaigns.matches.scores.baf_words import BOSS_BEATEN, BOSS_STRONGER, LEVELS
from campaigns.matches.scores.wording import listed
from campaigns.tables.baf.words import Cards, Names, hands_in_words, skills_in_words
from campaigns.tables.scene import StoryLine
from engines.baf import events as e
from engines.baf.actions import NONE
from engines.baf.outcome import Ending, Outcome
from engines.core.event import Event

type Telling = Callable[[Any, Names, Cards], str]


def lines(events: Iterable[Event], names: Names, cards: Cards) -> tuple[StoryLine, ...]:
    """Return the account of these events, a line each, as whoever sees them in this form saw them."""
    told = ((_TELLING[type(event)](event, names, cards), _KINDS.get(type(event), "")) for event in events)
    return tuple(StoryLine(text, kind) for text, kind in told if text)


def ending(outcome: Outcome, names: Names) -> str:
    """Say how the game ended."""
    winners = listed([names[seat] for seat in outcome.winners])
    if outcome.ending == Ending.LEFT:
        return _("Everybody else has left: %(name)s wins.") % {"name": winners}
    coins = outcome.coins[outcome.winners[0]]
    if len(outcome.winners) > 1:
        words = ngettext(
            "%(names)s share the victory with %(count)s coin each.",
            "%(names)s share the victory with %(count)s coins each.",
            coins,
        )
        return words % {"names": winners, "count": coins}
    return ngettext("%(name)s wins with %(count)s coin.", "%(name)s wins with %(count)s coins.", coins) % {
        "name": winners,
        "count": coins,
    }


def coins_in_words(coins: int) -> str:
    """Say how many coins came or went."""
    count = abs(coins)
    sign = "+" if coins >= 0 else "−"
    return ngettext("%(sign)s%(count)s coin", "%(sign)s%(count)s coins", count) % {"sign": sign, "count": count}


# Before the first round


def _bosses_shown(event: e.BossesShown, names: Names, cards: Cards) -> str:
    words = {"master": cards.boss(event.master), "dragon": cards.boss(event.dragon)}
    return _("In the dungeon wait %(master)s and, at the master’s feet, %(dragon)s.") % words


def _first_player(event: e.FirstPlayer, names: Names, cards: Cards) -> str:
    return _("%(name)s is drawn to choose a hero first.") % {"name": names[event.seat]}


def _hero_drafted(event: e.HeroDrafted, names: Names, cards: Cards) -> str:
    return _("%(name)s chooses: %(hero)s.") % {"name": names[event.seat], "hero": cards.hero(event.hero)}


def _heroes_placed(event: e.HeroesPlaced, names: Names, cards: Cards) -> str:
    words = {"name": names[event.seat], "left": cards.hero(event.left), "right": cards.hero(event.right)}
    return _("%(name)s leads %(left)s on the left and %(right)s on the right.") % words


# A round


def _round_began(event: e.RoundBegan, names: Names, cards: Cards) -> str:
    return _("Round %(number)s, level %(level)s") % {"number": event.number, "level": LEVELS[event.level]}


def _monsters_shown(event: e.MonstersShown, names: Names, cards: Cards) -> str:
    return _("On the table: %(monsters)s.") % {"monsters": ", ".join(cards.monster(code) for code in event.monsters)}


def _hands_laid(event: e.HandsLaid, names: Names, cards: Cards) -> str:
    return ""  # who has still to answer stands above the heroes, the same for all


def _hands_shown(event: e.HandsShown, names: Names, cards: Cards) -> str:
    idle = [names[seat] for seat, hands in zip(event.seats, event.hands, strict=True) if hands == (NONE, NONE)]
    said = [_("The hands are shown.")]
    if idle:
        said.append(
            ngettext("%(names)s attacks nothing.", "%(names)s attack nothing.", len(idle)) % {"names": listed(idle)}
        )
    return " ".join(said)


def _contested(event: e.Contested, names: Names, cards: Cards) -> str:
    words = {
        "names": listed([names[seat] for seat in event.seats]),
        "monster": cards.monster(event.monster),
        "winner": names[event.winner],
    }
    return _("%(names)s want the same monster, %(monster)s: %(winner)s is drawn to get it.") % words


def _touched(event: e.Touched, names: Names, cards: Cards) -> str:
    words = {"name": names[event.seat], "hand": hands_in_words((event.side,)), "monster": cards.monster(event.monster)}
    return _("%(name)s, %(hand)s: %(monster)s.") % words


def _fought(event: e.Fought, names: Names, cards: Cards) -> str:
    words = {
        "name": names[event.seat],
        "hands": hands_in_words(event.sides),
        "monster": cards.monster(event.monster),
        "coins": coins_in_words(event.coins),
    }
    if event.won:
        return _("%(name)s beats %(monster)s with %(hands)s: %(coins)s.") % words
    return _("%(monster)s beats %(name)s, who attacked with %(hands)s: %(coins)s.") % words


def _monsters_left(event: e.MonstersLeft, names: Names, cards: Cards) -> str:
    return _("Nobody attacked: %(monsters)s.") % {"monsters": ", ".join(cards.monster(code) for code in event.monsters)}


def _improved(event: e.Improved, names: Names, cards: Cards) -> str:
    words = {
        "name": names[event.seat],
        "hero": cards.hero(event.hero),
        "monster": cards.monster(event.monster),
        "gain": skills_in_words(event.gain),
    }
    return _("%(name)s puts %(monster)s under %(hero)s: + %(gain)s.") % words


def _declined(event: e.Declined, names: Names, cards: Cards) -> str:
    words = {"name": names[event.seat], "monster": cards.monster(event.monster)}
    return _("%(name)s puts %(monster)s under neither hero.") % words


# The end


def _attempted(event: e.Attempted, names: Names, cards: Cards) -> str:
    words = {"player": names[event.seat]}
    if event.boss is None:
        return _("%(player)s makes no final attempt.") % words
    if not event.won:
        return f"{str(BOSS_STRONGER[event.boss.value]) % words}."
    return f"{str(BOSS_BEATEN[event.boss.value]) % words}. {coins_in_words(event.coins)}."


def _game_over(event: e.GameOver, names: Names, cards: Cards) -> str:
    totals = ", ".join(
        f"{name} ({str(coins).replace('-', '−')})" for name, coins in zip(names, event.outcome.coins, strict=True)
    )
    counted = _("Coins: %(totals)s.") % {"totals": totals}
    return f"{ending(event.outcome, names)} {counted}"


_TELLING: Final[Mapping[type[Event], Telling]] = {
    e.BossesShown: _bosses_shown,
    e.FirstPlayer: _first_player,
    e.HeroDrafted: _hero_drafted,
    e.HeroesPlaced: _heroes_placed,
    e.RoundBegan: _round_began,
    e.MonstersShown: _monsters_shown,
    e.HandsLaid: _hands_laid,
    e.HandsShown: _hands_shown,
    e.Contested: _contested,
    e.Touched: _touched,
    e.SaidDone: lambda event, names, cards: _("%(name)s is done.") % {"name": names[event.seat]},
    e.TimeUp: lambda event, names, cards: _("Time is up."),
    e.Fought: _fought,
    e.MonstersLeft: _monsters_left,
    e.Improved: _improved,
    e.Declined: _declined,
    e.AttemptChosen: lambda event, names, cards: "",
    e.Attempted: _attempted,
    e.Resigned: lambda event, names, cards: _("%(name)s gives up.") % {"name": names[event.seat]},
    e.GameOver: _game_over,
}

_KINDS: Final[Mapping[type[Event], str]] = {
    e.RoundBegan: "turn",
    e.Contested: "loud",
    e.Attempted: "loud",
    e.Resigned: "loud",
    e.GameOver: "loud",
}
"""What is no ordinary line: headings, and what nobody should miss."""
