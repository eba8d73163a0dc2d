"""A club evening on phones: announced, signed up for, entered by the code at the door."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from campaigns.evenings.models.evening import ClubEvening
from campaigns.evenings.models.plan import EveningGame, SeatState
from campaigns.evenings.operations import coming
from campaigns.evenings.people import Comer
from club.models.place import GameTable, Place
from tests.browser.conftest import OpenPage
from tests.browser.measures import faults
from tests.browser.phone import Phone
from tests.factories.club import MemberFactory
from tests.factories.evenings import a_game, an_evening, in_days

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

MOST_TAPS = 30
SCREENS = 3


def test_from_a_new_evening_to_eight_people_at_three_tables(open_page: OpenPage) -> None:
    """Choosing from a list counts as two taps: one opens it."""
    place = Place.objects.create(name="Salle des fêtes")
    tables = [GameTable.objects.create(place=place, name=f"Table {number}", seats=4).pk for number in (1, 2, 3)]
    president = MemberFactory.create(username="odile", is_staff=True)
    others = MemberFactory.create_batch(7)
    odile = Phone(open_page("phone", member=president), "Odile")
    odile.page.goto("/")
    odile.goes_by(odile.page.locator(".site-nav").get_by_role("link", name="Soirées"))
    odile.presses("Nouvelle soirée")
    odile.presses("Annoncer")
    evening = ClubEvening.objects.get()
    assert evening.place == place
    for game in (None, "baf", "badass_force"):
        odile.goes_by(odile.page.get_by_role("link", name="Proposer une partie"))
        if game is not None:
            odile.page.locator("#id_what").select_option(game)
            odile.count += 2
        odile.presses("La proposer")
    assert list(EveningGame.objects.order_by("number").values_list("spot", flat=True)) == tables
    people = [odile]
    for number, member in enumerate(others):
        phone = Phone(open_page("phone", member=member), member.username)
        people.append(phone)
        phone.page.goto("/")
        phone.goes_by(phone.page.get_by_role("link", name=evening.title))
        title = ("La Bagarre", "BAF!", "Badass Force")[number % 3]
        game_card = phone.page.locator("article", has=phone.page.get_by_role("heading", name=title))
        phone.goes_by(game_card.get_by_role("button", name="S’asseoir", exact=True).first)
        expect(phone.page.get_by_text("Rendre ma place")).to_be_visible()
        assert faults(phone.page) == []
    seated = [game.people.filter(state=SeatState.SEATED).count() for game in EveningGame.objects.order_by("number")]
    assert seated == [4, 2, 2]
    taps = sum(phone.count for phone in people)
    assert taps <= MOST_TAPS, taps
    odile.page.goto(evening.get_absolute_url())
    height = odile.page.evaluate("document.documentElement.scrollHeight / window.innerHeight")
    assert height <= SCREENS, height


def test_the_plan_is_read_by_a_screen_reader(open_page: OpenPage) -> None:
    ann, bob = MemberFactory.create_batch(2)
    evening = an_evening(ann, begins=in_days(3))
    a_game(evening, bob, seats=3, title="Carcassonne")
    page = open_page("phone", language="en", member=ann)
    page.goto(evening.get_absolute_url())
    tree = page.locator("main").aria_snapshot()
    assert re.search(r"heading \"Club night\" \[level=1\]", tree)
    assert re.search(r"article \"Carcassonne\"", tree)
    assert re.search(r"heading \"Carcassonne\" \[level=3\]", tree)
    assert "3 seats free" in tree
    assert re.search(r"button \"Sit down\"", tree)
    assert re.search(r"button \"I’ll come\"", tree)


def test_through_the_door_with_two_taps_at_most(open_page: OpenPage) -> None:
    ann, bob = MemberFactory.create_batch(2)
    evening = an_evening(ann, begins=in_days(3))
    door = reverse("evenings:door", args=[evening.link])
    member = Phone(open_page("phone", member=bob), "Bob")
    member.page.goto(door)
    member.presses("Je viens")
    expect(member.page.get_by_text("Vous venez.")).to_be_visible()
    guest = Phone(open_page("phone"), "Zoé")
    guest.page.goto(door)
    guest.fills(name="Zoé")
    guest.presses("Je viens")
    expect(guest.page.get_by_text("Vous venez.")).to_be_visible()
    assert (member.count, guest.count) == (1, 1)
    assert evening.attendances.filter(answer="yes").count() == 2


def test_an_evening_without_javascript(open_page: OpenPage) -> None:
    ann, bob = MemberFactory.create_batch(2)
    evening = an_evening(ann, begins=in_days(3))
    a_game(evening, ann, seats=2, title="Carcassonne")
    page = open_page("phone", language="en", member=bob, javascript=False)
    page.goto(evening.get_absolute_url())
    page.get_by_role("button", name="Sit down", exact=True).first.tap()
    expect(page.get_by_text("Give up my seat")).to_be_visible()
    page.get_by_role("button", name="Give up my seat").tap()
    expect(page.get_by_role("button", name="Sit down", exact=True).first).to_be_visible()


def test_the_organiser_drags_somebody_to_another_game(open_page: OpenPage) -> None:
    ann, bob = MemberFactory.create_batch(2)
    evening = an_evening(ann, begins=in_days(3))
    first, second = (a_game(evening, ann, seats=2, title=title) for title in ("Carcassonne", "Catan"))
    coming.join(evening=evening, game=first.number, comer=Comer(bob))
    page = open_page("desktop", language="en", member=ann)
    page.goto(evening.get_absolute_url())
    catan = page.locator("article", has=page.get_by_role("heading", name="Catan"))
    # Not every Chromium without a window drags by its mouse: these are the events of one that does.
    carried = page.evaluate_handle("() => new DataTransfer()")
    page.locator("article .person", has_text=bob.name).dispatch_event("dragstart", {"dataTransfer": carried})
    for event in ("dragover", "drop"):
        catan.dispatch_event(event, {"dataTransfer": carried})
    expect(catan.get_by_text(bob.name)).to_be_visible()
    assert [row.member for row in second.people.all()] == [bob]
    assert not first.people.exists()


def test_the_rooms_clock_counts_down(open_page: OpenPage) -> None:
    ann = MemberFactory.create()
    evening = an_evening(ann, begins=timezone.now() - timedelta(minutes=70))
    page = open_page("desktop", language="en", member=ann)
    page.goto(reverse("evenings:screen", args=[evening.pk]))
    page.get_by_text("A clock for rounds").click()
    page.get_by_label("Minutes of a round").fill("60")
    page.get_by_role("button", name="Show the clock").click()
    expect(page.get_by_text("Round 2, until")).to_be_visible()
    expect(page.locator("[data-until]")).to_have_text(re.compile(r"^[45][0-9]:[0-5][0-9]$"))
