"""What nobody is told of: a hidden commando, who carries a bomb (Musg, Commando humain; rulings M214, M280)."""

from __future__ import annotations

from typing import Any

import pytest

from engines.core.dice import Roll
from engines.musg.attacks.fighter import of_figure
from engines.musg.battle import damage, neutral, reactions
from engines.musg.battle.actions import Activate, Decline, End, Medikit, Shoot
from engines.musg.battle.decision import Ask
from engines.musg.battle.events import Event, Kind
from engines.musg.battle.invasion import sheet_of
from engines.musg.battle.knowledge import TELLINGS, hidden_from, told
from engines.musg.battle.state import Piece
from engines.musg.battle.views import EVERYTHING
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.part import Part, Side as PartSide
from engines.musg.tactics import Captain
from engines.musg.tactics.reckoning import shot_worth
from engines.musg.tactics.temper import BOLD
from tests.engines.musg.battle.kit import HENCHMAN, LEADER, Scene, done, fig, hired, only

COMMANDO = 1


def hiding(*theirs: Any, at: tuple[float, float] = (30, 20), ours: tuple[Any, ...] = (), **values: Any) -> Scene:
    """A leader at (32, 20) and our commando, 2 paces off; their leader with a grenade launcher at (10, 20)."""
    return Scene(
        [fig(LEADER, (32, 20)), hired("human_commando", at, "rifle"), *ours],
        [fig(LEADER, (10, 20), "grenade_launcher"), *theirs],
        **values,
    )


def read(scene: Scene, side: int | None = 1) -> tuple[Event, ...]:
    return told(scene.battle, scene.battle.events, side)


def test_every_kind_of_event_says_what_is_told_of_it() -> None:
    assert set(TELLINGS) == set(Kind)


def test_what_is_not_named_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """An allow-list: a number or a kind that somebody adds is told to nobody until it is named."""
    scene = Scene([fig(LEADER, (5, 5))], [fig(LEADER, (40, 5))])
    scene.battle.emit(Kind.PASSED, "the test", side=0, secret=3)
    assert read(scene, None)[-1].data == {}
    monkeypatch.setattr("engines.musg.battle.knowledge.TELLINGS", {Kind.TURN: TELLINGS[Kind.TURN]})
    assert {event.kind for event in read(scene, None)} == {Kind.TURN}


def test_that_he_came_is_known_and_not_where_he_is() -> None:
    """Rosters are open; his place is noted on a paper. His captain knows it, spectators do not."""
    scene = hiding()
    for side, place in ((0, [30, 20, 0]), (1, None), (None, None), (EVERYTHING, [30, 20, 0])):
        deployed = [event for event in read(scene, side) if event.kind is Kind.DEPLOYED and event.figure == COMMANDO]
        assert [event.data.get("at") for event in deployed] == [place]
        assert deployed[0].data["hidden"] is True
        shown = scene.battle.view(side).pieces[COMMANDO]
        assert (shown.at is None) is (place is None)
        assert hidden_from(scene.battle, side) == (frozenset() if place else {COMMANDO})


def test_nothing_of_what_he_is_or_suffers_shows() -> None:
    scene = hiding()
    before = scene.battle.view(1), scene.battle.view(None)
    piece = scene.piece(COMMANDO)
    piece.hp, piece.routed, piece.medikits = 2, True, 0
    scene.battle.put(piece, (50.0, 30.0, 0.0, 0.5))
    assert (scene.battle.view(1), scene.battle.view(None)) == before
    assert before[0].pieces[COMMANDO].hit_points is None


def bombarded(*wounds: int, hp: int = 6, **values: Any) -> Scene:
    """A grenade (strength 8, 3 paces about) at our leader, on the mark: both are under it, the leader first."""
    scene = hiding(**values).to_side(1)
    scene.piece(COMMANDO).hp = hp
    scene.roll(scatter=[6], wound=list(wounds))
    scene.activate(2, Shoot(0, 0))
    return scene


def test_a_blast_hits_him_and_nobody_is_told() -> None:
    """He is there; his wound roll is hidden, with what comes of it. The receipts go on without a gap."""
    scene = bombarded(6, 6)
    assert scene.piece(COMMANDO).hp == 5
    assert only(scene.battle.events, Kind.BLAST).data["figures"] == [0, COMMANDO]  # type: ignore[arg-type]
    mine, theirs = read(scene, 0), read(scene, 1)
    assert len(theirs) == len(mine) - 1
    blast = only(theirs, Kind.BLAST)
    assert (blast.data["figures"], [roll.figure for roll in blast.rolls]) == ([0], [0])
    assert [event.figure for event in theirs if event.kind is Kind.WOUNDED] == [0]
    rolls: list[Roll] = [roll for event in theirs for roll in event.rolls]
    assert [roll.index for roll in rolls] == list(range(len(rolls)))
    assert [event.index for event in theirs] == list(range(len(theirs)))


def test_under_fire_unseen_he_goes_unseen() -> None:
    """His test and the steps he takes are his captain's secret, with their dice (Musg, Subir un tir)."""
    scene = hiding(under_fire=True).to_side(1)
    scene.roll(scatter=[6], wound=[1, 1], under_fire=[6, 6, 6, 6], paces=[6, 6])
    scene.activate(2, Shoot(0, 0))
    both = [event.figure for event in scene.events(Kind.UNDER_FIRE)]
    assert both == [0, COMMANDO]
    theirs = read(scene, 1)
    assert {event.figure for event in theirs if event.kind in (Kind.UNDER_FIRE, Kind.GAVE_GROUND)} == {0}
    assert all(roll.figure != COMMANDO for event in theirs for roll in event.rolls)


def test_who_goes_down_is_seen_with_the_dice_that_did_it() -> None:
    scene = bombarded(1, 6, hp=1)
    shown = only(scene.battle.events, Kind.REVEALED)  # type: ignore[arg-type]
    assert (shown.figure, shown.data["down"], scene.piece(COMMANDO).hidden) == (COMMANDO, True, False)
    blast = only(read(scene, 1), Kind.BLAST)
    assert (blast.data["figures"], [roll.figure for roll in blast.rolls]) == ([0, COMMANDO], [0, COMMANDO])
    assert [event.figure for event in read(scene, 1) if event.kind is Kind.OUT] == [COMMANDO]
    assert scene.battle.view(1).pieces[COMMANDO].at == (30, 20, 0)


def test_healed_by_a_friend_he_stands_in_no_event() -> None:
    scene = hiding(ours=(fig(HENCHMAN, (28.998, 20), "medikit"),))
    scene.piece(COMMANDO).hp = 3
    scene.activate(2, Medikit(COMMANDO))
    healed = only(read(scene, 1), Kind.HEALED)
    assert (healed.figure, healed.target, "left" in healed.data) == (2, None, False)
    assert only(read(scene, 0), Kind.HEALED).target == COMMANDO


def test_leadership_that_he_lends_is_told_as_a_total() -> None:
    """He lends his to a friend within 4 paces (ruling M152): not whose it is, nor what the friend's own would be.

    Nor of a test that owes nothing to him, or leaving it out would tell.
    """
    scene = hiding(ours=(fig(HENCHMAN, (29, 20)), fig(HENCHMAN, (5, 35))))
    scene.piece(0).hp = 0
    damage.put_out(scene.battle, scene.piece(0), scene.piece(4))
    scene.roll(rout=[1] * 6)
    scene.activate(2, End())
    scene.activate(3, End())
    scene.skip_turn()
    tests = {event.figure: event for event in scene.events(Kind.ROUT_TEST)}
    assert set(tests) == {COMMANDO, 2, 3}
    assert tests[2].target == COMMANDO
    heard = {event.figure: event for event in read(scene, 1) if event.kind is Kind.ROUT_TEST}
    assert set(heard) == {2, 3}
    assert [(one.target, "own" in one.data, one.data["need"]) for one in heard.values()] == [
        (None, False, tests[2].data["need"]),
        (None, False, tests[3].data["need"]),
    ]


def test_from_the_moment_he_shows_himself_all_is_told() -> None:
    scene = hiding()
    scene.piece(COMMANDO).hp = 4
    scene.activate(COMMANDO)
    shown = only(read(scene, None), Kind.REVEALED)
    assert (shown.data["at"], shown.data["left"], shown.data["routed"]) == ([30, 20, 0], 4, False)
    assert [event.kind for event in read(scene, None)][-2:] == [Kind.ACTIVATED, Kind.REVEALED]
    scene.play(End())
    assert only(read(scene, 1), Kind.ENDED_ACTIVATION).figure == COMMANDO


def test_when_the_battle_is_over_nothing_is_secret() -> None:
    scene = hiding(turn_limit=1)
    scene.skip_turn()
    assert scene.battle.outcome
    assert scene.piece(COMMANDO).hidden
    assert read(scene, None) == tuple(scene.battle.events)
    assert scene.battle.view(None) == scene.battle.view(EVERYTHING)


def test_some_events_are_told_as_all_of_them_are() -> None:
    """A page asks for what is new: numbered as if it had asked for all."""
    scene = bombarded(6, 6)
    whole = read(scene, 1)
    for first in range(0, len(scene.battle.events), 5):
        part = told(scene.battle, scene.battle.events[first:], 1)
        assert part == whole[len(whole) - len(part) :]


# --- neutral figures see him: it is the warbands who do not (Musg, Commando humain) -----------------------------------


def zombie(scene: Scene, x: float, y: float) -> Piece:
    battle = scene.battle
    sheet = sheet_of("zombie", frozenset({"no_reactions"}), CATALOGUE)
    return neutral.stand(battle, 2, sheet, "zombie", (x, y, 0.0, 0.5), Kind.APPEARED, "the test")


def test_a_zombie_goes_for_him_and_shows_him() -> None:
    """« indétectable aux yeux des personnages des bandes adverses »: neither is the zombie of a warband.

    It walks up to whom it sees; the fight is seen by all.
    """
    scene = hiding(modules=("zombies",), at=(50, 20))
    walker = zombie(scene, 46, 20)
    assert scene.piece(COMMANDO) in scene.battle.enemies(walker)
    assert scene.battle.sees(walker, scene.piece(COMMANDO))
    assert not scene.battle.sees(scene.piece(2), scene.piece(COMMANDO))
    scene.battle.put(walker, (48.998, 20.0, 0.0, 0.5))
    shown = only(scene.battle.events, Kind.REVEALED)  # type: ignore[arg-type]
    assert (shown.figure, shown.data["at"]) == (COMMANDO, [50, 20, 0])
    assert (walker.foes, scene.piece(COMMANDO).foes) == ([scene.piece(COMMANDO)], [walker])
    done(reactions.sighted(scene.battle, walker))
    assert scene.battle.shown == []


# --- nor does anything else give him away -----------------------------------------------------------------------------


def test_no_arrow_strays_into_him() -> None:
    """Ruling M97 counts those between; the die for him would tell that he is one of them."""
    scene = Scene([fig(LEADER, (32, 20)), hired("human_commando", (20, 20))], [fig(LEADER, (10, 20), "bow")]).to_side(1)
    scene.roll(to_hit=[1])
    scene.activate(2, Shoot(0, 0))
    assert [roll.reason for roll in only(scene.battle.events, Kind.SHOT).rolls] == ["to_hit"]  # type: ignore[arg-type]


def test_nobody_is_asked_for_pulp_about_dice_for_him() -> None:
    parts = {0: Part(side=PartSide.HEROES), 1: Part(side=PartSide.VILLAINS)}
    scene = hiding(modules=("pulp",), parts=parts)
    asked = []
    scene.roll(scatter=[6], wound=[1, 1])
    while scene.battle.decision and not scene.events(Kind.BLAST):
        decision = scene.battle.decision
        if decision.throw is not None:
            asked.append((decision.throw.reason, decision.throw.figure))
            scene.play(Decline())
        elif decision.ask is Ask.ACT and decision.figure == 2:
            scene.play(Shoot(0, 0))
        elif decision.ask is Ask.ACTIVATE and decision.side == 1:
            scene.play(Activate(2))
        else:
            scene.idle()
    assert ("wound", 0) in asked
    assert ("wound", COMMANDO) not in asked


def test_a_captain_counts_nobody_whom_he_does_not_see() -> None:
    """A grenade at our leader is worth the same wherever the commando lies."""
    worth = []
    for at in ((30, 20), (55, 35)):
        scene = hiding(at=at).to_side(1)
        scene.activate(2)
        shot = Shoot(0, 0)
        assert scene.battle.can(shot)
        worth.append(shot_worth(scene.battle, scene.piece(2), shot, scene.battle.plans[shot]))
        worth.append(Captain(BOLD).decide(scene.battle))
    assert worth[:2] == worth[2:]


def test_the_sheet_of_a_commando_says_that_he_hides() -> None:
    """The trait by which ``told`` finds those who may have been hidden."""
    assert "deploys_hidden" in of_figure(hired("human_commando", None)[0], CATALOGUE).traits
