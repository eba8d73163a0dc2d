"""A battle as a document: replay, report, views, modules."""

import json
import os
import subprocess
import sys
from random import Random

import msgspec
import pytest

from engines.core.dice import FastDice, RecordedDice, SeededDice, UnusedFaces
from engines.core.problems import Illegal, Malformed
from engines.musg import report as reports
from engines.musg.battle import modules, record
from engines.musg.battle.actions import Activate, Custom, End
from engines.musg.battle.decision import Flow
from engines.musg.battle.events import Event, Kind
from engines.musg.battle.field import Field
from engines.musg.battle.game import Battle
from engines.musg.battle.opening import from_warbands, prepared
from engines.musg.battle.state import Piece
from engines.musg.battle.views import EVERYTHING
from engines.musg.ground.ready_tables import ready_tables
from tests.engines.musg.battle.kit import HENCHMAN, LEADER, LIEUTENANT, Scene, fig
from tests.engines.musg.builders import mustered

SEED = b"a seed of more than sixteen bytes"


def fought(seed: int, *, receipts: bool = True, dice: object = None) -> Battle:
    """A battle between two mustered warbands by players who choose at random."""
    warbands = {"north": mustered("human"), "south": mustered("orc")}
    setup = from_warbands(warbands, ready_tables()["village"], turn_limit=4)
    battle = Battle.new(setup, dice or SeededDice(SEED), receipts=receipts)  # type: ignore[arg-type]
    chance = Random(seed)
    while battle.decision:
        battle.play(chance.choice(battle.actions()))
    return battle


def test_a_replay_makes_the_same_events() -> None:
    """The house plan, One idea: setup + log + dice = state."""
    battle = fought(1)
    again = Battle.replay(battle.setup, battle.log, SeededDice(SEED))
    assert again.events == battle.events
    assert again.outcome == battle.outcome
    assert again.view(EVERYTHING) == battle.view(EVERYTHING)
    faces = Battle.replay(battle.setup, battle.log, RecordedDice(battle.dice.faces))
    assert [(e.kind, e.data) for e in faces.events] == [(e.kind, e.data) for e in battle.events]


def test_every_die_stands_in_exactly_one_event() -> None:
    battle = fought(2)
    rolled = [roll for event in battle.events for roll in event.rolls]
    assert rolled == battle.dice.rolls
    assert all(event.rule for event in battle.events)


def test_a_document_survives_json() -> None:
    battle = fought(3)
    document = battle.prove()
    assert record.decode(record.encode(document)) == document
    again = Battle.verify(record.decode(record.encode(document)))
    assert again.outcome == battle.outcome


def test_events_and_views_survive_json() -> None:
    battle = fought(4)
    text = msgspec.json.encode(battle.events)
    assert msgspec.json.decode(text, type=list[Event]) == battle.events
    json.loads(msgspec.json.encode(battle.view(0)))


def test_bad_documents_are_refused() -> None:
    with pytest.raises(Malformed):
        record.decode("{}")
    document = fought(3).prove()
    for version in (1, 2, 3, 4, 5, 6, 7, 8, record.VERSION + 1):  # a log of other rules would not make the same battle
        with pytest.raises(Malformed):
            record.decode(record.encode(msgspec.structs.replace(document, version=version)))
    with pytest.raises(UnusedFaces):
        Battle.verify(msgspec.structs.replace(document, faces=(*document.faces, 3)))


def test_without_receipts_the_same_dice_make_the_same_battle() -> None:
    kept = fought(5, dice=SeededDice(SEED))
    quick = fought(5, dice=SeededDice(SEED), receipts=False)
    assert quick.events == []
    assert quick.outcome == kept.outcome
    assert quick.log == kept.log
    assert quick.view(EVERYTHING) == kept.view(EVERYTHING)


def test_the_same_fast_seed_makes_the_same_battle() -> None:
    first, second = (fought(6, receipts=False, dice=FastDice(7)) for _ in range(2))
    assert first.log == second.log
    assert first.outcome == second.outcome


def test_the_report_of_a_battle_is_a_possible_report() -> None:
    """What the aftermath takes in: no impossible entry, and the same points."""
    warbands = {"north": mustered("human"), "south": mustered("orc")}
    for seed in range(4):
        battle = fought(10 + seed)
        found = battle.report()
        assert reports.problems(warbands, found) == []
        result = reports.result(warbands, found)
        assert battle.outcome
        assert tuple(result.points.values()) == battle.outcome.points
        keys = list(warbands)
        winner = battle.outcome.winner
        assert result.winner == (keys[winner] if winner is not None else None)
        assert reports.engagements(warbands, found, battle="b", title="t").keys() == warbands.keys()


def test_a_setup_is_prepared_once() -> None:
    setup = Scene([fig(LEADER, (5, 5))], [fig(LIEUTENANT, (40, 5))]).setup
    assert prepared(setup) is prepared(setup)


class Bell(modules.Module):
    """A module for the test: every turn begins with a die, and anybody may ring for 1 point."""

    code = "bell"

    def turn_started(self, field: Field) -> Flow[None]:
        field.dice.d6("bell", None)
        field.emit(Kind.TURN, "the bell", bell=True)
        yield from ()

    def actions(self, field: Field, piece: Piece) -> list[Custom]:
        return [Custom("bell")] if piece.ap else []

    def problem(self, field: Field, piece: Piece, action: Custom) -> str | None:
        return None if piece.ap else "action_points"

    def perform(self, field: Field, piece: Piece, action: Custom) -> Flow[None]:
        piece.ap -= 1
        yield from ()


def test_modules_add_actions_and_events_without_the_engine_knowing() -> None:
    modules.register(Bell())
    try:
        scene = Scene([fig(LEADER, (5, 5))], [fig(HENCHMAN, (40, 5))], modules=("bell",), dice={"bell": [3]})
        assert scene.events(Kind.TURN)[-1].data == {"bell": True}
        scene.play(Activate(0))
        assert Custom("bell") in scene.battle.actions()
        scene.play(Custom("bell"))
        assert scene.piece(0).ap == 2
        assert scene.refused(Custom("gong")) == "no_such_action"
        scene.play(End())
    finally:
        del modules.MODULES["bell"]
    with pytest.raises(Illegal):
        Scene([fig(LEADER, (5, 5))], [fig(HENCHMAN, (40, 5))], modules=("gong",))


DIGEST = """
import hashlib, msgspec
from engines.core.dice import SeededDice
from engines.musg.battle.opening import from_warbands
from engines.musg.trials.playout import fight
from engines.musg.ground.ready_tables import ready_tables
from tests.engines.musg.builders import mustered
warbands = {"north": mustered("human"), "south": mustered("orc")}
setup = from_warbands(warbands, ready_tables()["village"], turn_limit=3)
battle = fight(setup, ("cautious", "bold"), SeededDice(b"sixteen bytes and more"), seed=3)
print(hashlib.sha256(msgspec.json.encode(battle.events)).hexdigest())
"""


def test_the_same_seed_makes_the_same_battle_in_every_process() -> None:
    """Nothing depends on the order of a set or on the hash seed of the process."""
    digests = set()
    for hash_seed in ("1", "2"):
        run = subprocess.run(
            [sys.executable, "-c", DIGEST],
            env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": "."},
            capture_output=True,
            text=True,
            check=True,
        )
        digests.add(run.stdout.strip())
    assert len(digests) == 1
