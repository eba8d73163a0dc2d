"""What opponents did since the reader's turn, at the table of Space Serenade: by hand, and on the page."""

from __future__ import annotations

from html import unescape

import pytest
from django.utils import translation

from campaigns.demo.tables import play_out
from campaigns.tables.bebop.since import deeds, since
from campaigns.tables.bebop.words import Cards
from engines.bebop import events as e
from engines.bebop.cards import training
from engines.core.event import Event
from tests.clients import client_of
from tests.factories.club import MemberFactory
from tests.factories.tables import BEBOP, BOT, dealt

CARDS = Cards(training())
CARD, OTHER = (one.code for one in training().cards[:2])
CRIMINAL = training().criminals[0].code
MINE = e.TurnEnded(seat=0, played=(), kept=())
THEIRS = e.TurnEnded(seat=1, played=(), kept=())
BOUGHT = e.Bought(seat=1, card=CARD, woolongs=3)


def said(*events: Event, seat: int = 1) -> list[str]:
    """The deeds of a seat as labels and words."""
    with translation.override("en"):
        return [f"{deed.label}: {deed.said}" for deed in deeds(events, seat, CARDS)]


def test_only_what_came_behind_the_reader_s_last_turn_counts() -> None:
    earlier = e.Bought(seat=1, card=OTHER, woolongs=1)
    assert since([(earlier, MINE), (BOUGHT,), (THEIRS,)], 0, 2) == [BOUGHT, THEIRS]
    assert since([(earlier,), (BOUGHT,)], 0, 2) == [earlier, BOUGHT], "before the reader's first turn: all"


def test_who_looks_on_sees_one_turn_of_each() -> None:
    turns = [(e.TurnBegan(number=number, seat=number % 2),) for number in range(1, 5)]
    assert since(turns, None, 2) == [turns[2][0], turns[3][0]]


def test_bought_flown_tokens_captures_and_damage_are_told_with_amounts() -> None:
    with translation.override("en"):
        name, criminal = CARDS.name(CARD), CARDS.criminal(CRIMINAL)
    assert said(
        BOUGHT,
        e.Travelled(seat=1, character="jet", origin="bebop", place="mars", fuel=1),
        e.Travelled(seat=1, character="jet", origin="mars", place="earth", fuel=2),
        e.TokenTaken(seat=1, target="earth", pile="clues", left=2, clues=1),
        e.TokenTaken(seat=1, target="earth", pile="clues", left=1, clues=1),
        e.Captured(seat=1, target="earth", criminal=CRIMINAL, star=3, renown=(1, 2)),
        e.DamageDrawn(seat=1, card=training().damage[0].code),
        THEIRS,
    ) == [
        f"Bought: {name} (3 Woolongs)",
        "Flew: Mars → Earth (3 fuel)",
        "Tokens: Earth 2",
        f"Captured: {criminal} (renown 5)",
        "Damage: 1",
    ]


def test_a_turn_without_any_of_it_says_so_and_no_turn_says_nothing() -> None:
    assert said(THEIRS) == ["Nothing bought, nobody captured: "]
    assert said(MINE, BOUGHT, seat=0) == ["Nothing bought, nobody captured: "], "another's deeds are not theirs"
    assert said() == []


def test_a_card_for_fuel_or_for_nothing_says_what_was_paid() -> None:
    assert said(e.Bought(seat=1, card=CARD, fuel=4))[0].endswith("(4 fuel)")
    assert said(e.Bought(seat=1, card=CARD))[0].endswith("(nothing)")


@pytest.mark.django_db
def test_the_page_has_a_strip_for_each_opponent_and_no_pilcrow() -> None:
    ann = MemberFactory.create(username="ann", display_name="Ann")
    table = play_out(dealt(ann, BOT, BOT, game=BEBOP), moves=40)
    text = unescape(client_of(ann, language="en").get(table.get_absolute_url()).content.decode())
    assert text.count('class="deeds" aria-label="Since your turn"') == 2
    assert "Bought:" in text or "Flew:" in text or "Nothing bought" in text
    assert "¶" not in text
    assert "Effect" in text
