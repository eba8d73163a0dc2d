"""The evenings' pages: what each reader sees and does there, with few queries however many come."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from campaigns.evenings.models.evening import ClubEvening, Guests
from campaigns.evenings.models.plan import Attendance, EveningGame, EveningGuest, SeatState
from campaigns.evenings.operations import coming
from campaigns.evenings.people import COOKIE, Comer
from club.models import Member
from club.models.place import GameTable
from engines.evenings import Answer, Role
from tests.clients import client_of
from tests.factories.club import MemberFactory
from tests.factories.evenings import a_game, an_evening, in_days

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening(ann: Member, spot: GameTable) -> ClubEvening:
    return an_evening(ann, place=spot.place, guests=Guests.PUBLIC)


def queries(client: Client, address: str) -> int:
    client.get(address)  # what is made once is made
    with CaptureQueriesContext(connection) as asked:
        assert client.get(address).status_code == 200
    return len(asked)


def page(client: Client, evening: ClubEvening) -> str:
    return client.get(evening.get_absolute_url()).content.decode()


def test_two_taps_and_one_comes_and_sits(evening: ClubEvening, ann: Member, bob: Member) -> None:
    game = a_game(evening, ann, seats=2)
    client = client_of(bob)
    client.post(reverse("evenings:answer", args=[evening.pk]), {"answer": "yes"})
    answer = client.post(reverse("evenings:join", args=[evening.pk, game.number]))
    assert answer.headers["Location"] == game.get_absolute_url()
    shown = page(client, evening)
    assert "You come." in shown
    assert "Give up my seat" in shown
    client.post(reverse("evenings:leave", args=[evening.pk, game.number]))
    assert not game.people.exists()


def test_whoever_waits_reads_his_place_in_the_list(evening: ClubEvening, ann: Member, bob: Member, cat: Member) -> None:
    game = a_game(evening, ann, seats=1)
    for member in (ann, bob, cat):
        coming.join(evening=evening, game=game.number, comer=Comer(member))
    assert "You are number 2 on the waiting list." in page(client_of(cat), evening)


def test_a_guest_comes_through_the_door_and_sits_without_an_account(evening: ClubEvening, ann: Member) -> None:
    game = a_game(evening, ann, seats=2)
    client = Client()
    door = reverse("evenings:door", args=[evening.link])
    assert client.get(door).status_code == 200
    answer = client.post(door, {"name": "Zoé"})
    assert answer.headers["Location"] == evening.get_absolute_url()
    assert client.cookies[COOKIE.name]["httponly"]
    assert client.cookies[COOKIE.name]["path"] == "/evenings/"
    client.post(reverse("evenings:join", args=[evening.pk, game.number]))
    assert [str(row.guest) for row in game.people.all()] == ["Zoé"]
    other = Client().post(reverse("evenings:join", args=[evening.pk, game.number]))
    assert other.headers["Location"].startswith(reverse("account_login"))


def test_a_guest_sees_the_evening_he_came_to_and_no_other(ann: Member) -> None:
    evening, other = an_evening(ann), an_evening(ann)
    client = Client()
    client.post(reverse("evenings:door", args=[evening.link]), {"name": "Zoé"})
    assert client.get(evening.get_absolute_url()).status_code == 200
    assert client.get(other.get_absolute_url()).status_code == 404


def test_another_link_shuts_the_old_door(evening: ClubEvening, ann: Member) -> None:
    before = evening.link
    client_of(ann).post(reverse("evenings:renew_link", args=[evening.pk]))
    evening.refresh_from_db()
    assert evening.link != before
    assert Client().get(reverse("evenings:door", args=[before])).status_code == 404


def test_hidden_members_are_nobody_to_visitors(evening: ClubEvening) -> None:
    veiled = MemberFactory.create(display_name="Veiled Vera", hidden=True)
    coming.answer(evening=evening, comer=Comer(veiled), said=Answer.YES)
    shown = page(client_of(), evening)
    assert "Veiled Vera" not in shown
    assert "a member" in shown


def test_a_form_keeps_what_was_typed_and_says_beside_the_field_what_is_wrong(ann: Member) -> None:
    ann.is_staff = True
    ann.save()
    client = client_of(ann)
    sent = {"title": "Night", "begins": "2027-05-06T19:00", "ends": "2027-05-06T18:00", "guests": "link"}
    answer = client.post(reverse("evenings:new"), sent)
    assert answer.status_code == 422
    shown = answer.content.decode()
    assert "The end must come after the beginning." in shown
    assert 'value="Night"' in shown
    answer = client.post(reverse("evenings:new"), {**sent, "ends": "2027-05-06T23:00", "repeat": "weekly"})
    assert "Until when does it repeat?" in answer.content.decode()
    assert not ClubEvening.objects.exists()


def test_the_hour_that_spring_leaves_out_is_said_and_neighbours_offered(ann: Member) -> None:
    """In Paris the clock goes from 02:00 to 03:00 on 2027-03-28."""
    ann.is_staff = True
    ann.save()
    sent = {"title": "Night", "begins": "2027-03-28T02:30", "ends": "2027-03-28T05:00", "guests": "link"}
    shown = client_of(ann).post(reverse("evenings:new"), sent).content.decode()
    assert "there is no" in shown
    assert not ClubEvening.objects.exists()


def test_a_new_evening_begins_like_the_last_one(evening: ClubEvening, ann: Member) -> None:
    ann.is_staff = True
    ann.save()
    shown = client_of(ann).get(reverse("evenings:new")).content.decode()
    assert f'value="{in_days(17):%Y-%m-%dT%H:%M}"' in shown


def test_only_the_organiser_may_use_a_table_twice(
    evening: ClubEvening, ann: Member, bob: Member, spot: GameTable
) -> None:
    a_game(evening, ann, spot=spot)
    sent = {"what": "bagarre", "seats": "4", "spot": str(spot.pk), "role": "player", "because": "there is room"}
    address = reverse("evenings:new_game", args=[evening.pk])
    refused = client_of(bob).post(address, sent)
    assert refused.status_code == 422
    assert "“Carcassonne” has this table at that time." in refused.content.decode()
    assert client_of(ann).post(address, sent).status_code == 302
    assert EveningGame.objects.get(kind="bagarre").because == "there is room"


def test_the_pad_begins_with_those_who_sit_there(ann: Member, bob: Member) -> None:
    evening = an_evening(ann, begins=timezone.now().replace(second=0, microsecond=0))
    game = a_game(evening, ann, seats=3, kind="baf", title="BAF!", role=Role.PLAYER)
    coming.join(evening=evening, game=game.number, comer=Comer(bob))
    opened = client_of(ann).get(f"{reverse('campaigns:match_open', args=['baf'])}?seat=m{ann.pk}&seat=m{bob.pk}")
    shown = opened.content.decode()
    assert shown.count("selected") >= 2
    assert f'<option value="m{bob.pk}" selected>' in shown


def test_the_organiser_seats_moves_up_and_takes_out(
    evening: ClubEvening, ann: Member, bob: Member, cat: Member
) -> None:
    game = a_game(evening, ann, seats=1)
    client, act = client_of(ann), reverse("evenings:people", args=[evening.pk, game.number])
    coming.answer(evening=evening, comer=Comer(bob), said=Answer.YES)
    client.post(act, {"do": "seat", "person": [Comer(bob).key]})
    coming.join(evening=evening, game=game.number, comer=Comer(cat))
    client.post(act, {"do": "out", "person": [Comer(bob).key]})
    assert [row.member for row in game.people.filter(state=SeatState.SEATED)] == [cat]
    client.post(act, {"do": "seat", "person": ["m999999"]})
    assert game.people.count() == 1


def test_who_is_there_is_ticked_with_a_tap(evening: ClubEvening, ann: Member, bob: Member) -> None:
    coming.answer(evening=evening, comer=Comer(bob), said=Answer.YES)
    address = reverse("evenings:attendance", args=[evening.pk])
    client_of(ann).post(address, {"person": Comer(bob).key, "there": "on"})
    assert Attendance.objects.get(member=bob).there


def test_queries_do_not_grow_with_people_and_games(evening: ClubEvening, ann: Member, bob: Member) -> None:
    client = client_of(bob)
    a_game(evening, ann, seats=4, role=Role.PLAYER)
    few = queries(client, evening.get_absolute_url())
    for number in range(6):
        game = a_game(evening, ann, seats=8)
        for member in MemberFactory.create_batch(4):
            coming.join(evening=evening, game=game.number, comer=Comer(member))
        guest = EveningGuest.objects.create(evening=evening, name=f"Zoé {number}", secret=f"{number}" * 64)
        coming.join(evening=evening, game=game.number, comer=Comer(guest=guest))
    many = queries(client, evening.get_absolute_url())
    assert many == few <= 10
    assert queries(client, reverse("evenings:list")) <= 9
