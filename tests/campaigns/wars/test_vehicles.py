"""Vehicles in a campaign: what a report says of them, the wreck's die in the aftermath, repairs in the journal."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from campaigns.wars.aftermath.wording import table_for
from campaigns.wars.reports.forms import ReportForm
from campaigns.wars.reports.story import story
from club.operations import Refused
from engines.musg.entries import BuyVehicle, Grant
from engines.musg.garage import Damage
from engines.musg.report import Broken, Down, Report, Who
from engines.musg.rules import Rules
from engines.musg.vehicle import Design
from rosters.models import Warband
from rosters.operations import take_steps
from tests.clients import client_of
from tests.factories.battles import HENCHMAN, LEADER, Field, field

pytestmark = pytest.mark.django_db
CAR = 5
"""The first vehicle: figures 1 to 4 were there before it."""


@pytest.fixture
def fight() -> Field:
    """Both warbands have a light vehicle: 3 points of structure."""
    fight = field(rules=Rules(vehicles=True))
    for band in fight.warbands:
        car = BuyVehicle(design=Design(type="light"), name=f"{band.name} Car")
        take_steps(warband=band, entries=[Grant(points=100, reason="Booty"), car], author=band.owner, reason="Set up")
    return fight


def form(fight: Field, **said: Any) -> ReportForm:
    rosters = {band.key: band.roster for band in fight.warbands}
    data = {f"fate-{key}-{figure.id}": "stood" for key, roster in rosters.items() for figure in roster.active}
    return ReportForm({"version": "1", **data, **said}, rosters=rosters, version=1)


def lost(fight: Field, side: int) -> str:
    return f"lost-{fight.keys[side]}-{CAR}"


def test_the_form_reads_what_vehicles_lost_and_shows_it_again(fight: Field) -> None:
    sent = form(fight, **{lost(fight, 0): "3", lost(fight, 1): "0"})
    assert sent.is_valid(), sent.errors
    assert sent.report.broken == (Broken(fight.keys[0], CAR, 3),)
    rosters = {band.key: band.roster for band in fight.warbands}
    again = ReportForm(rosters=rosters, version=1, report=sent.report)
    assert [[field.value() for field in side.vehicles] for side in again.sides()] == [[3], [None]]
    assert list(story(sent.report, rosters)) == ["Axes Car (Axes) was wrecked."]


def test_more_than_it_has_is_refused_beside_the_field(fight: Field) -> None:
    sent = form(fight, **{lost(fight, 0): "4"})
    assert not sent.is_valid()
    assert list(sent.errors) == [lost(fight, 0)]


def test_nothing_lost_is_stored_as_before(fight: Field) -> None:
    sent = form(fight)
    assert sent.is_valid(), sent.errors
    assert not sent.report.broken
    assert sent.report == Report()


def test_a_battle_says_what_it_broke(fight: Field) -> None:
    fight.fight(Report(broken=(Broken(fight.keys[0], CAR, 3), Broken(fight.keys[1], CAR, 1))))
    axes, blades = (Warband.objects.get(pk=band.pk) for band in fight.warbands)
    assert axes.roster.engagement is not None
    assert axes.roster.engagement.damage == (Damage(CAR, 3),)
    assert axes.roster.garage[0].damage == 3
    # Nothing is to be rolled for the other side: all its aftermath is over, the repair too.
    assert blades.roster.engagement is None
    assert blades.roster.garage[0].damage == 0
    told = [event["code"] for row in blades.journal.all() for event in row.events]
    assert "vehicle_repaired" in told


def test_an_impossible_report_is_refused(fight: Field) -> None:
    with pytest.raises(Refused):
        fight.fight(Report(broken=(Broken(fight.keys[0], 99, 1),)))


def test_the_wreck_is_rolled_after_the_fallen(fight: Field) -> None:
    """Ruling M345: as a henchman, 1-2 lost; typed after the henchman's own roll."""
    axes, blades = fight.keys
    down = Down(Who(axes, HENCHMAN), Who(blades, LEADER))
    fight.fight(Report(downs=(down,), broken=(Broken(axes, CAR, 3),)))
    client = client_of(fight.players[0])

    def page(name: str) -> str:
        return reverse(f"campaigns:{name}", args=[fight.campaign.slug, fight.battle.pk, fight.warbands[0].pk])

    assert "a wreck, rolls 1d6: lost on 1 or 2" in client.get(page("aftermath")).content.decode()
    client.post(page("aftermath_begin"), {"version": fight.recovery(0).version, "mode": "typed"})
    for asked, face in (("Return of A Henchman 1", "6"), ("The wreck of Axes Car", "2")):
        html = client.get(page("aftermath")).content.decode()
        assert asked in html
        recovery = fight.recovery(0)
        client.post(page("aftermath_die"), {"version": recovery.version, "die1": face})
    told = client.get(page("aftermath")).content.decode()
    assert "The wreck of Axes Car is lost, with all that was built into it." in told
    roster = Warband.objects.get(pk=fight.warbands[0].pk).roster
    assert roster.rides == ()
    assert roster.engagement is None


def test_a_damaged_vehicle_is_repaired_without_a_die(fight: Field) -> None:
    fight.fight(Report(broken=(Broken(fight.keys[0], CAR, 2),)))
    client = client_of(fight.players[0])
    where = [fight.campaign.slug, fight.battle.pk, fight.warbands[0].pk]
    html = client.get(reverse("campaigns:aftermath", args=where)).content.decode()
    assert "Axes Car is repaired free of charge: 2 points of structure." in html


def test_the_wrecks_table_speaks_of_vehicles() -> None:
    assert [(row.faces, row.name) for row in table_for("wreck").rows] == [("1–2", "Lost"), ("3–6", "Brought home")]
