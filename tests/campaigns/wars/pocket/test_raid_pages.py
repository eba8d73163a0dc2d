"""The evening of a raid: begun by the battle's module, kept by forms, taken back, told in the report."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from campaigns.wars.models.evening import Evening
from campaigns.wars.pocket import operations
from campaigns.wars.pocket.choices import RaidChoices
from campaigns.wars.pocket.reporting import prefilled
from engines.core.separate import verify_separate
from engines.musg.pocket.dice import receipt
from engines.musg.pocket.raid.setup import Raid
from engines.musg.pocket.raid.state import Stage
from engines.musg.pocket.state import Phase
from engines.musg.report import Who
from tests.campaigns.wars.pocket.conftest import Table
from tests.campaigns.wars.pocket.test_evening_pages import address, page, press
from tests.clients import client_of
from tests.factories.battles import HENCHMAN, LEADER, LIEUTENANT, SECOND_HENCHMAN, Field

pytestmark = pytest.mark.django_db


@pytest.fixture
def raid(fight: Field) -> Table:
    """A raid of the first warband on the second."""
    choices = RaidChoices(team=fight.keys[0], any_teams=True, kits=(f"{fight.keys[0]}:{LEADER}",))
    return Table(fight, operations.begin(battle=fight.battle, choices=choices))


def sent(fight: Field, **changed: str) -> Mapping[str, str]:
    return {
        "team": fight.keys[0],
        "hostages": "4",
        "bomb": "on",
        "markers": "3",
        "detectors": "2",
        "any_teams": "on",
        **changed,
    }


@pytest.mark.parametrize(
    ("module", "hostages", "bomb"),
    [("regroup_team", 4, True), ("regroup_hostages", 4, False), ("regroup_bomb", 0, True)],
)
def test_the_battles_module_chooses_the_raid_and_its_aims(fight: Field, module: str, hostages: int, bomb: bool) -> None:
    """M337: both aims, hostages only, a bomb only."""
    fight.battle.modules = [module]
    fight.battle.save()
    form = client_of(fight.players[0]).get(address(fight, "evening_begin")).context["form"]
    assert (form["hostages"].value(), form["bomb"].value()) == (hostages, bomb)


def test_a_raid_is_begun_and_who_stays_at_home_is_not_in_it(fight: Field) -> None:
    client = client_of(fight.players[0])
    assert "Who comes?" in client.get(address(fight, "evening_begin")).content.decode()
    home = f"{fight.keys[1]}:{HENCHMAN}"
    where = address(fight, "evening_begin") + "?play=raid"
    answer = client.post(where, {**sent(fight), "absent": [home]}, follow=True)
    made = Evening.objects.get().agreed
    assert isinstance(made, Raid) and made.fighter(home) is None
    assert (made.team, made.hostages, made.bomb, made.alert) == (fight.keys[0], 4, True, True)
    assert "then they may move 2 of them" in answer.content.decode(), "half of four (L1290)"


def test_a_raid_about_nothing_is_refused_beside_its_field(fight: Field) -> None:
    where = address(fight, "evening_begin") + "?play=raid"
    answer = client_of(fight.players[0]).post(where, {**sent(fight, hostages="0"), "bomb": ""})
    assert "Choose hostages, a bomb or both." in str(answer.context["form"].errors["bomb"])
    assert not Evening.objects.exists()


def test_a_turn_is_told_part_by_part(raid: Table) -> None:
    """M211, M336, M338: the roll, the guards in order, leader and lieutenant, then the anti-terrorists."""
    one, other = raid.fight.keys
    assert "only a 6 raises the alert from 0" in page(raid)
    press(raid, "alert", pending=str(raid.state.pending[0].id), die="6")
    shown = page(raid)
    assert "The alert rises to 1." in shown and "B Henchman 1, at marker 1 of 3" in shown
    press(raid, "guard", figure=f"{other}:{HENCHMAN}", to="2")
    assert "B Henchman 2, at marker 1 of 3" in page(raid)
    press(raid, "guard", figure=f"{other}:{SECOND_HENCHMAN}", to="1")
    assert "Leader and lieutenant act" in page(raid)
    press(raid, "guards_done", turn="1")
    assert "Until the alert is given nobody runs" in page(raid)
    press(raid, "alarm", cause="seen", figure=f"{one}:{LEADER}")
    assert "A Leader was seen: 5 or more raises the alert from 1" in page(raid)
    press(raid, "alert", pending=str(raid.state.pending[0].id), site="1")
    assert [one.source for one in raid.state.rolls] == ["typed", "site"]
    stored = raid.stored()
    assert verify_separate(receipt(bytes.fromhex(stored.seed), raid.state)) == []
    press(raid, "raiders_done", turn="1")
    assert (raid.state.turn, raid.state.phase) == (2, Phase.GUARDS)


def test_hostages_and_bomb_are_entered_by_forms_and_fill_in_the_report(raid: Table) -> None:
    """M340: 5 for each out; M158: −20 for each a terrorist kills; all of the living out and no blast: A has won."""
    one, other = raid.fight.keys
    press(raid, "alert", pending=str(raid.state.pending[0].id), die="1")
    press(raid, "bomb_placed", figure=f"{other}:{LEADER}", site="2")
    press(raid, "guards_done", turn="1")
    assert "The bomb ticks at site 2: 3 turns after this one" in page(raid)
    for number in (1, 2, 3):
        press(raid, "led", 1, hostage=f"hostage:{number}", figure=f"{one}:{LIEUTENANT}")
    press(raid, "hostage_killed", hostage="hostage:4", by_terrorists="true")
    assert "A Leader, with a kit" in page(raid)
    press(raid, "bomb_defused", figure=f"{one}:{LEADER}")
    assert "A Leader defuses the bomb for 1 action point." in page(raid)
    press(raid, "fell", figure=f"{other}:{LEADER}", by=f"{one}:{LEADER}", killed="true")
    press(raid, "walked_off", figure=f"{one}:{LIEUTENANT}")
    press(raid, "finish")
    shown = page(raid)
    assert "Axes +15, Blades -20" in shown and "To the report" in shown
    told = prefilled(raid.fight.stored())
    assert told is not None and (dict(told.bonus), told.winner) == ({one: 15, other: -20}, one)
    assert told.reason == "What the game was about decided it."
    assert [(down.victim, down.killed) for down in told.downs] == [(Who(other, LEADER), True)]
    form = client_of(raid.fight.players[0]).get(address(raid.fight, "report")).context["form"]
    assert form["winner"].value() == one


def test_what_was_tapped_by_mistake_is_taken_back(raid: Table) -> None:
    press(raid, "alert", pending=str(raid.state.pending[0].id), die="1")
    press(raid, "bomb_placed", figure=f"{raid.fight.keys[1]}:{LEADER}", site="1")
    sent: dict[str, Any] = {"version": raid.stored().version}
    client_of(raid.fight.players[1]).post(address(raid.fight, "evening_take_back"), sent)
    left: Any = raid.state
    assert left.bomb.stage is Stage.CARRIED


def test_teams_beyond_the_rules_are_refused_in_words_unless_the_table_says_so(fight: Field) -> None:
    """M207, M215, M339: as when the engine fights the battle; who has no place is ticked to stay at home."""
    where = address(fight, "evening_begin") + "?play=raid"
    client = client_of(fight.players[0])
    form = client.get(where).context["form"]
    henchmen = {f"{key}:{number}" for key in fight.keys for number in (HENCHMAN, SECOND_HENCHMAN)}
    assert set(form["absent"].value()) == henchmen
    answer = client.post(where, {**sent(fight, any_teams=""), "absent": [f"{fight.keys[0]}:{HENCHMAN}"]})
    assert answer.context["form"].errors["any_teams"] == [
        "A Henchman 2 of Axes has no place in its team (M207).",
        "B Henchman 1 of Blades has no place in its team (M207).",
        "B Henchman 2 of Blades has no place in its team (M207).",
        "Blades has no extras: terrorists come with a leader, a lieutenant and extras (M215).",
        "The terrorists of Blades cost 76 points; the other team costs 68 (M339).",
    ]
    assert not Evening.objects.exists()


def test_kits_count_in_what_the_team_may_cost(fight: Field) -> None:
    """M339: leader and lieutenant cost 60; with 20 for a kit each they pass a ceiling of 99 points."""
    rosters = {warband.key: warband.roster for warband in fight.warbands}
    bearers = tuple(f"{fight.keys[0]}:{number}" for number in (LEADER, LIEUTENANT))
    home = tuple(f"{key}:{number}" for key in fight.keys for number in (HENCHMAN, SECOND_HENCHMAN))
    rules = replace(rosters[fight.keys[0]].rules, hero_points=99)
    for kits, said in ((bearers[:1], False), (bearers, True)):
        found = RaidChoices(team=fight.keys[0], absent=home, kits=kits).objections(rosters, rules)
        assert ("regroup_over_heroes" in [one.code for one in found]) is said


@pytest.mark.parametrize("number", [LIEUTENANT, LEADER])
def test_only_anti_terrorists_who_come_carry_kits(fight: Field, number: int) -> None:
    one, other = fight.keys
    kits, absent = ([f"{one}:{number}"], [f"{one}:{number}"]) if number == LIEUTENANT else ([f"{other}:{number}"], [])
    where = address(fight, "evening_begin") + "?play=raid"
    answer = client_of(fight.players[0]).post(where, {**sent(fight), "kits": kits, "absent": absent})
    assert "Only anti-terrorists who take part can carry defusing kits" in answer.content.decode()


def test_places_are_noted_and_half_of_the_hostages_moved(raid: Table) -> None:
    """Musg, Mise en place: two of four change their place, none once somebody has acted; sites and detectors may."""
    for number in (1, 2, 3):
        press(raid, "marker", marker=f"hostage:{number}", place="the chapel")
    assert "Hostage 1 is held: the chapel." in page(raid)
    for number in (1, 2):
        press(raid, "marker", number - 1, marker=f"hostage:{number}", place="the cellar")
    assert (
        "At most half of the hostages can be moved, here 2."
        in press(raid, "marker", marker="hostage:3", place="the cellar").content.decode()
    )
    press(raid, "alert", pending=str(raid.state.pending[0].id), die="1")
    late = press(raid, "marker", marker="hostage:1", place="the attic").content.decode()
    assert "Hostage 1 stays where it was shown: the game has begun." in late
    press(raid, "marker", marker="site:1", place="<the mill>")
    press(raid, "marker", marker="detector:2", place="the door")
    shown = page(raid)
    assert "Site 1: &lt;the mill&gt;." in shown and "Detector 2: the door." in shown
    assert "Site 2: nobody has said where." in shown


def test_a_fallen_bearers_kit_is_taken_up_and_taken_back(raid: Table) -> None:
    """L1367-L1368, M341: another anti-terrorist fetches it, and then defuses for one action point."""
    one, other = raid.fight.keys
    press(raid, "alert", pending=str(raid.state.pending[0].id), die="1")
    press(raid, "bomb_placed", figure=f"{other}:{LEADER}", site="1")
    press(raid, "fell", figure=f"{one}:{LEADER}", by="")
    assert "A defusing kit lies where A Leader went down." in page(raid)
    press(raid, "kit_taken", figure=f"{one}:{LIEUTENANT}", lying=f"{one}:{LEADER}")
    assert "A Lieutenant takes up the defusing kit." in page(raid)
    client_of(raid.fight.players[1]).post(address(raid.fight, "evening_take_back"), {"version": raid.stored().version})
    left: Any = raid.state
    assert (left.kits, left.kits_lying) == ((), (f"{one}:{LEADER}",))
    press(raid, "bomb_defused", figure=f"{one}:{LIEUTENANT}")
    assert "A Lieutenant defuses the bomb for 2 action points." in page(raid)


def test_a_nights_entry_is_refused_on_a_raid(raid: Table) -> None:
    answer = press(raid, "noise", figure=f"{raid.fight.keys[0]}:{LEADER}")
    assert "That does not happen in this evening’s game." in answer.content.decode()
    assert raid.stored().version == 0
