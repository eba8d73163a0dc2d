"""The account of a game of La Bagarre: events as sentences, put together into lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import takewhile
from typing import Any, Final

from django.utils.translation import gettext as _, ngettext

from campaigns.matches.scores.wording import listed
from campaigns.tables.bagarre import account_opening as opening, account_turns as turns
from campaigns.tables.bagarre.words import Names
from campaigns.tables.scene import StoryLine
from engines.bagarre import events as e
from engines.bagarre.outcome import Ending, Outcome
from engines.core.event import Event

type Telling = Callable[[Any, Names], str]


def lines(events: Iterable[Event], names: Names) -> tuple[StoryLine, ...]:
    """Return the account of these events, as whoever sees them in this form saw them.

    What belongs to one action stands in one line; a turn has a heading of its own.
    """
    found: list[StoryLine] = []
    words: list[str] = []
    several = list(events)
    for place, event in enumerate(several):
        told = _TELLING[type(event)](event, names)
        if isinstance(event, e.Struck) and _kills_although_it_holds(event, several[place + 1 :]):
            told = turns.struck_exactly(event, names)
        if not told:
            continue
        kind = _KINDS.get(type(event))
        if kind is not None and words:
            found.append(StoryLine(" ".join(words)))
            words = []
        if kind:
            found.append(StoryLine(told, kind))
        else:
            words.append(told)
    if words:
        found.append(StoryLine(" ".join(words)))
    return tuple(found)


def _kills_although_it_holds(struck: e.Struck, later: Iterable[Event]) -> bool:
    """Tell whether an attack that lets nothing through kills all the same, as an Ogre's does (ruling B40)."""
    if struck.seat is None or struck.damage > 0:
        return False
    following = takewhile(lambda event: not isinstance(event, e.Struck), later)
    return any(
        isinstance(one, e.Eliminated) and (one.seat, one.by) == (struck.target, struck.seat) for one in following
    )


def ending(outcome: Outcome, names: Names) -> str:
    """Say how the game ended."""
    winners = listed([names[seat] for seat in outcome.winners])
    if outcome.ending == Ending.TURN_LIMIT:
        return _drawn(_("The agreed number of turns is played:"), outcome, winners)
    if outcome.ending == Ending.NOBODY:
        return _drawn(_("Nobody is left:"), outcome, winners)
    if outcome.ending == Ending.LAST_TEAM:
        return _("The team of %(names)s wins.") % {"names": winners}
    return _("%(name)s is the last one standing and wins.") % {"name": winners}


def _drawn(why: str, outcome: Outcome, winners: str) -> str:
    if not outcome.winners:
        return " ".join((why, _("nobody has won.")))
    said = ngettext("%(names)s wins.", "%(names)s share the victory.", len(outcome.winners)) % {"names": winners}
    return f"{why} {said}"


def _pile_reformed(event: e.PileReformed, names: Names) -> str:
    words = ngettext(
        "The draw pile is used up; the discard, %(count)s card, becomes the new one.",
        "The draw pile is used up; the discard, %(count)s cards, is shuffled to become the new one.",
        event.count,
    )
    return words % {"count": event.count}


_TELLING: Final[Mapping[type[Event], Telling]] = {
    e.HeroesDealt: opening.heroes_dealt,
    e.HeroKept: opening.hero_kept,
    e.HeroesRevealed: opening.heroes_revealed,
    e.Dealt: lambda event, names: "",  # what lies there in the end is told
    e.JokersReplaced: opening.jokers_replaced,
    e.Redrew: opening.redrew,
    e.Laid: opening.laid,
    e.FirstPlayer: opening.first_player,
    e.TurnBegan: turns.turn_began,
    e.Peeked: turns.peeked,
    e.Announced: turns.announced,
    e.LookedAt: turns.looked_at,
    e.Revealed: turns.revealed,
    e.Discarded: turns.discarded,
    e.ChargesRevealed: turns.charges_revealed,
    e.Sacrificed: turns.sacrificed,
    e.Transformed: turns.transformed,
    e.WentInvisible: turns.went_invisible,
    e.PotionDrunk: turns.potion_drunk,
    e.ShieldShown: turns.shield_shown,
    e.Struck: turns.struck,
    e.HitPointsLost: turns.hit_points_lost,
    e.ChargesLost: turns.charges_lost,
    e.Wounded: turns.wounded,
    e.Eliminated: turns.eliminated,
    e.ShieldChanged: turns.shield_changed,
    e.Charged: turns.charged,
    e.Exchanged: turns.exchanged,
    e.Swapped: turns.swapped,
    e.ShieldStolen: turns.shield_stolen,
    e.Countered: turns.countered,
    e.ExtraAction: turns.extra_action,
    e.PileReformed: _pile_reformed,
    e.PileShuffled: lambda event, names: _("The draw pile is shuffled."),
    e.DragonAwoke: lambda event, names: _("The dragon awakes and attacks everybody!"),
    e.Resigned: lambda event, names: _("%(name)s gives up.") % {"name": names[event.seat]},
    e.GameOver: lambda event, names: ending(event.outcome, names),
}

_KINDS: Final[Mapping[type[Event], str]] = {
    e.TurnBegan: "turn",
    e.HeroesRevealed: "loud",
    e.DragonAwoke: "loud",
    e.Eliminated: "loud",
    e.Resigned: "loud",
    e.GameOver: "loud",
    e.Announced: "",
    e.HeroKept: "",
    e.Laid: "",
    e.FirstPlayer: "",
    e.Peeked: "",
}
"""Events that begin a line, and of which kind it is; a line with a kind holds nothing else."""
