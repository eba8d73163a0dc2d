"""A game of La Bagarre told to the score pad: its options, its heroes, and who fell when and how."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, groupby
from typing import Any

from campaigns.tables.contract import Happened, ScoredGame
from engines import bagarre
from engines.bagarre.events import Announced, Eliminated as Gone
from engines.bagarre.outcome import Ending
from engines.bagarre.score.entries import Cause, Eliminated, Fall, Heroes, Stop
from engines.core.score import Entry


def score(game: bagarre.Game, happened: Iterable[Happened], heroes: Sequence[tuple[str, ...]]) -> ScoredGame:
    """Tell a game, with what happened in it, to the scoring engine.

    Those who fell at one moment of the game fall by one entry: through a fire potion, or through each other.
    """
    agreed = game.setup.options
    falls: list[Fall] = []
    counter = False
    for event in chain.from_iterable(happened):
        if isinstance(event, Announced):
            counter = event.counter
        elif isinstance(event, Gone):
            falls.append(Fall(event.seat, event.by, _cause(event, counter=counter)))
    outcome = game.outcome
    entries: list[Entry[Any]] = [Heroes(seat=n, heroes=names) for n, names in enumerate(heroes) if names]
    at_once = groupby(falls, key=lambda fall: game.seats[fall.seat].fell)
    entries += [Eliminated(falls=tuple(group)) for _, group in at_once]
    if outcome is not None and outcome.ending is Ending.TURN_LIMIT:
        entries.append(Stop())
    options = {
        "heroes": agreed.heroes,
        "trolls": agreed.trolls,
        "teams": list(agreed.teams),
        "same_hero_per_team": agreed.same_hero_per_team,
    }
    return options, entries


def _cause(event: Gone, *, counter: bool) -> Cause:
    """Return what made somebody fall; ``counter`` says that the action under way answers an attack."""
    if event.by is not None:
        return Cause.COUNTER if counter else Cause.ATTACK
    return Cause.LEFT if event.cause == "resigned" else Cause.DRAGON
