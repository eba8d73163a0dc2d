"""What holds at the table of every game: the proof pins what was agreed, bots and a rematch, a seat's link, the end."""

from __future__ import annotations

import re
import subprocess
import sys
from html import unescape
from pathlib import Path

import pytest
from django.urls import reverse
from django.utils import translation

from campaigns.demo.tables import play_out
from campaigns.matches.models.match import Match
from campaigns.seating.people import Person
from campaigns.tables import proof, rules
from campaigns.tables.models.card_table import BotStrength, CardTable, TableState
from campaigns.tables.operations import play as card_play
from club.models import Member
from tests.clients import client_of
from tests.factories.tables import BADASS, BAF, BAGARRE, BEBOP, OPEN, dealt, hurried, open_table, seat_at

pytestmark = pytest.mark.django_db

PAIR = re.compile(r"<dt>([^<]*)</dt><dd>([^<]*)</dd>")
GAMES = (BAGARRE, BADASS, BAF, BEBOP)
PINNED = {
    BAGARRE: (b'"players": 2', b'"players": 3'),
    BADASS: (b'"explode": 3', b'"explode": 4'),
    BAF: (b'"coins": 12', b'"coins": 13'),
    BEBOP: (b'"cost": 6', b'"cost": 7'),
}
"""What stands in the setup of a game with the practice set, and what somebody would like to have stood there."""


@pytest.mark.parametrize("game", GAMES)
def test_the_proof_pins_what_was_agreed(ann: Member, bob: Member, tmp_path: Path, game: str) -> None:
    table = dealt(ann, bob, game=game)
    card_play.resign(table=table, person=Person(bob))
    table.refresh_from_db()
    document = tmp_path / proof.file_name(table)
    document.write_bytes(proof.proof(table))
    command = [sys.executable, "-m", "engines", "verify", str(document)]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout.startswith("OK: ")
    was, would_be = PINNED[game]
    assert was in document.read_bytes()
    document.write_bytes(document.read_bytes().replace(was, would_be, 1))
    assert subprocess.run(command, capture_output=True).returncode == 1


@pytest.mark.parametrize("game", GAMES)
def test_a_table_against_bots_and_its_rematch(ann: Member, game: str) -> None:
    client = client_of(ann)
    client.post(reverse("tables:bots"), {"game": game})
    table = CardTable.objects.get()
    assert (table.game, table.state) == (game, TableState.RUNNING)
    assert [seat.bot for seat in table.seats.all()] == ["", BotStrength.THUMB, BotStrength.THUMB]
    play_out(table, moves=12)
    if CardTable.objects.get().state == TableState.RUNNING:
        card_play.resign(table=table, person=Person(ann))
    card_play.advance(table=table, patient=True)
    table.refresh_from_db()
    assert table.state == TableState.OVER
    client.post(reverse("tables:rematch", args=[table.pk]))
    again = CardTable.objects.get(rematch_of=table)
    assert (again.game, again.options, again.state) == (game, table.options, TableState.RUNNING)


@pytest.mark.parametrize("game", GAMES)
def test_a_guest_takes_a_seat_by_its_link(ann: Member, game: str) -> None:
    table = open_table(ann, OPEN, game=game)
    text = client_of().get(reverse("tables:seat", args=[seat_at(table, 1).link])).content.decode()
    assert rules.name_of(game) in text
    assert "Sit down as a guest" in text


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_in_short_are_on_the_page_in_both_languages(ann: Member, bob: Member, game: str) -> None:
    """What nobody has learned by heart: what a turn is, what brings victory, how it ends."""
    table = dealt(ann, bob, game=game)
    read = {}
    for language in ("en", "fr"):
        text = client_of(ann, language).get(table.get_absolute_url()).content.decode()
        read[language] = [unescape(one) for pair in PAIR.findall(text) for one in pair]
        with translation.override(language):
            reminded = rules.of(game).remind_of_rules(table.variant, 2, table.options)
            assert read[language] == [str(one) for pair in reminded for one in pair]
    assert len(read["en"]) == len(read["fr"]) >= 2 * 4
    assert not set(read["en"][1::2]) & set(read["fr"][1::2])


@pytest.mark.parametrize("game", GAMES)
def test_a_game_played_to_its_end_is_in_the_books_as_it_was_at_the_table(ann: Member, bob: Member, game: str) -> None:
    table = dealt(ann, bob, game=game)
    outcome = hurried(table).outcome
    assert table.state == TableState.OVER
    places = {row.seat: row.place for row in Match.objects.get().seats.all()}
    assert places == {seat.number: seat.place for seat in table.seats.all()}
    assert outcome is not None
    assert places == dict(enumerate(outcome.places))
