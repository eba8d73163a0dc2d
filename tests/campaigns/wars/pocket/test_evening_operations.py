"""The evening's log: entered once, never doubled, taken back, proved, and filled into the report."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from campaigns.wars.battles import operations as battles
from campaigns.wars.models.evening import Evening
from campaigns.wars.pocket import operations
from campaigns.wars.pocket.reporting import prefilled
from club.operations import Refused, Stale
from engines.core.dice import commitment
from engines.core.separate import verify_separate
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.pocket.dice import receipt
from engines.musg.pocket.setup import Menace
from engines.musg.pocket.state import Phase
from engines.musg.report import Down, Who
from tests.campaigns.wars.pocket.conftest import Table, begun
from tests.factories.battles import HENCHMAN, LEADER, LIEUTENANT, Field

pytestmark = pytest.mark.django_db


def codes(call: Callable[[], Any]) -> list[str]:
    with pytest.raises(Refused) as caught:
        call()
    return caught.value.codes


def test_the_setup_holds_who_may_fight_with_their_bare_toughness(table: Table) -> None:
    """Ruling M320: human leaders, lieutenants and henchmen as printed; nothing they carry counts."""
    setup = table.evening.agreed
    assert [band.key for band in setup.bands] == table.fight.keys
    for band, warband in zip(setup.bands, table.fight.warbands, strict=True):
        assert [one.id for one in band.fighters] == [figure.id for figure in warband.roster.active]
        assert [one.toughness for one in band.fighters] == [
            f.profile(CATALOGUE).toughness for f in warband.roster.active
        ]
    assert table.evening.commitment == commitment(bytes.fromhex(table.evening.seed))


def test_an_evening_is_begun_once_and_before_the_battle_is_reported(fight: Field) -> None:
    table = begun(fight)
    assert codes(lambda: begun(fight)) == ["evening_begun"]
    operations.throw_away(evening=table.evening, version=0)
    assert not Evening.objects.exists()
    battles.cancel_battle(battle=fight.battle, author=fight.referee)
    assert codes(lambda: begun(fight)) == ["battle_over"]


def test_an_entry_that_arrives_twice_counts_once(table: Table) -> None:
    first = table.stored()
    order = {"kind": "initiative", "order": table.fight.keys}
    by = table.fight.players[0]
    assert operations.enter(evening=first, data=order, author=by, version=0, client_id="a")
    again = table.stored()
    assert not operations.enter(evening=again, data=order, author=by, version=0, client_id="a")
    assert again.version == 1 and again.entries.count() == 1


def test_the_sites_dice_fall_once_however_often_the_press_arrives(table: Table) -> None:
    by, data = table.fight.players[0], {"kind": "roll_initiative", "source": "site"}
    for _again in range(2):
        operations.enter(evening=table.stored(), data=data, author=by, version=0, client_id="a", by_site=True)
    assert len(operations.standing_entries(table.stored())) == 1


def test_another_entry_with_the_same_id_is_not_mistaken_for_the_first(table: Table) -> None:
    table.enter("noise", figure=f"{table.fight.keys[0]}:{LEADER}")
    other = {"kind": "noise", "figure": f"{table.fight.keys[0]}:{LIEUTENANT}"}
    with pytest.raises(Stale):
        operations.enter(
            evening=table.stored(), data=other, author=table.fight.players[0], version=0, client_id="press-1"
        )


def test_a_page_that_had_not_seen_the_latest_entry_adds_nothing(table: Table) -> None:
    """Both phones saw version 0: the second is told, and nothing is lost in silence."""
    table.enter("noise", figure=f"{table.fight.keys[0]}:{LEADER}")
    late = {"kind": "noise", "figure": f"{table.fight.keys[0]}:{LEADER}"}
    with pytest.raises(Stale):
        operations.enter(evening=table.stored(), data=late, author=table.fight.players[1], version=0, client_id="b")
    with pytest.raises(Stale):
        operations.take_back(evening=table.stored(), version=0)
    with pytest.raises(Stale):
        operations.throw_away(evening=table.stored(), version=0)
    assert len(table.state.noises) == 1


@pytest.mark.parametrize("client_id", ["", "x" * 51, "a\nb"])
def test_an_entry_without_an_id_is_refused(table: Table, client_id: str) -> None:
    data = {"kind": "finish"}
    call = lambda: operations.enter(  # noqa: E731
        evening=table.evening, data=data, author=table.fight.players[0], version=0, client_id=client_id
    )
    assert codes(call) == ["client_id"]


def test_what_the_rules_forbid_is_refused_with_every_reason(table: Table) -> None:
    assert codes(lambda: table.enter("bands_done", turn=2)) == ["wrong_moment", "other_turn"]
    assert codes(lambda: table.enter("nonsense")) == ["no_entry"]
    assert table.stored().version == 0


def test_the_site_rolls_for_everybody_and_what_that_calls_for(table: Table) -> None:
    """From turn 6 on something always comes: one press rolls for both warbands, the table, the d3 and the civilians."""
    for turn in range(1, 7):
        table.enter("initiative", order=table.fight.keys)
        if turn < 6:
            for key in table.fight.keys:
                table.enter("hears", band=key, faces=[6])
            table.enter("bands_done", turn=turn)
            table.enter("end_turn", turn=turn)
    table.enter("hears", band=table.fight.keys[0], by_site=True, source="site")
    state = table.state
    assert state.phase is Phase.BANDS and state.awaited is None
    assert state.rolled == tuple(table.fight.keys)
    assert state.groups or state.civilians


def test_the_last_press_is_taken_back_whole_and_falls_the_same_again(table: Table) -> None:
    table.enter("roll_initiative", by_site=True, source="site")
    faces = table.state.rolls
    operations.take_back(evening=(now := table.stored()), version=now.version)
    assert table.state.rolls == ()
    table.enter("roll_initiative", by_site=True, source="site")
    assert table.state.rolls == faces


def test_an_entry_that_others_stand_on_is_not_taken_back(table: Table) -> None:
    table.quiet_turn()
    now = table.stored()
    assert codes(lambda: operations.take_back(evening=now, version=now.version, number=1)) == ["others_depend_on_it"]
    table.enter("noise", figure=f"{table.fight.keys[0]}:{LEADER}")
    table.enter("noise", figure=f"{table.fight.keys[0]}:{LIEUTENANT}")
    now = table.stored()
    operations.take_back(evening=now, version=now.version, number=4)
    assert [noise.ref for noise in table.state.noises] == [f"{table.fight.keys[0]}:{LIEUTENANT}"]
    now = table.stored()
    assert codes(lambda: operations.take_back(evening=now, version=now.version, number=4)) == ["nothing_to_take_back"]


def test_once_the_battle_is_reported_the_evening_stays(table: Table) -> None:
    from campaigns.wars.reports import operations as reports
    from engines.musg.report import Report

    reports.report_battle(battle=table.fight.battle, report=Report(), author=table.fight.players[0])
    assert codes(lambda: table.enter("finish")) == ["battle_over"]
    assert codes(lambda: operations.take_back(evening=table.stored(), version=0)) == ["battle_over"]
    assert codes(lambda: operations.throw_away(evening=table.stored(), version=0)) == ["battle_over"]


def test_the_receipt_proves_the_sites_dice(table: Table) -> None:
    table.enter("roll_initiative", by_site=True, source="site")
    table.enter("hears", band=table.state.order[0], by_site=True, source="site")
    proof = receipt(bytes.fromhex(table.stored().seed), table.state)
    assert proof.commitment == table.evening.commitment
    assert len(proof.rolls) >= 4 and verify_separate(proof) == []


def test_the_evening_fills_the_report_in(begin_evening: Callable[..., Table]) -> None:
    """Who fell by whom, a risen figure dead, a saved civilian's points (rulings M205, M326; Musg, Infection)."""
    table = begin_evening(Menace.ZOMBIES)
    one, other = table.fight.keys
    table.quiet_turn()
    table.enter("down", figure=f"{one}:{LEADER}", band=other, number=HENCHMAN)
    table.enter("down", figure=f"{other}:{LIEUTENANT}")
    table.enter("bitten", figure=f"{one}:{HENCHMAN}", faces=[6, 6])
    table.enter("countdown", pending=table.state.pending[0].id, faces=[1])
    table.enter("activated", figure=f"{one}:{HENCHMAN}")
    table.enter("enters", figure=f"{other}:{LEADER}", building=1, faces=[1])
    table.enter("what_comes", pending=table.state.pending[0].id, faces=[1, 6])
    table.enter("civilian", pending=table.state.pending[0].id, faces=[1])
    table.enter("left", figure="civilian:1")
    assert prefilled(table.stored().battle) is None, "not before it is over"
    table.enter("finish")
    told = prefilled(table.stored().battle)
    assert told is not None
    assert set(told.downs) == {
        Down(Who(one, LEADER), Who(other, HENCHMAN)),
        Down(Who(one, HENCHMAN), None, killed=True),
        Down(Who(other, LIEUTENANT), None),
    }
    assert told.bonus == {other: 5}
