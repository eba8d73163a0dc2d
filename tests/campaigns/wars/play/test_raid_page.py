"""The page of a game of anti-terrorists against terrorists: how matters stand, and where something is to be laid."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from campaigns.wars.play.choices import groups_of
from campaigns.wars.play.wording.raids import raid_lines
from campaigns.wars.replay.wording import Names
from engines.musg.battle.actions import Custom
from engines.musg.battle.conclusion import View
from engines.musg.battle.decision import Ask
from engines.musg.prospects import Leads, Option, OptionKind, options
from tests.campaigns.wars.play.mixed import mixed
from tests.factories.club import MemberFactory

BOMB_RACE, HOSTAGES = 5, 6
"""Battles of the mass trial: about a bomb, about hostages."""


def lines(**told: Any) -> tuple[str, ...]:
    about = {"alert": 0, "given": False, "hostages": [7], "led": [], "saved": 0, **told}
    return raid_lines(View(1, 0, (0, 0), (), modules={"regroup_team": about}))


def test_how_matters_stand_is_told_in_a_few_words() -> None:
    """Alert 6 is the alert (Musg, En alerte); where none is played everybody is free from the start (M337)."""
    assert lines() == ("alert 0 of 6",)
    assert lines(alert=4, saved=1) == ("alert 4 of 6", "1 hostage is saved")
    assert lines(alert=6, given=True, bomb="dropped") == ("the alert is given", "the bomb lies on the ground")
    assert lines(given=True, hostages=[], bomb="carried") == ()
    assert lines(given=True, hostages=[], bomb="ticking", turns_left=2) == ("the bomb goes off after 2 turns",)
    assert lines(given=True, bomb="ticking", turns_left=0) == ("the bomb goes off at the end of this turn",)
    assert raid_lines(View(1, 0, (0, 0), ())) == ()


@pytest.mark.django_db
def test_places_for_a_bomb_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    played = mixed(BOMB_RACE, MemberFactory.create_batch(3), monkeypatch)
    battle = played.twin
    decision = battle.decision
    assert decision is not None
    assert decision.ask is Ask.CUSTOM
    groups = groups_of(options(battle, decision.side), Names.of(battle.setup), decision)
    told = [f"{choice.sentence} {choice.place}" for group in groups for choice in group.choices]
    assert len(told) > 3
    assert len(set(told)) == len(told)


@pytest.mark.django_db
def test_places_less_than_a_pace_apart_are_told_more_exactly(monkeypatch: pytest.MonkeyPatch) -> None:
    battle = mixed(BOMB_RACE, MemberFactory.create_batch(3), monkeypatch).twin
    decision = battle.decision
    assert decision is not None
    spots = ((28.1, 8.0), (28.4, 8.0), (3.2, 5.0))
    offered = [
        Option(
            action=Custom("regroup.site", x=x, y=y), kind=OptionKind.CUSTOM, code="regroup.site", leads=Leads(to=(x, y))
        )
        for x, y in spots
    ]
    groups = groups_of(offered, Names.of(battle.setup), decision)
    told = [choice.place for group in groups for choice in group.choices]
    assert told == ["at 28.1 / 8.0", "at 28.4 / 8.0", "at 3, 5"]


@pytest.mark.django_db
def test_the_level_of_alert_stands_above_the_map(monkeypatch: pytest.MonkeyPatch) -> None:
    played = mixed(HOSTAGES, MemberFactory.create_batch(3), monkeypatch)
    client = Client(headers={"accept-language": "en"})
    client.force_login(played.people[0])
    page = client.get(played.row.get_absolute_url()).content.decode()
    assert '<span class="play__matter">alert 0 of 6</span>' in page
