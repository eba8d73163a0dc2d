"""What both players must remember before a battle: effects of earlier aftermaths, on the battle's page."""

from __future__ import annotations

import pytest
from django.utils.translation import override

from campaigns.wars.access import get_battle_for_reader
from campaigns.wars.battles import operations as schedule
from campaigns.wars.battles.operations import Plan
from campaigns.wars.battles.sides import sides_of
from campaigns.wars.enlistment import operations as enlistment
from engines.musg.entries import Recover
from engines.musg.report import Down, Who
from rosters.models import Warband
from rosters.operations import take_step
from tests.factories.battles import LEADER, LIEUTENANT
from tests.factories.campaigns import Cast, cast, enlisted, fight

pytestmark = pytest.mark.django_db


def wounded(who: Cast, *faces: int) -> None:
    """Blades put the leader and the lieutenant of the Axes out of action; their aftermath is rolled with these dice."""
    by = Who(who.other.key, LEADER)
    downs = [Down(Who(who.warband.key, number), by) for number in (LEADER, LIEUTENANT)]
    fight(who.campaign, [who.warband, who.other], downs=downs)
    assert who.warband.roster.engagement is not None
    entry = Recover(battle=who.warband.roster.engagement.battle, faces=faces, source="entered")
    take_step(warband=who.warband, entry=entry, author=who.owner)


def effects(who: Cast, *warbands: Warband) -> list[str]:
    """What the page of a battle between these warbands says about the first one."""
    battle = schedule.schedule_battle(campaign=who.campaign, warbands=warbands, plan=Plan())
    shown = get_battle_for_reader(who.referee, who.campaign.slug, battle.pk)
    with override("en"):
        return list(sides_of(shown)[0].effects)


def test_the_hateful_are_reminded_only_where_the_hated_stand() -> None:
    """61 is implacable hatred of the Blades (ruling M259), 32 erratic (Musg, Retour des mis hors de combat)."""
    who = cast()
    wounded(who, 6, 1, 3, 2)
    hates, erratic = effects(who, who.warband, who.other)
    assert hates.startswith("A Leader hates Blades:")
    assert erratic == "A Lieutenant is erratic: roll a die before the battle; on a 1 the figure sits it out."
    assert effects(who, who.warband, enlisted(who.campaign, who.referee, "Crows")) == [erratic]


def test_the_quacks_patients_are_remembered_for_one_battle() -> None:
    """33 is the quack doctor: on a 6 the first wound does not count (ruling M257), on a 1 the next battle is missed."""
    who = cast()
    wounded(who, 3, 3, 6, 3, 3, 1)
    said = effects(who, who.warband, who.other)
    assert said == [
        "The first hit point A Leader loses does not count.",
        "A Lieutenant misses this battle: still recovering, or held back by the referee.",
    ]
    fight(who.campaign, [who.warband, enlisted(who.campaign, who.referee, "Crows")])
    assert effects(who, who.warband, who.other) == []


def test_open_musters_and_waiting_aftermaths_are_said() -> None:
    who = cast()
    draft = enlistment.muster_for(campaign=who.campaign, owner=who.owner, name="Draft", race="elf")
    assert effects(who, draft, who.other) == ["The muster is not closed yet; the warband cannot fight before that."]
    fell = Down(Who(who.warband.key, LIEUTENANT), Who(who.other.key, LEADER))
    fight(who.campaign, [who.warband, who.other], downs=[fell], title="At the mill")
    waiting = "The aftermath of “At the mill” must be rolled before this battle is reported."
    assert effects(who, who.warband, who.other) == [waiting]


def test_after_the_battle_the_sheets_have_moved_on() -> None:
    who = cast()
    battle = fight(who.campaign, [who.warband, who.other])
    shown = get_battle_for_reader(who.referee, who.campaign.slug, battle.pk)
    assert [(side.fighters, side.effects) for side in sides_of(shown)] == [((), ())] * 2
