"""The pad of BAF!: whose hero is chosen, all heroes in one form, monsters noted before they are fought."""

from __future__ import annotations

from html import unescape

import pytest
from django.urls import reverse

from campaigns.matches.models.match import Match
from club.models import Member
from engines.baf.cards import training
from engines.core.score import encode
from tests.clients import client_of
from tests.factories.club import MemberFactory
from tests.factories.matches import pad

pytestmark = pytest.mark.django_db

CARDS = {"cards": encode(training())}
HEROES = [card.code for card in training().heroes]
MONSTERS = [card.code for card in training().monsters if card.level == 1]


@pytest.fixture
def three() -> list[Member]:
    return [MemberFactory.create(username=name, display_name=name.title()) for name in ("ann", "ben", "cleo")]


def page(match: Match, member: Member) -> str:
    text = client_of(member).get(reverse("campaigns:match_pad", args=[match.pk])).content.decode()
    return " ".join(unescape(text).split())


def enter(match: Match, member: Member, **fields: object) -> None:
    answered = client_of(member).post(reverse("campaigns:match_enter", args=[match.pk]), fields)
    assert answered.status_code == 302
    match.refresh_from_db()


def test_the_form_says_whose_hero_is_chosen(three: list[Member]) -> None:
    match = pad(three, game="baf", entries=[{"kind": "draft", "seat": 0, "hero": HEROES[0]}], options=CARDS)
    assert 'aria-label="Ben chooses a hero"' in page(match, three[0])


def test_six_heroes_are_one_form(three: list[Member]) -> None:
    match = pad(three, game="baf", options=CARDS)
    text = page(match, three[0])
    assert 'aria-label="Everybody’s heroes"' in text
    assert text.count('<select name="f.pairs.') == 6
    sides = [(seat, side) for seat in range(3) for side in ("left", "right")]
    fields = {f"f.pairs.{seat}.{side}": HEROES[number] for number, (seat, side) in enumerate(sides)}
    enter(match, three[0], kind="all_heroes", client_id="a", **fields)
    assert match.entries.count() == 1
    after = page(match, three[0])
    assert "Everybody’s heroes" not in after
    assert "chooses a hero" not in after
    assert "Ann leads" in after


def test_a_player_left_out_is_refused(three: list[Member]) -> None:
    match = pad(three, game="baf", options=CARDS)
    fields = {"f.pairs.0.left": HEROES[0], "f.pairs.0.right": HEROES[1]}
    enter(match, three[0], kind="all_heroes", client_id="a", **fields)
    assert not match.entries.exists()


def test_monsters_noted_before_are_those_to_tap(three: list[Member]) -> None:
    pairs = [{"left": HEROES[2 * seat], "right": HEROES[2 * seat + 1]} for seat in range(3)]
    match = pad(three, game="baf", entries=[{"kind": "all_heroes", "pairs": pairs}], options=CARDS)
    enter(match, three[0], kind="reveal", client_id="b", **{"f.round": "1", "f.monsters": MONSTERS[:3]})
    text = page(match, three[0])
    assert text.count('type="radio" name="f.monster"') == 3
    assert 'data-tags="gain"' in text, "what a card asks for besides is known of few as of many"
    assert "On the table:" in text


def test_typed_monsters_are_tapped_and_may_be_left_unnamed(three: list[Member]) -> None:
    match = pad(three, game="baf")
    enter(match, three[0], kind="reveal", client_id="b", **{"f.round": "1", "f.names": "Goblin, Ogre"})
    text = page(match, three[0])
    assert text.count('type="radio" name="f.monster"') == 3
    assert "not named" in text
    enter(
        match,
        three[0],
        kind="win",
        client_id="c",
        **{"f.seat": "1", "f.hands": "left", "f.round": "1", "f.monster": "Ogre", "f.coins": "3"},
    )
    assert "Ben beats Ogre" in page(match, three[0])
