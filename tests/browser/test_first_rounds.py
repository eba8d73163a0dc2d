"""A new club's first two rounds: from an empty database, on four phones, without anybody typing an address."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from campaigns.jobs.models import Job, JobState
from campaigns.tasks import work
from campaigns.wars.models.battle import Battle
from club.models import Member
from tests.browser.conftest import OpenPage
from tests.browser.phone import Phone

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

PASSWORD = "a-long-sword-7"
BACK_ON_ITS_FEET = 4
MOST_TAPS = 64
"""Of all four, from the admin's log-in to the second round, without what they type."""


def test_a_new_clubs_first_two_rounds(open_page: OpenPage) -> None:
    def phone(name: str) -> Phone:
        return Phone(open_page("phone", language="en"), name)

    Member.objects.create_superuser("paula", "paula@example.org", PASSWORD)
    paula = phone("Paula")
    link = set_up_the_club(paula)
    players = [phone(name) for name in ("Ada", "Bea", "Cid")]
    for player in players:
        sign_up(player, link)
    open_a_campaign(paula, [player.name for player in players])
    for player in players:
        muster(player)
    paula.goes_home()
    paula.presses("Open the next round")
    paula.presses("Open round 1 with these battles")
    expect(paula.page.get_by_role("heading", name="Round 1")).to_be_visible()

    one, other = fighting(players)
    report_a_battle(one)
    other.goes_home()
    other.presses("Answer")
    other.presses("The report is right")
    for somebody, rolls in ((one, the_site_rolls), (other, they_roll)):
        somebody.goes_home()
        somebody.presses("Roll the aftermath")
        rolls(somebody)
        expect(somebody.page.locator("#whose")).to_be_visible()

    paula.goes_home()
    paula.presses("Open the next round")
    paula.presses("Open round 2 with these battles")
    expect(paula.page.get_by_role("heading", name="Round 2")).to_be_visible()
    assert list(Battle.objects.order_by("pk").values_list("round__number", "state")) == [
        (1, "confirmed"),
        (2, "scheduled"),
    ]
    taps = sum(somebody.count for somebody in (paula, *players))
    assert taps <= MOST_TAPS, taps


def set_up_the_club(admin: Phone) -> str:
    """Log in on the empty site and follow its first steps; return the link of the invitation."""
    admin.page.goto("/")
    admin.goes_by(admin.page.locator("main").get_by_role("link", name="Log in"))
    admin.fills(login="paula", password=PASSWORD)
    admin.presses("Log in")
    admin.presses("Give the club its name")
    admin.fills(name="The Wolves")
    admin.presses("Save the settings")
    admin.presses("Choose crest and colour")
    admin.taps(admin.page.locator("label:has(#id_crest_1)"))
    admin.presses("Save the settings")
    admin.presses("Invite the others")
    return admin.page.locator("#invitation-link").input_value()


def sign_up(player: Phone, link: str) -> None:
    """By the square on the admin's phone."""
    player.page.goto(link)
    player.fills(username=player.name, email=f"{player.name}@example.org", password1=PASSWORD)
    player.presses("Open my account")
    expect(player.page.get_by_role("heading", level=1)).to_have_text("The Wolves")


def open_a_campaign(referee: Phone, names: list[str]) -> None:
    """Open it, and let everybody in by name."""
    referee.goes_home()
    referee.presses("Open a campaign or a season")
    referee.fills(name="Brumeval")
    referee.presses("Open the campaign")
    expect(referee.offer).to_contain_text("Let those in")
    for name in names:
        referee.taps(referee.page.locator(".people-chip", has_text=name))
    referee.presses("Let those in")
    expect(referee.page.locator("main")).to_contain_text("Get two warbands in")


def muster(player: Phone) -> None:
    """From the noticeboard to a warband that is ready to fight."""
    player.goes_home()
    player.presses("Bring a warband")
    player.page.locator("#id_new-name").fill(f"{player.name}’s band")
    player.taps(player.page.get_by_label("Orcs", exact=True))
    player.presses("Begin the muster")
    player.goes_by(player.page.get_by_role("button", name="Brawlers"))
    expect(player.page.locator(".total-bar")).to_contain_text("Legal")
    player.presses("Close the muster")
    # The draw leaves few points; where they would pay for another henchman, the page asks once.
    closed, anyway = "The warband is mustered.", player.page.get_by_role("button", name="Close it all the same")
    expect(anyway.or_(player.page.get_by_text(closed))).to_be_visible()
    if anyway.count():
        player.goes_by(anyway)
    expect(player.page.get_by_text(closed)).to_be_visible()


def fighting(players: list[Phone]) -> list[Phone]:
    """Who reads on the noticeboard of a battle to be fought: two; one of three sits the round out."""
    found = []
    for player in players:
        player.goes_home()
        expect(player.page.get_by_role("heading", name="My next step")).to_be_visible()
        if player.offer.count():
            found.append(player)
    assert len(found) == 2
    return found


def report_a_battle(player: Phone) -> None:
    """A henchman of each side fell."""
    player.presses("Look at the battle")
    player.presses("Report the battle")
    expect(player.offer).to_contain_text("Send the report")
    henchmen = player.page.locator(".tile").filter(has_text="Henchman").locator(".tile__tap")
    player.taps(henchmen.first)
    player.taps(henchmen.last)
    player.presses("Send the report")
    expect(player.page.locator("#messages")).to_contain_text("The report is sent")


def the_site_rolls(player: Phone) -> None:
    """The worker's task is run here, as a message would wake it; the page sees by itself that it is done."""
    player.presses("The site rolls")
    expect(player.page.get_by_text("The dice are thrown in a moment…")).to_be_visible()
    work(Job.objects.get(state=JobState.WAITING).pk)


def they_roll(player: Phone) -> None:
    player.goes_by(player.page.get_by_role("button", name="We roll our own dice"))
    player.goes_by(player.page.locator(f"button[name=die1][value='{BACK_ON_ITS_FEET}']"))
