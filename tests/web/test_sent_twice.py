"""Whatever a form makes, it makes once: each form that makes something, sent twice as it was drawn."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

import pytest
from django.apps import apps
from django.http import HttpResponse
from django.test import Client
from django.urls import resolve, reverse

from campaigns.evenings.operations import coming
from campaigns.evenings.people import Comer
from campaigns.league.models import Role
from campaigns.matches.cards.operations import begin_cards
from campaigns.matches.models.card_set import ScoreCards
from campaigns.wars.battles.operations import Plan
from campaigns.wars.single import operations as single
from campaigns.wars.single.operations import GamePlan
from club.models import Member, Submission
from club.visibility import Visibility
from engines.evenings import Answer
from rosters.models import Pack
from rosters.packs.operations import describe_pack
from rosters.transfer import export_warband
from tests.campaigns.seasons.test_transfer import book, play, score
from tests.factories.battles import warband
from tests.factories.campaigns import enlisted
from tests.factories.club import MemberFactory
from tests.web.access_table import M, O, R
from tests.web.cast import As, Cast, Ground
from tests.web.forms_table import BOTH, FORMS, ONCE
from tests.web.html import Element, Page, filled_in

ELSEWHERE = {"campaigns:match_enter", "club:token_new"}
"""Pads know an entry by its id in their logs: tests/campaigns/matches/test_entries.py. A token is shown on the answer
itself: tests/club/test_tokens.py."""

type Typed = Mapping[str, str | list[str]]
type About = Callable[[Ground], list[object]]


@dataclass(frozen=True)
class Filled:
    """A form as somebody fills it in: it stands on the page ``on`` (else on that of its address), ``like`` this."""

    by: As
    typed: Callable[[Ground], Typed]
    about: About = lambda ground: []
    """What stands in the address of the page."""
    on: str = ""
    query: str = ""
    like: Callable[[Element], bool] = lambda form: True


def of_campaign(ground: Ground) -> list[object]:
    return [ground.campaign.slug]


def of_a_round(ground: Ground) -> list[object]:
    return [ground.campaign.slug, ground.campaign.rounds.create(number=9).number]


def of_a_game(ground: Ground) -> list[object]:
    owner = ground.warband.owner
    plan = GamePlan(plan=Plan(title="Twice"))
    battle = single.open_game(host=owner, game=plan, mine=warband(owner, "Mine"), visibility=Visibility.PUBLIC)
    return [battle.campaign.slug]


def of_new_cards(ground: Ground) -> list[object]:
    referee = ground.season.memberships.get(role=Role.REFEREE).member
    return [begin_cards(author=referee, game="badass_force", name="Empty").pk, "weapons"]


def of_a_changed_pack(ground: Ground) -> list[object]:
    pack = ground.pack.pack
    describe_pack(pack=pack, name=pack.name, about="Changed.", author=pack.owner)
    return [pack.pk]


def publishes(form: Element) -> bool:
    return form["action"].endswith("/publish/")


def of_an_evening(ground: Ground) -> list[object]:
    """Three more come, who can be planned."""
    for _number in range(3):
        coming.answer(evening=ground.evening, comer=Comer(MemberFactory.create()), said=Answer.YES)
    return [ground.evening.pk]


def nothing(ground: Ground) -> Typed:
    return {}


def says(name: str, value: str) -> Callable[[Element], bool]:
    return lambda form: filled_in(form).get(name) == [value]


def fresh(ground: Ground) -> str:
    """One more warband that serves in the campaign."""
    return str(enlisted(ground.campaign, ground.warband.owner, "Fresh").pk)


def players(ground: Ground) -> list[Member]:
    return [ground.warband.owner, ground.other.owner]


def result(ground: Ground) -> Typed:
    seats = {f"seat-{n}-player": f"m{member.pk}" for n, member in enumerate(players(ground))}
    return {**seats, "seat-0-total": "16", "seat-1-total": "12"}


def plays(ground: Ground) -> Typed:
    """A file that was looked at."""
    told = book(play("u1", [score(1, "16", winner=True), score(2, "9")]))
    one, other = players(ground)
    who = {"who-1": f"m{one.pk}", "who-2": f"m{other.pk}"}
    return {"text": json.dumps(told), "confirm": "", "visibility": "club", **who}


def a_hook(ground: Ground) -> dict[str, str]:
    """An address that is public and known without asking anybody."""
    return {"name": "Twice", "address": "https://1.1.1.1/in"}


FILLED: dict[str, Filled] = {
    "club:announcement_new": Filled(As.ADMIN, lambda g: {"title": "Twice"}),
    "club:place_new": Filled(As.ADMIN, lambda g: {"name": "Twice"}),
    "club:table_new": Filled(As.ADMIN, lambda g: {"name": "Twice"}, lambda g: [g.place.pk]),
    "club:hook_new": Filled(As.ADMIN, a_hook, lambda g: ["webhook"]),
    "campaigns:hook_new": Filled(R, a_hook, lambda g: [g.campaign.slug, "webhook"]),
    "rosters:new": Filled(M, lambda g: {"name": "Twice", "race": "orc"}),
    "rosters:packs": Filled(O, lambda g: {"name": "Twice"}, like=lambda form: "text" not in filled_in(form)),
    "rosters:pack_copy": Filled(
        O, nothing, lambda g: [g.pack.pack_id], on="rosters:pack", like=lambda form: form["action"].endswith("/copy/")
    ),
    "rosters:pack_publish": Filled(O, nothing, of_a_changed_pack, on="rosters:pack", like=publishes),
    "rosters:pack_entry": Filled(
        O,
        lambda g: {"name__fr": "Deux", "name__en": "Two", "hands": "1", "dice": "1", "force": "1", "cost": "3"},
        lambda g: [g.pack.pack_id, "melee"],
        like=lambda form: "hands" in filled_in(form),
    ),
    "rosters:copy": Filled(O, nothing, lambda g: [g.warband.pk]),
    "rosters:import": Filled(O, lambda g: {"text": json.dumps(export_warband(g.warband)), "confirm": ""}),
    "campaigns:away": Filled(O, lambda g: {"first": "2095-07-01", "last": "2095-07-12"}, on="campaigns:availability"),
    "campaigns:new": Filled(M, lambda g: {"name": "Twice"}),
    "campaigns:enlist": Filled(
        O, lambda g: {"new-name": "Fresh", "new-race": "orc"}, of_campaign, like=says("way", "new")
    ),
    "campaigns:rounds": Filled(R, lambda g: {"name": "Second"}, of_campaign),
    "campaigns:pairing": Filled(
        R, lambda g: {"pair-0-one": str(g.warband.pk), "pair-0-other": str(g.other.pk)}, of_a_round
    ),
    "campaigns:dashboard": Filled(
        R, lambda g: {"warband": fresh(g), "points": "5", "reason": "Best painted"}, of_campaign
    ),
    "campaigns:hire": Filled(O, lambda g: {"warband": fresh(g)}, of_campaign, on="campaigns:hireables"),
    "campaigns:power": Filled(
        R,
        lambda g: {"name": "Once more", "reason": "A new year"},
        of_campaign,
        on="campaigns:powers",
        like=lambda form: form["action"].endswith("/copy/"),
    ),
    "campaigns:schedule": Filled(
        R, lambda g: {"title": "Twice", "warbands": [str(g.warband.pk), str(g.other.pk)]}, of_campaign
    ),
    "campaigns:challenge_new": Filled(
        O, lambda g: {"challenger": fresh(g), "challenged": str(g.other.pk)}, of_campaign
    ),
    "campaigns:own_scenario_new": Filled(
        R, lambda g: {"name_fr": "Deux", "name_en": "Two"}, of_campaign, query="?from=ambush"
    ),
    "campaigns:report": Filled(
        O,
        lambda g: {"action": "send"},
        lambda g: [g.ahead.campaign.slug, g.ahead.pk],
        like=lambda form: "client_id" in filled_in(form),
    ),
    "campaigns:single_new": Filled(O, lambda g: {"name": "Band", "race": "orc"}),
    "campaigns:single_bring": Filled(
        O,
        lambda g: {"new-name": "Band", "new-race": "orc"},
        of_a_game,
        on="campaigns:campaign",
        like=says("way", "new"),
    ),
    "campaigns:match_open": Filled(O, result, lambda g: ["badass_force"]),
    "campaigns:match_record": Filled(O, result, lambda g: ["badass_force"]),
    "campaigns:match_again": Filled(O, nothing, on="campaigns:match_new"),
    "campaigns:match_cards": Filled(O, lambda g: {"name": "Twice"}, like=lambda form: "text" not in filled_in(form)),
    "campaigns:match_card_kind": Filled(
        R,
        lambda g: {"name": "Twice", "bar__explode": "1", "bar__most": "3"},
        of_new_cards,
        like=lambda form: "copies" in filled_in(form),
    ),
    "campaigns:match_import": Filled(As.ADMIN, plays),
    "campaigns:season_import": Filled(R, plays, lambda g: [g.season.slug]),
    "evenings:new": Filled(As.ADMIN, lambda g: {"title": "Twice"}),
    "evenings:new_game": Filled(O, nothing, lambda g: [g.evening.pk]),
    "evenings:plan": Filled(As.ADMIN, nothing, of_an_evening, like=lambda form: "promise" in filled_in(form)),
    "play:against_bot": Filled(O, lambda g: {"mine": "ready:orc"}),
    "play:propose": Filled(O, nothing, lambda g: [g.campaign.slug, g.dated.pk]),
    "tables:new": Filled(O, nothing),
    "tables:bots": Filled(O, nothing, on="tables:list"),
    "tables:rematch": Filled(O, nothing, lambda g: [g.played.pk], on="tables:table"),
}


def test_every_form_that_makes_something_is_sent_twice_here() -> None:
    assert set(FILLED) | ELSEWHERE == {name for name, guard in FORMS.items() if guard in (ONCE, BOTH)}


def drawn(client: Client, name: str, filled: Filled, ground: Ground) -> tuple[str, dict[str, list[str]]]:
    """The form's address, and what stands in it."""
    page = reverse(filled.on or name, args=filled.about(ground)) + filled.query
    answer = client.get(page, follow=True)
    assert answer.status_code == 200, page
    for form in Page(answer.content.decode()).all("form"):
        if form["method"].lower() == "post" and filled.like(form):
            address = form["action"] or page
            if resolve(urlsplit(address).path).view_name == name:
                return address, filled_in(form)
    raise AssertionError(f"no form for {name} on {page}")


def counted() -> dict[str, object]:
    """How many rows there are of everything, and how large card sets and packs are, which are one row each."""
    models = [model for model in apps.get_models() if model._meta.app_label in ("club", "rosters", "campaigns")]
    rows = {model._meta.label: model._default_manager.count() for model in models if model is not Submission}
    packs = {pack.code: pack.text for pack in Pack.objects.all()}
    return {**rows, **packs, "cards": sum(len(str(cards.data)) for cards in ScoreCards.objects.all())}


def told(answer: HttpResponse) -> str:
    """Where a form led, or what was wrong with it."""
    if answer.status_code == 302:
        return answer.headers["Location"]
    page = Page(answer.content.decode())
    return f"{answer.status_code} {[e.text for e in page.elements if 'error' in e['class']]}"


@pytest.mark.parametrize("name", FILLED)
def test_a_form_sent_twice_makes_one_thing(name: str, stage: Cast) -> None:
    filled, ground = FILLED[name], stage.grounds["public"]
    client = Client()
    client.force_login(stage.people[filled.by])
    address, sent = drawn(client, name, filled, ground)
    sent = {**sent, **filled.typed(ground)}
    before = counted()
    first = client.post(address, sent)
    made = counted()
    assert first.status_code == 302, told(first)
    assert made != before, told(first)
    again = client.post(address, sent)
    assert counted() == made
    assert told(again) == told(first)
