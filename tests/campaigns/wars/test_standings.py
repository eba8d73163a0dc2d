"""The standings, worked out by hand from three battles."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaigns.wars.battles import operations as schedule
from campaigns.wars.battles.operations import Plan
from campaigns.wars.enlistment import operations as enlistment
from campaigns.wars.models.enlistment import Enlistment
from campaigns.wars.standings import StandingsLine, standings
from engines.musg.report import Down, Who
from rosters.models import Warband
from tests.factories.battles import HENCHMAN, LEADER, LIEUTENANT, SECOND_HENCHMAN
from tests.factories.campaigns import Cast, cast, enlisted, fight

pytestmark = pytest.mark.django_db


def killed(victim: Warband, figure: int, by: Warband) -> Down:
    """Killed outright by the other leader: nothing is left to roll."""
    return Down(Who(victim.key, figure), Who(by.key, LEADER), killed=True)


def table(who: Cast) -> dict[str, StandingsLine]:
    return {line.warband.name: line for line in standings(who.campaign)}


def test_victories_then_draws_then_victory_points_decide() -> None:
    """Axes beat Blades 13 to 5, Crows and Blades draw, Axes and Crows draw.

    Victory points (Musg, Fin du tour): a lieutenant out is worth 8, a henchman 5; the scenario adds 5 to Blades against
    Crows, who killed a henchman themselves. So Axes stand at 1 victory, 1 draw, 13; Crows at 0, 2, 5; Blades at 0, 1,
    5 + 5.
    """
    who = cast()
    axes, blades = who.warband, who.other
    crows = enlisted(who.campaign, who.referee, "Crows")
    downs = [killed(blades, LIEUTENANT, axes), killed(blades, HENCHMAN, axes), killed(axes, HENCHMAN, blades)]
    fight(who.campaign, [axes, blades], downs=downs)
    fight(who.campaign, [crows, blades], downs=[killed(blades, SECOND_HENCHMAN, crows)], bonus={blades: 5})
    fight(who.campaign, [axes, crows])

    lines = standings(who.campaign)
    assert [(line.place, line.warband.name) for line in lines] == [(1, "Axes"), (2, "Crows"), (3, "Blades")]
    found = {line.warband.name: line for line in lines}
    assert (found["Axes"].played, found["Axes"].won, found["Axes"].drawn, found["Axes"].lost) == (2, 1, 1, 0)
    assert (found["Axes"].victory_points, found["Axes"].takedowns, found["Axes"].losses) == (13, 2, 1)
    assert (found["Crows"].played, found["Crows"].drawn, found["Crows"].victory_points) == (2, 2, 5)
    assert (found["Blades"].lost, found["Blades"].drawn, found["Blades"].victory_points) == (1, 1, 10)
    assert (found["Blades"].takedowns, found["Blades"].losses) == (1, 3)


def test_the_warbands_value_parts_those_who_are_otherwise_equal() -> None:
    """Nobody fought: only value counts, and who is worth as much shares the place."""
    who = cast()
    enlisted(who.campaign, who.referee, "Crows", henchmen=4)
    found = table(who)
    assert found["Crows"].warband.value > found["Axes"].warband.value == found["Blades"].warband.value
    assert (found["Crows"].place, found["Axes"].place, found["Blades"].place) == (1, 2, 2)


def test_only_confirmed_battles_count() -> None:
    who = cast()
    schedule.schedule_battle(campaign=who.campaign, warbands=[who.warband, who.other], plan=Plan())
    assert {line.played for line in standings(who.campaign)} == {0}


def test_who_withdrew_stands_as_long_as_his_battles_do() -> None:
    who = cast()
    fight(who.campaign, [who.warband, who.other], bonus={who.warband: 7})
    enlistment.withdraw(enlistment=Enlistment.objects.get(warband=who.warband), author=who.owner)
    assert table(who)["Axes"].withdrawn
    assert table(who)["Axes"].victory_points == 7


def test_two_queries_for_any_number_of_warbands() -> None:
    who = cast()
    for name in ("Crows", "Drakes", "Eels"):
        fight(who.campaign, [who.warband, enlisted(who.campaign, who.referee, name)])
    with CaptureQueriesContext(connection) as queries:
        assert [line.warband.owner.username for line in standings(who.campaign)]
    assert len(queries) == 2
