"""One step of a lesson: its words, the position that it begins from, and its goal; and that position, played out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from django.utils.functional import Promise
from msgspec import Struct

from campaigns.wars.models.play import Decider
from campaigns.wars.play.deciding import Made
from campaigns.wars.play.lessons.goals import Goal
from engines.core.dice import SEED_BYTES, SeededDice
from engines.musg.battle.actions import Action, Deploy
from engines.musg.battle.decision import Ask
from engines.musg.battle.game import Battle
from engines.musg.battle.setup import Setup
from engines.musg.ground.shapes import Point
from engines.musg.prospects import code_of

type Facts = Callable[[Battle], Mapping[str, object]]
"""The numbers that a step's words name, as they are in the battle that it begins with."""


def no_facts(_battle: Battle) -> Mapping[str, object]:
    """Return that the words name no numbers."""
    return {}


class Step(Struct, frozen=True, kw_only=True):
    """What one learns by doing one thing.

    ``text`` says what it is about, ``task`` what to do, ``hint`` how, ``learnt`` what it showed. The position: figures
    of ``setup`` at these ``places``, by their numbers in the battle, then the decisions ``then``; without places one
    deploys oneself. ``seed`` makes the dice, before and after, always the same.
    """

    code: str
    title: str | Promise
    text: str | Promise
    task: str | Promise
    hint: str | Promise
    learnt: str | Promise
    goal: Goal
    setup: Callable[[], Setup]
    seed: int
    places: Sequence[Point] = ()
    then: Sequence[Action] = ()
    facts: Facts = no_facts

    @property
    def key(self) -> str:
        """The seed as battles keep theirs."""
        return self.seed.to_bytes(SEED_BYTES, "big").hex()

    def begin(self) -> tuple[Battle, list[Made]]:
        """Return the battle in the position of the step, and the decisions that led there."""
        battle = Battle.new(self.setup(), SeededDice(bytes.fromhex(self.key)))
        made: list[Made] = []
        while battle.decision is not None and battle.decision.ask is Ask.DEPLOY and self.places:
            figure = battle.decision.options[0]
            _play(battle, Deploy(figure, *self.places[figure]), made)
        for action in self.then:
            _play(battle, action, made)
        return battle, made


def _play(battle: Battle, action: Action, made: list[Made]) -> None:
    made.append(Made(battle.actor or 0, code_of(action), Decider.LESSON))
    battle.play(action)
