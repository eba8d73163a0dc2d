"""A proposal whose ties were drawn can be checked by anybody."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from engines.__main__ import main
from engines.core.dice import Dice, FastDice
from engines.core.problems import Illegal, Malformed
from engines.pairing import Draw, PairingSetup, meeting, pair

SETUP = PairingSetup.of(
    [5, 6, 7, 8, 9], met={meeting(5, 6): 2, meeting(5, 99): 1}, byes={7: 1, 99: 1}, wins={6: 2, 5: 0}
)


def test_a_setup_has_what_concerns_those_who_play() -> None:
    assert (SETUP.met, SETUP.byes, SETUP.wins) == (((5, 6, 2),), ((7, 1),), ((6, 2),))


def test_a_draw_is_the_pairing_of_its_dice() -> None:
    drawn = Draw.new(SETUP, dice=Dice.of(3))
    due = pair(SETUP.players, met={meeting(5, 6): 2}, byes={7: 1}, wins={6: 2}, dice=Dice.of(3))
    assert drawn.outcome == due
    assert repr(drawn) == "<pairing of 5: 2 pairs>"


def test_a_document_is_checked_from_a_shell(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "draw.json"
    proof = Draw.new(SETUP, dice=Dice.of(3)).prove()
    file.write_bytes(msgspec.json.encode(proof))
    assert main(["verify", str(file)]) == 0
    assert capsys.readouterr().out.split()[-1] == proof.commitment

    written = json.loads(file.read_text())
    written["outcome"]["pairs"][0].reverse()
    file.write_text(json.dumps(written))
    assert main(["verify", str(file)]) == 1
    assert capsys.readouterr().out == "the game ends otherwise than recorded\n"


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        (PairingSetup((1, 1)), "players_not_different"),
        (PairingSetup((0, 1)), "players_not_different"),
        (PairingSetup(tuple(range(1, 258))), "too_many_players"),
        (PairingSetup((1, 2), rules=9), "no_such_rules"),
        (PairingSetup((1, 2), byes=((1, -1),)), "option_out_of_range"),
    ],
)
def test_what_is_no_setup_is_refused(wrong: PairingSetup, code: str) -> None:
    with pytest.raises(Illegal, match=code):
        Draw.new(wrong, dice=Dice.of(1))


def test_what_is_malformed_is_refused() -> None:
    with pytest.raises(Malformed, match=r"\$\.setup\.players"):
        Draw.read_setup({"players": ["one"]})
    with pytest.raises(Malformed, match="no actions"):
        Draw.replay(SETUP, ["pair 1 2"], dice=Dice.of(1))
    with pytest.raises(ValueError, match="seeded"):
        Draw.new(PairingSetup(()), dice=FastDice(1)).prove()
