"""The pages of rounds and battles: paired, scheduled, changed, found again."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from campaigns.wars.battles import operations as schedule
from campaigns.wars.battles.operations import Plan
from campaigns.wars.models.battle import Battle, BattleState
from campaigns.wars.rounds import operations as rounds
from engines.core.proof import read_proof, verify_game
from engines.registry import DRAWN
from tests.clients import client_of
from tests.factories.campaigns import campaign, cast, enlisted, fight, join

pytestmark = pytest.mark.django_db


def page(name: str, *args: Any) -> str:
    return reverse(f"campaigns:{name}", args=args)


def test_a_round_is_proposed_changed_by_hand_and_scheduled() -> None:
    who = cast()
    third, fourth = (enlisted(who.campaign, who.referee, name) for name in ("Crows", "Drakes"))
    client = client_of(who.referee)
    opened = client.post(page("rounds", who.campaign.slug), {"name": "Thaw"})
    address = page("pairing", who.campaign.slug, 1)
    assert opened.headers["Location"] == f"{address}?propose="

    everyone = [warband.pk for warband in (who.warband, who.other, third, fourth)]
    proposed = client.get(address, {"propose": "1", "play": everyone[:3]})
    shown = [form["one"].value() for form, _met, _why in proposed.context["rows"]]
    assert proposed.context["proposal"].bye.pk in everyone[:3]
    assert proposed.context["rows"][0][2] == ("They have not met yet.",)
    assert proposed.context["proposal"].bye_why[0] == "An odd number plays, so one sits out."
    assert len([pk for pk in shown if pk]) == 1
    assert not Battle.objects.exists(), "a proposal schedules nothing"

    sent = {"pair-TOTAL_FORMS": 2, "pair-INITIAL_FORMS": 2, "place": "Hall", "date": "2030-01-02T14:00"}
    pairs = {"pair-0-one": everyone[0], "pair-0-other": everyone[3], "pair-1-one": "", "pair-1-other": ""}
    assert client.post(address, sent | pairs).headers["Location"] == page("rounds", who.campaign.slug)
    battle = Battle.objects.get()
    assert (battle.round.name, battle.place, battle.title) == ("Thaw", "Hall", "Axes – Drakes")
    assert [warband.pk for warband, _plays in client.get(address).context["free"]] == sorted(everyone[1:3])


def test_from_its_seed_a_proposal_is_drawn_again() -> None:
    """The file proves the proposal shown, and the address with the seed shows it once more."""
    who = cast()
    everyone = [who.warband.pk, who.other.pk, *(enlisted(who.campaign, who.referee, name).pk for name in "CD")]
    client = client_of(who.referee)
    rounds.open_round(campaign=who.campaign)
    address = page("pairing", who.campaign.slug, 1)
    shown = client.get(address, {"propose": "1"})
    seed = shown.context["seed"]
    proof = read_proof(client.get(page("pairing_draw", who.campaign.slug, 1), {"seed": seed}).json())
    assert (proof.seed, verify_game(proof, DRAWN)) == (seed, [])
    assert sorted(proof.setup["players"]) == sorted(everyone)
    again = client.get(address, {"propose": "1", "seed": seed})
    pairs = [[form[name].value() for name in ("one", "other")] for form, _met, _why in again.context["rows"]]
    assert proof.outcome is not None
    assert pairs == proof.outcome["pairs"]
    assert client.get(address, {"propose": "1", "seed": "0" * 63}).context["seed"] != seed


def test_a_warband_paired_twice_or_alone_is_marked_where_it_stands() -> None:
    who = cast()
    third, fourth = (enlisted(who.campaign, who.referee, name) for name in ("Crows", "Drakes"))
    rounds.open_round(campaign=who.campaign)
    sent = {"pair-TOTAL_FORMS": 2, "pair-INITIAL_FORMS": 2, "pair-0-one": who.warband.pk, "pair-0-other": who.other.pk}
    address = page("pairing", who.campaign.slug, 1)
    twice = client_of(who.referee).post(address, sent | {"pair-1-one": third.pk, "pair-1-other": who.warband.pk})
    assert twice.context["pairs"].forms[1].errors.keys() == {"other"}
    alone = client_of(who.referee).post(address, sent | {"pair-1-one": fourth.pk, "pair-1-other": ""})
    assert alone.context["pairs"].forms[1].errors.keys() == {"other"}
    assert not Battle.objects.exists()


@pytest.mark.parametrize("name", ["Th\0aw", "x" * 81])
def test_a_round_keeps_its_name_when_another_cannot_be_its_name(name: str) -> None:
    who = cast()
    opened = rounds.open_round(campaign=who.campaign, name="Thaw")
    address = page("change_round", who.campaign.slug, opened.number)
    told = client_of(who.referee).post(address, {"action": "rename", "name": name}, follow=True)
    opened.refresh_from_db()
    assert opened.name == "Thaw"
    assert [message.level_tag for message in told.context["messages"]] == ["error"]


def test_players_schedule_and_change_their_battles() -> None:
    who = cast()
    sent = {"warbands": [who.warband.pk, who.other.pk], "title": "Dusk", "date": "", "place": "", "scenario": "Hold!"}
    assert client_of(who.outsider).post(page("schedule", who.campaign.slug), sent).status_code == 403
    client_of(who.owner).post(page("schedule", who.campaign.slug), sent)
    battle = Battle.objects.get()
    edit = page("battle_edit", who.campaign.slug, battle.pk)
    changed = sent | {"date": "2030-05-01T19:30", "version": battle.version}
    third = join(who.campaign)
    assert client_of(third).post(edit, changed).status_code == 403
    client_of(who.player).post(edit, changed)
    battle.refresh_from_db()
    assert (battle.date.year, battle.scenario) == (2030, "Hold!")
    response = client_of(who.player).post(edit, changed)
    assert response.context["form"].non_field_errors(), "that page is out of date by now"

    client_of(who.owner).post(page("cancel", who.campaign.slug, battle.pk), {"version": battle.version})
    battle.refresh_from_db()
    assert battle.state == BattleState.CANCELLED


@pytest.mark.parametrize("date", ["0001-01-01T00:00", "0026-11-01T20:00", "9999-12-31T23:59-14:00"])
def test_a_battle_of_an_odd_year_is_refused_beside_its_date(date: str) -> None:
    who = cast()
    sent = {"warbands": [who.warband.pk, who.other.pk], "date": date}
    answer = client_of(who.owner).post(page("schedule", who.campaign.slug), sent)
    assert (
        "Only the years from 1970 to 2100 are accepted."
        in answer.content.decode().partition('id="id_date_error"')[2][:200]
    )
    assert not who.campaign.battles.exists()


def test_players_arrange_no_battle_of_others() -> None:
    who = cast()
    third = enlisted(who.campaign, who.referee, "Crows")
    sent = {"warbands": [who.other.pk, third.pk], "title": "", "date": "", "place": "", "scenario": ""}
    response = client_of(who.owner).post(page("schedule", who.campaign.slug), sent)
    assert response.context["form"].errors.keys() == {"warbands"}
    client_of(who.referee).post(page("schedule", who.campaign.slug), sent)
    assert Battle.objects.count() == 1


def test_a_battle_tells_what_to_remember() -> None:
    """The troll is paid for the first battle only: before the second it must be paid again (Musg, Mercenaires)."""
    who = cast()
    hirer = enlisted(who.campaign, who.referee, "Crows", mercenary="troll_bodyguard")
    first = schedule.schedule_battle(campaign=who.campaign, warbands=[who.warband, hirer], plan=Plan())
    address = page("battle", who.campaign.slug, first.pk)
    client = client_of(who.outsider)
    client.cookies["django_language"] = "en"
    assert "C Mercenary is not paid" not in client.get(address).content.decode()
    fight(who.campaign, [who.other, hirer])
    content = client.get(address).content.decode()
    assert "C Mercenary is not paid for this battle and will not take part." in content


def test_a_battle_of_another_campaign_is_not_found_here() -> None:
    who, elsewhere = cast(), campaign()
    battle = schedule.schedule_battle(campaign=who.campaign, warbands=[who.warband, who.other], plan=Plan())
    assert client_of(who.referee).get(page("battle", elsewhere.slug, battle.pk)).status_code == 404


def test_the_confirmed_battle_shows_its_result() -> None:
    who = cast()
    battle = fight(who.campaign, [who.warband, who.other], bonus={who.other: 17})
    content = client_of(who.outsider).get(page("battle", who.campaign.slug, battle.pk)).content.decode()
    assert "17" in content
    assert battle.winner == who.other


def test_battles_are_found_by_warband() -> None:
    who = cast()
    third = enlisted(who.campaign, who.referee, "Crows")
    fight(who.campaign, [who.warband, who.other], title="The first")
    fight(who.campaign, [who.other, third], title="The second")
    shown = client_of(who.outsider).get(page("rounds", who.campaign.slug), {"warband": third.pk})
    assert [battle.title for group in shown.context["groups"] for battle in group.battles] == ["The second"]
