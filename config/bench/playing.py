"""What decisions, reach, bots and the page of a battle at the site cost a process."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from statistics import median
from time import process_time
from typing import Final

from django.test import Client

from campaigns.wars.models.play import PlayedBattle, PlayState
from campaigns.wars.play import positions
from campaigns.wars.play.aiming import reach_data
from config.bench.engine import Speed
from config.bench.measure import often
from config.bench.played import asked_in, begin, decide
from config.bench.scene import Scene
from engines.musg.battle.actions import Action
from engines.musg.battle.decision import Ask
from engines.musg.battle.game import Battle
from engines.musg.tactics.strengths import Strength, player

DECISIONS: Final = 240
"""So many decisions are measured after the deployment, or all until the battle ends."""
LOOKS: Final = 12
"""The page is looked at after every so many of them."""
QUICK: Final = 7
"""So many answers to somebody who waits a second of processor time is to bear: 0.15 s each at the median."""


def played_speeds(scene: Scene) -> Iterator[Speed]:
    """Play a while at the site, both sides as a steady bot would, and measure by processor time."""
    sides = scene.played.battle.sides.select_related("warband__owner").order_by("seat")
    course = _Course(begin(*[side.warband for side in sides]))
    course.play(often(DECISIONS, 12))
    yield Speed("decisions in a battle at the site", 1 / median(course.decisions), aim=QUICK)
    yield Speed("reach and odds of a figure", 1 / median(course.reaches), aim=QUICK)
    yield Speed("longest activation of a steady bot", max(course.activations) * 1000, "ms")
    yield Speed("largest page of a battle at the site, gzipped", max(course.pages) / 1000, "kB")


class _Course:
    """Seconds that decisions, a figure's reach and a bot's activations took, and the bytes of pages."""

    def __init__(self, played: PlayedBattle) -> None:
        self.played, self.bot = played, player(Strength.STEADY)
        self.decisions, self.reaches, self.activations = list[float](), list[float](), [0.0]
        self.pages = list[int]()

    def play(self, most: int) -> None:
        """Play on for so many decisions."""
        for number in range(most):
            if self.played.state != PlayState.RUNNING:
                break
            if number % LOOKS == 0:
                self._look()
            with positions.standing(self.played) as game:
                action = self._think(game)
            begun = process_time()
            after = decide(self.played, action)
            self.decisions.append(process_time() - begun)
            self.played = after

    def _think(self, game: Battle) -> Action:
        decision = game.decision
        if decision is not None and decision.ask is Ask.ACTIVATE:
            begun = process_time()
            reach_data(game, decision.options[0], decision.side)
            self.reaches.append(process_time() - begun)
            self.activations.append(0.0)
        begun = process_time()
        action = self.bot.decide(game)
        self.activations[-1] += process_time() - begun
        return action

    def _look(self) -> None:
        client = Client()
        member = asked_in(self.played).member
        if member is not None:
            client.force_login(member)
        answer = client.get(self.played.get_absolute_url(), secure=True)
        self.pages.append(len(gzip.compress(answer.content, 6)))
