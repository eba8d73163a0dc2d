"""Scenarios that referees make: the form and its errors, preview, copies, sharing, and battles fought by them."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.urls import reverse
from msgspec.structs import replace

from campaigns.wars.battles import operations as schedule
from campaigns.wars.battles.offers import Offers
from campaigns.wars.battles.operations import Plan
from campaigns.wars.battles.setup import setup_of
from campaigns.wars.battles.staging import scenario_of
from campaigns.wars.models.scenario import OwnScenario
from campaigns.wars.scenarios import operations
from campaigns.wars.scenarios.forms import ScenarioForm
from campaigns.wars.scenarios.rows import ROWS, tag_of
from campaigns.wars.scenarios.wording import KINDS
from club.operations import Refused, Stale
from engines.musg.scenarios import SCENARIOS, library
from tests.clients import client_of
from tests.factories.battles import Field, field

pytestmark = pytest.mark.django_db

TYPED = {
    "name_fr": "Le pont",
    "name_en": "The bridge",
    "story_fr": "Il était une fois.",
    "story_en": "Once upon a time.",
    "ground": "village",
    "turn_limit": "7",
    "first_sight": "no",
    "side-0-where": "1",
    "side-0-name_fr": "Un",
    "side-0-name_en": "One",
    "side-0-brief_fr": "Allez.",
    "side-0-brief_en": "Go.",
    "side-1-where": "circle",
    "side-1-x": "20",
    "side-1-y": "4",
    "side-1-radius": "4",
    "side-1-name_fr": "Deux",
    "side-1-name_en": "Two",
    "side-1-brief_fr": "Restez.",
    "side-1-brief_en": "Stay.",
    "aim-0-kind": "carry_off",
    "aim-0-points": "12",
    "aim-0-thing_fr": "le coffre",
    "aim-0-thing_en": "the chest",
    "aim-0-places": "20 16.5 / 12 8",
    "aim-0-edges": ["own", "west"],
    "aim-2-kind": "survive",
    "aim-2-points": "5",
    "aim-2-sides": ["1"],
    "aim-2-least": "2",
}


def address(fight: Field, name: str = "own_scenario_new", *more: int) -> str:
    return reverse(f"campaigns:{name}", args=[fight.campaign.slug, *more])


def errors(page: str) -> dict[str, str]:
    """The errors of a page by the id of their field."""
    return dict(re.findall(r'id="id_([\w-]+)_error"[^>]*>\s*(?:<[^>]+>\s*)*([^<]+)', page))


def test_a_referee_makes_a_scenario_and_a_battle_is_fought_by_it() -> None:
    fight = field()
    referee = client_of(fight.referee)
    made = referee.post(address(fight), TYPED)
    row = OwnScenario.objects.get()
    assert made.status_code == 302
    assert made.headers["Location"] == row.get_absolute_url()
    page = referee.get(row.get_absolute_url()).content.decode()
    assert "The bridge" in page
    assert "carry the chest off the table over one’s own edge or the west edge; there are 2." in page
    assert "Test at the first sight of a better enemy: no" in page
    offers = Offers(fight.campaign)
    scenario = offers.scenario(f"own-{row.pk}")
    assert scenario
    schedule.change_battle(
        battle=fight.battle, warbands=fight.warbands, plan=Plan(title="x", staging=scenario), author=fight.referee
    )
    setup = setup_of(fight.stored())
    assert (len(setup.objectives), setup.turn_limit, setup.rules.first_sight) == (2, 7, False)
    assert setup.table.zones[1].shape == scenario.sides[1].zone


def test_what_was_agreed_stays_when_the_scenario_is_changed_or_thrown_away() -> None:
    fight = field()
    own = operations.make_scenario(
        campaign=fight.campaign, author=fight.referee, scenario=replace(library()["treasure"], turn_limit=5)
    )
    scenario = Offers(fight.campaign).scenario(f"own-{own.pk}")
    schedule.change_battle(
        battle=fight.battle, warbands=fight.warbands, plan=Plan(title="x", staging=scenario), author=fight.referee
    )
    operations.change_scenario(own=own, scenario=library()["crossroads"], shared=False, version=0)
    offered = Offers(fight.campaign, fight.stored())
    kept = offered.scenario(f"own-{own.pk}")
    assert kept == scenario == scenario_of(fight.stored())
    own.refresh_from_db()
    operations.drop_scenario(own=own, version=own.version)
    assert (f"own-{own.pk}", "The gravedigger’s chest") in Offers(fight.campaign, fight.stored()).choices
    with pytest.raises(Stale):
        operations.drop_scenario(own=own)


@pytest.mark.parametrize(
    ("wrong", "field_id"),
    [
        ({"name_en": ""}, "name_en"),
        ({"turn_limit": "0"}, "turn_limit"),
        ({"ground": "moon"}, "ground"),
        ({"ground": "drawn", "width": "9", "depth": "9"}, "ground"),
        ({"side-0-where": "3"}, "side-0-where"),
        ({"side-0-brief_fr": ""}, "side-0-brief_fr"),
        ({"side-1-radius": ""}, "side-1-radius"),
        ({"aim-0-points": ""}, "aim-0-points"),
        ({"aim-0-points": "500"}, "aim-0-points"),
        ({"aim-0-places": "20"}, "aim-0-places"),
        ({"aim-0-places": "20 160"}, "aim-0-places"),
        ({"aim-0-thing_fr": ""}, "aim-0-thing_fr"),
        ({"aim-0-edges": []}, "aim-0-edges"),
        ({"aim-2-sides": ["3"]}, "aim-2-sides"),
        ({"aim-2-kind": "dance"}, "aim-2-kind"),
        ({"aim-2-kind": "hold"}, "aim-2-x"),
    ],
)
def test_what_is_wrong_is_said_beside_its_field_and_nothing_is_lost(wrong: dict[str, Any], field_id: str) -> None:
    fight = field()
    answer = client_of(fight.referee).post(address(fight), {**TYPED, **wrong})
    assert answer.status_code == 422
    page = answer.content.decode()
    assert field_id in errors(page), errors(page)
    assert "20 16.5 / 12 8" in page or "aim-0-places" in wrong
    assert not OwnScenario.objects.exists()


def test_a_row_that_lacks_what_it_is_about_is_asked_for_it() -> None:
    fight = field()
    referee = client_of(fight.referee)
    third = {"side-2-name_fr": "Trois", "side-2-name_en": "Three"}
    page = referee.post(address(fight), {**TYPED, **third, "aim-1-points": "3"}).content.decode()
    said = errors(page)
    assert said["side-2-where"] == "Where does this side deploy? Choose it, or clear the row."
    assert said["aim-1-kind"] == "What kind of objective is this? Choose it, or clear the row."
    assert 'value="Trois"' in page
    assert not OwnScenario.objects.exists()


def test_a_side_too_few_and_no_objective_are_said() -> None:
    fight = field()
    referee = client_of(fight.referee)
    alone = referee.post(address(fight), {**TYPED, "side-1-where": "", "aim-2-sides": []}).content.decode()
    assert "A scenario has 2 to 6 sides" in alone
    none = {name: value for name, value in TYPED.items() if not name.startswith("aim-")}
    idle = referee.post(address(fight), none).content.decode()
    assert "A scenario has 1 to 12 objectives" in idle


def test_a_preview_shows_it_and_keeps_nothing() -> None:
    fight = field()
    answer = client_of(fight.referee).post(address(fight), {**TYPED, "action": "preview"})
    page = answer.content.decode()
    assert answer.status_code == 200
    assert "As it would read" in page
    assert page.count("map__trace--thing") == 2
    assert not OwnScenario.objects.exists()


@pytest.mark.parametrize("code", SCENARIOS)
def test_a_copy_from_the_library_says_the_same(code: str) -> None:
    """What the form is filled with from a scenario, sent as it stands, is that scenario."""
    scenario = library()[code]
    form = ScenarioForm(scenario=scenario)
    sent: dict[str, Any] = {}
    for part in (form.frame, *form.sides, *form.aims):
        for bound in part:
            value = bound.value()
            if value is not None and value is not False:
                sent[bound.html_name] = value
    again = ScenarioForm(sent)
    assert again.is_valid()
    assert replace(again.scenario, code=code) == scenario


def test_the_form_begins_with_a_copy() -> None:
    fight = field()
    page = client_of(fight.referee).get(address(fight), {"from": "treasure"}).content.decode()
    assert "The gravedigger’s chest" in page
    assert client_of(fight.referee).get(address(fight), {"from": "dragons"}).status_code == 200


def test_a_shared_scenario_is_offered_and_copied_elsewhere_and_changed_only_at_home() -> None:
    home, away = field(), field(names=("Nails", "Cogs"))
    own = operations.make_scenario(
        campaign=home.campaign, author=home.referee, scenario=library()["treasure"], shared=True
    )
    code = f"own-{own.pk}"
    assert Offers(away.campaign).has(code)
    guest = client_of(away.referee)
    assert guest.get(address(away, "own_scenario", own.pk)).status_code == 200
    assert guest.get(address(away, "own_scenario_edit", own.pk)).status_code == 404
    assert guest.post(address(away, "own_scenario_drop", own.pk)).status_code == 404
    operations.change_scenario(own=own, scenario=library()["treasure"], shared=False)
    assert not Offers(away.campaign).has(code)
    assert guest.get(address(away, "own_scenario", own.pk)).status_code == 404


def test_a_change_that_came_too_late_is_refused_on_the_page() -> None:
    fight = field()
    own = operations.make_scenario(campaign=fight.campaign, author=fight.referee, scenario=library()["treasure"])
    operations.change_scenario(own=own, scenario=library()["treasure"], shared=False, version=0)
    late = client_of(fight.referee).post(address(fight, "own_scenario_edit", own.pk), {**TYPED, "version": "0"})
    assert "Somebody has changed this scenario" in late.content.decode()
    # What was typed stands there still, goes on from the version that is stored, and says where to look at that one.
    page = late.content.decode()
    assert '<input type="hidden" name="version" value="1"' in page
    assert f'href="{address(fight, "own_scenario", own.pk)}" target="_blank"' in page
    in_time = client_of(fight.referee).post(address(fight, "own_scenario_edit", own.pk), {**TYPED, "version": "1"})
    assert in_time.status_code == 302
    own.refresh_from_db()
    assert own.name == "The bridge"


def test_a_campaign_keeps_a_hundred(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(operations, "MOST", 1)
    fight = field()
    operations.make_scenario(campaign=fight.campaign, author=fight.referee, scenario=library()["treasure"])
    with pytest.raises(Refused):
        operations.make_scenario(campaign=fight.campaign, author=fight.referee, scenario=library()["treasure"])


def test_every_kind_has_its_row() -> None:
    assert list(ROWS) == [tag_of(kind) for kind in KINDS]
