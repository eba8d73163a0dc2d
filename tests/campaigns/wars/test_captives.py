"""Whom the aliens carry off, on the site: reported, kept, offered a rescue, brought home (M201, M330)."""

from __future__ import annotations

import pytest
from django.urls import reverse

from campaigns.wars.access import get_battle_for_reader
from campaigns.wars.aftermath import operations as aftermath
from campaigns.wars.battles import operations as schedule
from campaigns.wars.battles.setup import setup_of
from campaigns.wars.battles.sides import sides_of
from campaigns.wars.chores import rescues
from campaigns.wars.models.recovery import DiceMode, RecoveryState
from campaigns.wars.modules import RESCUE
from campaigns.wars.reports.rows import CAPTURED
from campaigns.wars.reports.story import story
from engines.core.dice import Request
from engines.musg.engagement import Captivity
from engines.musg.report import Down, Report, Who
from rosters.models import Warband
from rosters.operations import rebuild, roster_at
from tests.clients import client_of
from tests.factories.battles import HENCHMAN, LEADER, Field

pytestmark = pytest.mark.django_db


def band(fight: Field) -> Warband:
    return Warband.objects.get(pk=fight.warbands[0].pk)


@pytest.fixture
def after(fight: Field) -> Field:
    """The first warband's leader is carried off, and the aftermath is rolled: nothing is rolled for the leader."""
    fight.fight(Report(downs=(Down(Who(fight.keys[0], LEADER), None, captured=True),)))
    roll(fight)
    return fight


def roll(fight: Field) -> None:
    """Type the dice of everybody's aftermath: sixes, or none where none are asked for."""
    for number in range(len(fight.warbands)):
        owner = fight.warbands[number].owner
        if fight.recovery(number).state != RecoveryState.WAITING:  # nothing was to be rolled
            continue
        aftermath.begin(recovery=fight.recovery(number), mode=DiceMode.TYPED, member=owner)
        done = False
        while not done:
            recovery = fight.recovery(number)
            asked = aftermath.with_faces(recovery.side.warband.roster, recovery.faces)
            faces = (6,) * (2 if isinstance(asked, Request) and asked.asked != "d6" else 1)
            faces = faces if isinstance(asked, Request) else ()
            done = aftermath.enter_faces(recovery=recovery, faces=faces, member=owner, version=recovery.version)


def test_the_captive_is_kept_and_its_journal_replays(after: Field) -> None:
    warband = band(after)
    leader = warband.roster.figure(LEADER)
    assert leader is not None
    assert leader.captive == Captivity(after.battle.key, after.battle.title)
    assert warband.roster == roster_at(warband)


def test_the_roster_and_its_sheet_say_so(after: Field) -> None:
    page = client_of(after.players[0]).get(band(after).get_absolute_url()).content.decode()
    assert "Captive of the aliens" in page
    french = client_of(after.players[0], "fr").get(band(after).get_absolute_url()).content.decode()
    assert "Aux mains des aliens" in french


def test_the_rescue_game_is_offered_filled_in(after: Field) -> None:
    (offer,) = rescues([band(after)])
    assert "L" in offer.sentence
    client = client_of(after.players[0])
    overview = client.get(after.campaign.get_absolute_url()).content.decode()
    assert "Plan the rescue game" in overview
    form = client.get(offer.address).context["form"]
    assert form.initial["warbands"] == [str(band(after).pk)]
    assert form.initial["modules"] == ["aliens", "rescue"]
    desk = client_of(after.referee).get(reverse("campaigns:dashboard", args=[after.campaign.slug])).content.decode()
    assert "Rescue games" in desk


def test_a_rescue_game_that_is_scheduled_is_not_offered_again(after: Field) -> None:
    rescue_game(after)
    assert rescues([band(after)]) == []
    desk = client_of(after.referee).get(reverse("campaigns:dashboard", args=[after.campaign.slug])).content.decode()
    assert "Rescue games" not in desk


def rescue_game(fight: Field) -> Field:
    plan = schedule.Plan(title="Into the nest", modules=RESCUE)
    battle = schedule.schedule_battle(campaign=fight.campaign, warbands=[band(fight)], plan=plan)
    return Field(fight.campaign, fight.referee, fight.players, [band(fight)], battle)


def test_the_captive_takes_no_part_in_it_but_can_be_brought_home(after: Field) -> None:
    game = rescue_game(after)
    (side,) = setup_of(game.battle).sides
    assert LEADER not in {figure.id for figure in side.figures}
    assert [figure.id for figure in side.captives] == [LEADER]
    said = [
        effect
        for side in sides_of(get_battle_for_reader(after.referee, after.campaign.slug, game.battle.pk))
        for effect in side.effects
    ]
    assert any("is held captive by the aliens" in effect for effect in said)
    key = band(after).key
    form = client_of(after.players[0]).get(reverse("campaigns:report", args=[after.campaign.slug, game.battle.pk]))
    assert f'name="rescued-{key}-{LEADER}"' in form.content.decode()
    sent = client_of(after.referee).post(
        reverse("campaigns:report", args=[after.campaign.slug, game.battle.pk]),
        {"version": game.battle.version, f"rescued-{key}-{LEADER}": "on", "action": "settle"},
    )
    assert sent.status_code == 302
    roll(game)
    leader = band(after).roster.figure(LEADER)
    assert leader is not None
    assert not leader.captive
    codes = {event["code"] for event in band(after).journal.latest("number").events}
    assert {"rescued"} <= codes
    assert codes & {"returned", "died"}


def test_a_captive_who_died_in_the_rescue_is_dead_and_kept_by_nobody(after: Field) -> None:
    """M35: dead without a roll; M330: a rescue that failed may be tried again only as long as there is somebody."""
    game = rescue_game(after)
    key = band(after).key
    address = reverse("campaigns:report", args=[after.campaign.slug, game.battle.pk])
    both = {f"rescued-{key}-{LEADER}": "on", f"perished-{key}-{LEADER}": "on"}
    referee = client_of(after.referee)
    said = referee.post(address, {"version": game.battle.version, **both, "action": "settle"})
    assert "the dead are not brought home" in said.content.decode()
    died = {"version": game.battle.version, f"perished-{key}-{LEADER}": "on", "action": "settle"}
    assert referee.post(address, died).status_code == 302
    roll(game)
    leader = band(after).roster.figure(LEADER)
    assert leader is not None
    assert not leader.captive
    assert not leader.active
    assert band(after).roster.captives == ()


def test_the_form_asks_for_who_was_carried_off(fight: Field) -> None:
    key, foe = fight.keys
    sent = client_of(fight.players[0]).post(
        reverse("campaigns:report", args=[fight.campaign.slug, fight.battle.pk]),
        {
            "version": fight.battle.version,
            f"fate-{key}-{HENCHMAN}": CAPTURED,
            f"by-{key}-{HENCHMAN}": f"{foe}:{LEADER}",
            "action": "send",
        },
    )
    assert sent.status_code == 302
    told = fight.battle.reports.latest("pk").report
    assert told.downs == (Down(Who(key, HENCHMAN), Who(foe, LEADER), captured=True),)
    rosters = {warband.key: warband.roster for warband in fight.warbands}
    assert any("carried off by the aliens" in said for said in story(told, rosters))


def test_the_reading_copy_comes_back_from_the_journal(after: Field) -> None:
    before = band(after)
    Warband.objects.filter(pk=before.pk).update(state={})
    rebuild(warband=before)
    assert band(after).roster == before.roster
