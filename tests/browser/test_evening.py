"""A short zombie evening at the table: two phones, typed dice, in French, up to the report that opens filled in."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from campaigns.wars.pocket.operations import replayed
from engines.musg.pocket.state import Phase, State
from tests.browser.conftest import OpenPage
from tests.factories.battles import Field, field

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def fight(transactional_db: None) -> Field:
    return field()


def stored(fight: Field) -> State:
    return replayed(fight.stored().evening)


def now(page: Page, title: str) -> None:
    """What the page says to do now."""
    expect(page.get_by_role("heading", level=2).first).to_have_text(title)


def told(page: Page, sentence: str) -> None:
    """What the last press brought."""
    expect(page.locator(".evening__last")).to_contain_text(sentence)


def die(page: Page, face: int) -> None:
    page.locator(".evening__now .throw__face").nth(face - 1).click()


def two_dice(page: Page, first: int, second: int) -> None:
    for name, face in (("die1", first), ("die2", second)):
        page.locator(f".evening__now label:has(input[name={name}][value='{face}'])").click()
    page.get_by_role("button", name="Noter ces dés").first.click()


def tile(page: Page, title: str) -> Page:
    page.locator("details.evening__action > summary", has_text=title).click()
    return page


def test_two_phones_play_a_zombie_evening(open_page: OpenPage, fight: Field) -> None:
    one, other = (open_page("phone", member=player) for player in fight.players)
    one.goto(fight.battle.get_absolute_url())
    one.get_by_role("link", name="Jouer avec le site comme maître de jeu").click()
    one.get_by_role("button", name="Commencer la soirée").click()
    now(one, "Qui commence ?")
    other.goto(one.url)
    other.get_by_role("button", name="Blades").click()
    # The first phone hears of it by itself; what the second begins, it goes on with.
    now(one, "Blades : a-t-on entendu quelque chose ?")
    die(one, 1)
    now(one, "Que vient-il ?")
    two_dice(one, 3, 2)
    now(one, "Combien ?")
    die(one, 5)
    told(one, "Placez 4 zombies : point 2.")
    now(other, "Axes : a-t-on entendu quelque chose ?")
    die(other, 4)
    now(other, "Activez les figurines")
    tile(other, "Un tir").get_by_role("button", name="B Leader").click()
    expect(other.locator(".evening__counts")).to_contain_text("1 pion de bruit")
    now(one, "Activez les figurines")
    expect(one.locator(".evening__counts")).to_contain_text("1 pion de bruit")
    one.get_by_role("button", name="Tous ont joué : aux zombies").click()
    now(one, "4 zombies (point 2)")
    expect(one.get_by_text("La bande « Blades » les mène ce tour-ci.")).to_be_visible()
    expect(one.get_by_text("Personne en vue : 3 pas vers le pion de bruit.")).to_be_visible()
    bite = tile(one, "Mordu").locator("details.evening__action[open]")
    bite.locator("label.chip", has_text="A Henchman 1").click()
    for name in ("die1", "die2"):
        bite.locator(f"label:has(input[name={name}][value='6'])").click()
    bite.get_by_role("button", name="Noter ces dés").click()
    now(one, "Combien d’activations restent ?")
    die(one, 2)
    one.get_by_role("button", name="Terminé").click()
    one.get_by_role("button", name="Tour suivant").click()
    now(one, "Qui commence ?")
    now(other, "Qui commence ?")
    other.get_by_role("button", name="Axes", exact=True).click()
    now(other, "Axes : a-t-on entendu quelque chose ?")
    die(other, 6)
    now(other, "Blades : a-t-on entendu quelque chose ?")
    die(other, 6)
    other.get_by_role("button", name="A Henchman 1 (infecté) a fini son activation").click()
    told(other, "A Henchman 1 se relève en zombie !")
    tile(other, "Hors de combat").get_by_role("button", name="B Lieutenant").click()
    told(other, "B Lieutenant est hors de combat.")
    # A slip: somebody else is tapped, and taken back.
    tile(other, "Hors de combat").get_by_role("button", name="A Lieutenant").click()
    told(other, "A Lieutenant est hors de combat.")
    other.get_by_role("button", name="Annuler la dernière note").click()
    told(other, "B Lieutenant est hors de combat.")
    other.locator("summary", has_text="La fin, les dés, les règles").click()
    other.get_by_role("button", name="La partie est finie").click()
    other.get_by_role("dialog").get_by_role("button", name="Oui").click()
    now(other, "La partie est finie")
    now(one, "La partie est finie")
    assert stored(fight).phase is Phase.OVER
    one.get_by_role("link", name="Au rapport").click()
    first, second = fight.keys
    expect(one.get_by_text("Rempli d’après la soirée")).to_be_visible()
    form = one.locator("form.battle-report")
    expect(form.locator(f"input[type=checkbox][name='fate-{second}-2']")).to_be_checked()
    expect(form.locator(f"select[name='fate-{first}-3']")).to_have_value("killed")
    assert not fight.battle.reports.exists(), "nothing is sent by itself"
