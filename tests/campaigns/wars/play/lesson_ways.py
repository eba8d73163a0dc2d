"""The steps of the first lesson as their words describe them: what to decide, and what the dice do then."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from campaigns.seating.bots import chance
from campaigns.wars.play.lessons.bands import OWN
from campaigns.wars.play.lessons.first_battle import AUDE, BASILE, HAK, KROM, LISON, ZUG
from campaigns.wars.play.lessons.step import Step
from engines.musg.battle.events import Event, Kind
from engines.musg.battle.game import Battle
from engines.musg.prospects import Option, OptionKind, options
from engines.musg.tactics import player as captain
from engines.musg.tactics.strengths import Strength, player


class Do(NamedTuple):
    """One decision: the first option of this kind, of that figure, at that target, with one of these codes."""

    kind: OptionKind
    figure: int | None = None
    target: int | None = None
    codes: tuple[str, ...] = ()

    def of(self, battle: Battle) -> Option:
        for one in options(battle, OWN):
            who = self.figure in (None, one.figure) and self.target in (None, one.target)
            if one.kind is self.kind and who and (not self.codes or one.code in self.codes):
                return one
        raise AssertionError(f"{self} is not on offer")


DESCRIBED: Mapping[str, Sequence[Do]] = {
    "waves": [Do(OptionKind.ACTIVATE, LISON), Do(OptionKind.END, LISON), Do(OptionKind.ACTIVATE)],
    "moving": [Do(OptionKind.WALK, AUDE, None, ("west",)), Do(OptionKind.RUN, AUDE)],
    "cover": [Do(OptionKind.WALK, LISON, None, ("cover", "hide")), Do(OptionKind.END, LISON)],
    "shooting": [Do(OptionKind.SHOOT, AUDE, ZUG)],
    "charging": [Do(OptionKind.CHARGE, BASILE, HAK), Do(OptionKind.STRIKE, BASILE, HAK)],
    "nerve": [Do(OptionKind.CHARGE, BASILE, KROM)],
    "word": [
        Do(OptionKind.ACTIVATE, BASILE),
        Do(OptionKind.WALK, BASILE, None, ("east",)),
        Do(OptionKind.END, BASILE),
        Do(OptionKind.ACTIVATE, AUDE),
        Do(OptionKind.END, AUDE),
    ],
}
"""The last step is fought freely."""


def one(since: Sequence[Event], kind: Kind, figure: int | None = None) -> Event:
    """The first event of a kind, about that figure."""
    return next(event for event in since if event.kind is kind and figure in (None, event.figure))


def _one_in_the_first_wave(start: Battle, _since: Sequence[Event]) -> bool:
    rolled = [event for event in start.events if event.kind is Kind.INITIATIVE][-1]
    order = rolled.data["order"]
    return order == [0, 1] and one(start.events, Kind.WAVE).data["most"] == 1


def _three_wounds(_start: Battle, since: Sequence[Event]) -> bool:
    shot, wounds = one(since, Kind.SHOT, AUDE), one(since, Kind.WOUND_ROLL, AUDE)
    return (shot.data["hits"], wounds.data["wounds"], one(since, Kind.OUT, ZUG).data["killed"]) == (3, 3, False)


def _a_blow_that_hurts(_start: Battle, since: Sequence[Event]) -> bool:
    return one(since, Kind.STRUCK, BASILE).data["wounds"] == 2


def _no_nerve(_start: Battle, since: Sequence[Event]) -> bool:
    test = one(since, Kind.NERVE, BASILE)
    return test.data["score"] == 10 and any(event.kind is Kind.FLINCHED for event in since)


def _saved_by_the_word(start: Battle, since: Sequence[Event]) -> bool:
    out = [piece.uid for piece in start.bands[OWN].pieces if piece.down]
    if len(out) != 3 or any(event.kind is Kind.ROUTED for event in since):
        return False
    test = one(since, Kind.ROUT_TEST, BASILE)
    return bool(test.data["passed"]) and test.data["score"] > test.data["own"]  # type: ignore[operator]


DICE: Mapping[str, Callable[[Battle, Sequence[Event]], bool]] = {
    "waves": _one_in_the_first_wave,
    "shooting": _three_wounds,
    "charging": _a_blow_that_hurts,
    "nerve": _no_nerve,
    "word": _saved_by_the_word,
}
"""Whether the dice of a step did what its words say."""


def bot_plays(battle: Battle, key: str) -> None:
    """Let the gentle bot decide until the learner must, as it does on the site."""
    while battle.decision is not None and battle.decision.side != OWN:
        battle.play(player(Strength.GENTLE, seed=chance(key, len(battle.log))).decide(battle))


def taken(step: Step) -> tuple[Battle, Battle, Sequence[Event]]:
    """The battle as a step begins, as it is once that was done as described, and what happened in between."""
    start, battle = step.begin()[0], step.begin()[0]
    bot_plays(battle, step.key)
    for decision in DESCRIBED.get(step.code, ()):
        battle.play(decision.of(battle).action)
        bot_plays(battle, step.key)
    while not DESCRIBED.get(step.code) and battle.decision is not None:
        battle.play(captain("cautious").decide(battle))
        bot_plays(battle, step.key)
    return start, battle, battle.events[len(start.events) :]
