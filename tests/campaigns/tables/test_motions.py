"""What is seen moving at a table: what happened, in order, and no card that the reader may not know."""

from __future__ import annotations

import re
from collections.abc import Iterable

import pytest

from campaigns.tables import page
from campaigns.tables.bagarre.rules import MOTIONS
from campaigns.tables.progress import Progress, load
from club.models import Member
from engines.bagarre import events as e
from tests.clients import client_of
from tests.factories.tables import decide, legal, plain_duel

pytestmark = pytest.mark.django_db


def motions(events: Iterable[e.Event]) -> list[str]:
    """What these events look like, as the page's script reads it."""
    return [one.encoded for event in events for one in MOTIONS.get(type(event), lambda _event: ())(event)]


def test_an_attack_that_gets_through_strikes_and_costs() -> None:
    struck = e.Struck(seat=0, target=1, cards=("7S",), values=(7,), attack=7, shield=3, damage=4)
    lost = e.HitPointsLost(seat=1, amount=4, lost=(), taken=None, pile=None, marked=None, token=0, hp=("9H",), left=9)
    held = e.Struck(seat=1, target=0, cards=("2S",), values=(2,), attack=2, shield=3, damage=0)
    assert motions([struck, lost, held]) == ["strike,0,1,7S", "hit,1,-,4", "block,1,0,2S"]


def test_what_cannot_be_seen_does_not_move() -> None:
    assert motions([e.TurnBegan(seat=0, number=1), e.PileShuffled(count=3)]) == []


def test_a_charge_is_a_card_without_a_face_for_everybody(ann: Member, bob: Member) -> None:
    """Nobody has seen it (La Bagarre, Charge)."""
    table = plain_duel(ann, bob)
    decide(table, "charge")
    for member in (ann, bob):
        text = client_of(member).get(table.get_absolute_url()).content.decode()
        told = re.search(r'data-moves="([^"]*)"', text)
        assert told is not None
        first, *moves = told[1].split(" ")
        assert first == "0"
        assert f"charge,{table.actions.get().seat},-,-" in moves


def test_numbers_go_on_where_an_earlier_page_ended(ann: Member, bob: Member, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "MOTIONS", 2)
    table = plain_duel(ann, bob)
    for _ in range(3):
        decide(table, "charge" if "charge" in legal(table) else None)
    text = client_of(ann).get(table.get_absolute_url()).content.decode()
    told = re.search(r'data-moves="(\d+) ([^"]*)"', text)
    assert told is not None
    scene = Progress(load(table.pk)).scene(0, ("Ann", "Bob"))
    assert len(scene.motions) > 2
    assert int(told[1]) == len(scene.motions) - 2
    assert told[2].split(" ") == [one.encoded for one in scene.motions[-2:]]
