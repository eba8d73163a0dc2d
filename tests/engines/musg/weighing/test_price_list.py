"""All that is printed, weighed at once: what it shares changes nothing, and the stored list is the engine's own."""

from __future__ import annotations

import json
from typing import Any
from zlib import crc32

import pytest
from msgspec.structs import replace

from engines.__main__ import main
from engines.core.dice import Dice
from engines.musg.battle.setup import Setup
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.ranks import Rank
from engines.musg.weighing import Kind, Plan, Subject, baseline, mark_of, plan_for, price, rounds, weigh_part, weight
from engines.musg.weighing.price_list import UNWEIGHED, plans, printed, subjects, weigh_round
from engines.musg.weighing.subject import trial

SWORD = Subject(Kind.ITEM, "sword")
MACE = Subject(Kind.ITEM, "mace")
BRAWLER = Subject(Kind.SKILL, "brawler")
PUGILIST = Subject(Kind.SKILL, "pugilist")
"""Requires the brawler (Musg, Tableau des améliorations)."""
HENCHMAN = Subject(Kind.PROFILE, "generic", Rank.HENCHMAN)
HUNTER = Subject(Kind.MERCENARY, "orc_hunter")


def asked(*what: Subject) -> list[Plan]:
    return plans(CATALOGUE, what, rounds=4, seed=3)


@pytest.fixture
def fought(monkeypatch: pytest.MonkeyPatch) -> list[Setup]:
    """Battles cost nothing: who is there, with what, and the dice's seed say who wins."""
    seen: list[Setup] = []

    def told(setup: Setup, names: list[str], dice: Dice, *, seed: int, receipts: bool) -> Any:
        seen.append(setup)
        winner = crc32(f"{setup.sides} {seed}".encode()) % 3
        return type("Fought", (), {"outcome": type("Outcome", (), {"winner": None if winner == 2 else winner})})

    monkeypatch.setattr(rounds, "fight", told)
    return seen


@pytest.mark.usefixtures("fought")
def test_what_is_weighed_together_weighs_as_if_alone() -> None:
    together = asked(SWORD, MACE, BRAWLER, PUGILIST, HENCHMAN)
    parts = weigh_round(CATALOGUE, together, 2)
    assert parts == [weigh_part(CATALOGUE, plan, 2) for plan in together]
    assert len({part.counts for part in parts}) == 5  # otherwise this would say little


@pytest.mark.parametrize(
    ("what", "bands"),
    [
        ((SWORD,), 4),
        ((SWORD, MACE), 5),  # with swords, with maces, and the three steps
        ((BRAWLER, PUGILIST), 7),  # those who know brawling alone are the one's bearers and the other's first step
    ],
)
def test_bands_that_several_field_fight_once(what: tuple[Subject, ...], bands: int, fought: list[Setup]) -> None:
    weigh_round(CATALOGUE, asked(*what), 0)
    assert len(fought) == 6 * bands  # against three opponents, from either zone


def test_the_list_is_about_the_printed_tables() -> None:
    """19 weapons to shoot and 26 to strike with, ten pieces of gear, 23 skills; three ranks, six mercenaries."""
    found = subjects(CATALOGUE)
    assert [sum(one.kind is kind for one in found) for kind in Kind] == [55, 3, 23, 6]
    assert len(set(found)) == 87


@pytest.mark.slow
@pytest.mark.usefixtures("fought")
def test_the_command_writes_a_document_that_is_always_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    told = []
    for _ in range(2):
        assert main(["musg", "weigh-all", "--rounds", "4", "--seed", "3"]) == 0
        told.append(capsys.readouterr().out)
    assert told[0] == told[1]
    found = json.loads(told[0])
    assert (found["rounds"], found["seed"], len(found["lines"])) == (4, 3, 87)
    assert found["unweighed"] == dict(UNWEIGHED)
    assert all(line["weight"]["battles"] == 96 for line in found["lines"])


def test_what_is_stored_is_about_todays_catalogue() -> None:
    """Whoever changes the printed catalogue weighs it again: ``python -m engines musg weigh-all``."""
    found = printed()
    assert found.mark == mark_of(CATALOGUE)
    assert [line.weight.plan.subject for line in found.lines] == subjects(CATALOGUE)
    for line in found.lines:
        plan = line.weight.plan
        alone = plan_for(CATALOGUE, plan.subject, battles=1, seed=found.seed)
        assert plan == replace(alone, rounds=found.rounds)
        assert plan.price == price(CATALOGUE, plan.subject)
        assert line.part.rounds == tuple(range(found.rounds))
        assert line.weight == weight(plan, line.part)


@pytest.mark.parametrize("subject", [Subject(Kind.ITEM, "club"), HENCHMAN, HUNTER])
def test_what_is_stored_is_what_the_engine_gives(subject: Subject) -> None:
    """The first round of the band that has the thing, fought again: six battles, three pairs."""
    line = next(line for line in printed().lines if line.weight.plan.subject == subject)
    bearing = trial(CATALOGUE, subject).bearing
    again = baseline(CATALOGUE, line.weight.plan, 0, [bearing]).scores[bearing]
    assert again == tuple(scores[0] for scores in line.first)
