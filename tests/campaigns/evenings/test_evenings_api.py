"""Evenings for programs: what each reader's page shows, and one's own answers and seats."""

from __future__ import annotations

import html

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from campaigns.evenings.models.evening import ClubEvening, Guests
from campaigns.evenings.models.plan import SeatState
from campaigns.evenings.operations import coming
from campaigns.evenings.people import Comer
from club.models import Member
from club.models.place import GameTable
from engines.evenings import Answer
from tests.clients import client_of
from tests.factories.evenings import a_game, an_evening
from tests.programs import Program

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening(ann: Member, spot: GameTable) -> ClubEvening:
    return an_evening(ann, place=spot.place, guests=Guests.PUBLIC)


def page(client: Client, evening: ClubEvening) -> str:
    return html.unescape(client.get(evening.get_absolute_url()).content.decode())


def test_who_comes_and_who_sits_as_the_page_shows_it(evening: ClubEvening, ann: Member, bob: Member) -> None:
    Member.objects.filter(pk=bob.pk).update(hidden=True)
    game = a_game(evening, ann, seats=1)
    coming.answer(evening=evening, comer=Comer(bob), said=Answer.YES, brings="cake", seeks="a lift")
    coming.answer(evening=evening, comer=Comer(ann), said=Answer.MAYBE)
    coming.join(evening=evening, game=game.number, comer=Comer(ann))
    coming.join(evening=evening, game=game.number, comer=Comer(bob))
    told = Program(ann).told(f"evenings/{evening.pk}")
    assert told["coming"] == [{"name": "Bob", "words": "cake · a lift"}]
    assert told["place"]["name"] == "Town hall"
    assert (told["answer"]["answer"], told["answer"]["outdated"]) == ("maybe", False)
    (line,) = told["games"]
    assert [one["name"] for one in line["seated"]] == ["Ann"]
    assert (line["waiting"], line["free"], line["state"], line["place"]) == (["Bob"], 0, SeatState.SEATED, None)
    (his,) = Program(bob).told(f"evenings/{evening.pk}")["games"]
    assert (his["state"], his["place"]) == (SeatState.WAITING, 1)
    visitors = Program().told(f"evenings/{evening.pk}")
    shown = page(Client(headers={"accept-language": "en"}), evening)
    assert visitors["answer"] is None
    assert "Bob" not in str(visitors)
    assert "Bob" not in shown
    assert visitors["games"][0]["waiting"][0] in shown


@pytest.mark.parametrize("guests", Guests.values)
def test_visitors_see_what_is_open_to_everybody(ann: Member, bob: Member, guests: str) -> None:
    evening = an_evening(ann, guests=guests)
    seen = guests == Guests.PUBLIC
    assert Program().get(f"evenings/{evening.pk}").status_code == (200 if seen else 404)
    assert [one["id"] for one in Program().told("evenings")] == ([evening.pk] if seen else [])
    assert [one["id"] for one in Program(bob).told("evenings")] == [evening.pk]


def test_the_list_has_the_next_one_first_with_my_answer(ann: Member, bob: Member) -> None:
    first, second = an_evening(ann), an_evening(ann)
    ClubEvening.objects.filter(pk=first.pk).update(begins=second.ends, ends=second.ends.replace(year=2090))
    coming.answer(evening=second, comer=Comer(bob), said=Answer.YES)
    told = Program(bob).told("evenings")
    assert [(one["id"], one["coming"], one["answer"]) for one in told] == [(second.pk, 1, "yes"), (first.pk, 0, None)]


def test_answering_for_oneself(evening: ClubEvening, bob: Member) -> None:
    program = Program(bob, "play")
    address = f"evenings/{evening.pk}/answer"
    told = program.post(address, {"answer": "yes", "brings": "dice", "seeks": ""}).json()
    assert told["coming"] == [{"name": "Bob", "words": "dice"}]
    told = program.post(address, {"answer": "no"}).json()
    assert (told["coming"], told["away"], told["answer"]["brings"]) == ([], ["Bob"], "dice")
    for body, field in (
        ({}, "answer"),
        ({"answer": "never"}, "answer"),
        ({"answer": "yes", "brings": "x" * 121}, "brings"),
    ):
        refused = program.post(address, body)
        assert (refused.status_code, refused.json()["problems"][0]["field"]) == (422, field)
    assert Program(bob, "read").post(address, {"answer": "yes"}).status_code == 403
    assert Program().post(address, {"answer": "yes"}).status_code == 401


def test_sitting_down_with_a_guest_and_getting_up(evening: ClubEvening, ann: Member, bob: Member) -> None:
    game = a_game(evening, ann, seats=2)
    program, address = Program(bob, "play"), f"evenings/{evening.pk}/games/{game.number}"
    told = program.post(f"{address}/join", {"party": "Zoé"}).json()
    assert [one["name"] for one in told["games"][0]["seated"]] == ["Bob", "Zoé (guest)"]
    told = program.post(f"{address}/leave").json()
    assert "Bob" not in [one["name"] for one in told["games"][0]["seated"]]
    watching = program.post(f"{address}/join", {"role": "watches"}).json()["games"][0]
    assert (watching["watching"], watching["state"]) == (["Bob"], SeatState.WATCHING)
    assert program.post(f"{address}/join", {"role": "king"}).status_code == 422
    assert program.post(f"evenings/{evening.pk}/games/99/join").status_code == 404


def test_nothing_more_is_said_of_an_evening_that_is_called_off(evening: ClubEvening, bob: Member) -> None:
    ClubEvening.objects.filter(pk=evening.pk).update(cancelled=True)
    refused = Program(bob, "play").post(f"evenings/{evening.pk}/answer", {"answer": "yes"})
    assert (refused.status_code, refused.json()["code"]) == (422, "evening_cancelled")


def test_no_more_queries_than_the_pages(evening: ClubEvening, ann: Member, bob: Member) -> None:
    game = a_game(evening, ann, seats=2)
    coming.join(evening=evening, game=game.number, comer=Comer(bob))
    client, program = client_of(bob), Program(bob)
    for shown, told in ((evening.get_absolute_url(), f"evenings/{evening.pk}"), ("/evenings/", "evenings")):
        for _ in range(2):
            with CaptureQueriesContext(connection) as by_page:
                client.get(shown)
            with CaptureQueriesContext(connection) as by_api:
                program.told(told)
        assert len(by_api) <= len(by_page)
