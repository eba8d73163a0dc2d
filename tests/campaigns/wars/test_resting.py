"""Warbands whose player closed the account: at rest until a referee decides; and a player removed for good."""

from __future__ import annotations

import pytest
from django.urls import reverse

from campaigns.league import news
from campaigns.league.models import Campaign
from campaigns.league.operations.people import campaign_of_code
from campaigns.wars.battles import operations as schedule
from campaigns.wars.battles.operations import Plan
from campaigns.wars.desk.glance import round_panel
from campaigns.wars.desk.queries import desk_of
from campaigns.wars.desk.waiting import groups
from campaigns.wars.models.battle import Battle
from campaigns.wars.rounds.operations import open_round, pair_round
from club.departure import close_account
from club.operations import Refused
from rosters.models import Warband
from tests.clients import client_of
from tests.factories.campaigns import Cast, cast, enlisted

pytestmark = pytest.mark.django_db


@pytest.fixture
def who() -> Cast:
    """Piers closed his account; his Blades serve on."""
    made = cast()
    enlisted(made.campaign, made.owner, "Clubs")
    Warband.objects.filter(name="Clubs").update(owner=made.outsider)
    close_account(member=made.player)
    return made


def power(who: Cast, kind: str, **data: object) -> str:
    """The page after a referee used one of the powers."""
    address = reverse("campaigns:power", args=[who.campaign.slug, kind])
    return client_of(who.referee).post(address, {**data, "reason": "He left"}, follow=True).content.decode()


def test_the_referees_are_told_and_asked(who: Cast) -> None:
    [line] = news.lines_of(news.news_of(who.referee).filter(code="rests"))
    assert line.sentence == "The player of Blades closed the account: it rests until you decide."
    [group] = [group for group in groups(desk_of(who.campaign)) if group.kind.code == "resting"]
    assert [one.subject for one in group.items] == ["Blades"]


def test_nothing_is_paired_proposed_or_scheduled_for_it(who: Cast) -> None:
    opened = open_round(campaign=who.campaign)
    page = client_of(who.referee).get(reverse("campaigns:pairing", args=[who.campaign.slug, opened.number]))
    assert {warband.name for warband, _ticked in page.context["free"]} == {"Axes", "Clubs"}
    assert [warband.name for warband in page.context["resting"]] == ["Blades"]
    assert "Their players are gone" in page.content.decode()
    panel = round_panel(desk_of(who.campaign))
    assert "Blades" not in {w.name for pair in panel.suggestions for w in (pair.one, pair.other)}
    for attempt in (
        lambda: pair_round(round=opened, pairs=[(who.warband, who.other)], plan=Plan()),
        lambda: schedule.schedule_battle(campaign=who.campaign, warbands=[who.warband, who.other], plan=Plan()),
    ):
        with pytest.raises(Refused) as caught:
            attempt()
        assert caught.value.codes == ["warband_rests"]
    assert not Battle.objects.exists()


def test_a_battle_in_which_it_was_seated_can_be_put_off() -> None:
    who = cast()
    battle = schedule.schedule_battle(campaign=who.campaign, warbands=[who.warband, who.other], plan=Plan(title="Dusk"))
    close_account(member=who.player)
    schedule.change_battle(battle=battle, warbands=[who.warband, who.other], plan=Plan(title="Dawn"))
    assert Battle.objects.get().title == "Dawn"


def test_a_referee_lets_it_fight_on(who: Cast) -> None:
    enlistment = who.campaign.enlistments.get(warband=who.other)
    assert "Blades fights on." in power(who, "resting", enlistment=enlistment.pk, decision="fights")
    schedule.schedule_battle(campaign=who.campaign, warbands=[who.warband, who.other], plan=Plan())
    act = who.campaign.referee_acts.get()
    assert (act.code, act.reason) == ("resting_fights_on", "He left")
    assert "resting" not in {group.kind.code for group in groups(desk_of(who.campaign))}


def test_a_referee_withdraws_it(who: Cast) -> None:
    enlistment = who.campaign.enlistments.get(warband=who.other)
    assert "Blades has left the campaign." in power(who, "resting", enlistment=enlistment.pk, decision="withdraws")
    assert not who.campaign.enlistments.filter(warband=who.other).exists()


def test_in_a_campaign_that_is_over_nobody_is_asked() -> None:
    who = cast()
    Campaign.objects.update(closed=True)
    close_account(member=who.player)
    assert not who.campaign.enlistments.filter(resting=True).exists()
    assert not news.news_of(who.referee).filter(code="rests").exists()


@pytest.mark.parametrize("anew", [True, False])
def test_removing_a_player_offers_a_new_code_in_the_same_step(anew: bool) -> None:
    who = cast()
    code = who.campaign.join_code
    page = client_of(who.referee).get(reverse("campaigns:powers", args=[who.campaign.slug])).content.decode()
    box = page.partition('name="new_code"')[2].partition(">")[0]
    assert "checked" in box
    chosen = who.campaign.memberships.get(member=who.player)
    sent = {"member": chosen.pk, "warbands": "withdraw", **({"new_code": "on"} if anew else {})}
    said = power(who, "remove", **sent)
    assert ("The join code and link are new." in said) is anew
    assert (campaign_of_code(code) is None) is anew
