"""What Regroup team! asks of a warband, told on its roster and while it is mustered (rulings M207, M215, M339)."""

from __future__ import annotations

import pytest
from django.urls import reverse
from django.utils.translation import override

from campaigns.wars.battles.setup import setup_of
from campaigns.wars.models.battle import BattleState
from campaigns.wars.models.enlistment import Enlistment
from campaigns.wars.teams import Part, raid_of
from club.operations import Refused
from club.visibility import Visibility
from engines.musg.entries import AnyEntry, Hire
from engines.musg.ranks import Rank
from engines.musg.rules import Rules
from engines.musg.warband import Setup
from rosters.models import Warband
from rosters.operations import create_warband, take_step
from tests.clients import client_of
from tests.factories.battles import Field, field

pytestmark = pytest.mark.django_db


@pytest.fixture
def raid() -> Field:
    fight = field(rules=Rules(extras=True))
    fight.battle.modules = ["regroup_team"]
    fight.battle.save()
    return fight


def parts_of(raid: Field, warband: Warband) -> tuple[Part, Part]:
    return raid_of(warband, raid.stored()).parts


def said(part: Part, look: str) -> list[str]:
    return [line.text for line in part.lines if line.look == look]


def test_the_roster_says_both_roles_with_what_is_met_and_missed(raid: Field) -> None:
    """A leader and a lieutenant with two henchmen: anti-terrorists, and no terrorists for want of extras (M215)."""
    page = client_of(raid.players[0]).get(raid.warbands[0].get_absolute_url()).content.decode()
    assert "Ready for Regroup team!" in page
    strike, terrorists = parts_of(raid, raid.warbands[0])
    assert strike.may_play
    assert said(strike, "good")[:2] == ["One leader.", "Lieutenants: 1, at most 4 (M207)."]
    assert strike.home == "A Henchman 1, A Henchman 2"
    assert not terrorists.may_play
    assert said(terrorists, "bad") == [
        "Axes has no extras: terrorists come with a leader, a lieutenant and extras (M215)."
    ]


def test_what_the_page_misses_is_what_the_battle_is_refused_for(raid: Field) -> None:
    """The side named last plays the terrorists where nobody has extras (M215)."""
    second = parts_of(raid, raid.warbands[1])[1]
    with pytest.raises(Refused) as refused:
        setup_of(raid.battle)
    assert [str(problem.message) for problem in refused.value.problems] == said(second, "bad")


def test_the_other_warbands_team_is_the_ceiling_of_the_terrorists(raid: Field) -> None:
    """M339: what the leader and the lieutenant of the first cost pays for the second's."""
    terrorists = parts_of(raid, raid.warbands[1])[1]
    strike = parts_of(raid, raid.warbands[0])[0]
    spent = next(text for text in said(strike, "good") if text.startswith("Cost")).split()[1]
    assert f"Cost: {spent} points; the other team costs {spent} (M339)." in said(terrorists, "good")


def test_while_it_is_mustered_the_builder_says_so_and_follows_each_step(raid: Field) -> None:
    """A warband mustered for the campaign's raid, in no battle yet: the other team's cost is not known."""
    player = raid.players[0]
    rules = raid.warbands[0].engine_setup.rules
    fresh = create_warband(owner=player, setup=Setup(race="human", name="Night", rules=rules))
    Enlistment.objects.filter(warband=raid.warbands[0]).update(warband=fresh)
    address = reverse("rosters:builder", args=[fresh.pk])
    page = client_of(player).get(address).content.decode()
    assert "Night comes with 0 leaders; each team has one" in page
    steps: tuple[AnyEntry, ...] = (
        Hire(rank=Rank.LEADER, race="human", name="Lea"),
        Hire(rank=Rank.HENCHMAN, race="human", name="Hen"),
        Hire(rank=Rank.EXTRA, race="human", name="Ex"),
    )
    for step in steps:
        take_step(warband=fresh, entry=step, author=player)
    strike, terrorists = parts_of(raid, Warband.objects.get(pk=fresh.pk))
    assert terrorists.may_play
    assert "Extras: 1 (M215)." in said(terrorists, "good")
    assert len(said(terrorists, "muted")) == 1
    assert terrorists.home == "Hen"
    assert strike.home == "Hen, Ex"
    assert "One leader." in client_of(player).get(address).content.decode()


def test_it_is_said_in_french(raid: Field) -> None:
    with override("fr"):
        strike, terrorists = parts_of(raid, raid.warbands[0])
    assert strike.title == "En anti-terroristes"
    assert said(strike, "good")[0] == "Un chef."
    assert said(terrorists, "bad")[0].startswith("Axes n’a pas de figurants")


@pytest.mark.parametrize("change", ["another module", "over", "private campaign"])
def test_nothing_is_said_where_no_raid_is_ahead_or_the_reader_may_not_know(raid: Field, change: str) -> None:
    if change == "another module":
        raid.battle.modules = ["zombies"]
    elif change == "over":
        raid.battle.state = BattleState.CONFIRMED
    else:
        raid.campaign.visibility = Visibility.PRIVATE
        raid.campaign.save()
    raid.battle.save()
    stranger = field(names=("Xerxes", "Yggdrasil")).players[0]
    page = client_of(stranger).get(raid.warbands[0].get_absolute_url()).content.decode()
    assert "Ready for Regroup team!" not in page
