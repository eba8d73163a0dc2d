"""A race of one's own on a phone: written, published, weighed, mustered, fought with, its next version tried on."""

from __future__ import annotations

import re

import pytest
from django.utils import translation
from playwright.sync_api import Page, expect

from campaigns.jobs.models import Job, JobState
from campaigns.league.models import Campaign
from campaigns.tasks import work
from campaigns.wars.battles.operations import Plan, schedule_battle
from campaigns.wars.enlistment.operations import muster_for
from campaigns.wars.house.operations import house_of
from campaigns.wars.models.resolution import Resolution
from campaigns.wars.models.weighing import Weighing
from campaigns.wars.resolution import operations as resolution
from campaigns.wars.weighing import operations as weighing
from club.models import Member
from engines.musg.entries import Buy, Hire, Muster
from engines.musg.ranks import Rank
from engines.musg.weighing.plan import ROUNDS_LEAST
from rosters.models import Pack, Warband
from rosters.operations import take_steps
from rosters.wording.worth import difference_words, price_words, verdict_words
from tests.browser.conftest import OpenPage
from tests.browser.measures import faults
from tests.factories.campaigns import campaign, join
from tests.factories.club import MemberFactory

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

TAPS_MOST = 60
DICE = "07" * 32
"""The seed of a battle in which somebody strikes with a pike."""


class Counted:
    """A page whose taps are counted; typing into a field costs the tap that reaches it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    def tap(self, name: str, *, role: str = "button", nth: int = 0) -> None:
        self.taps += 1
        self.page.get_by_role(role, name=name).nth(nth).click()  # type: ignore[arg-type]

    def fill(self, field: str, value: str) -> None:
        self.taps += 1
        self.page.locator(f"[name={field}]").fill(value)

    def choose(self, field: str, value: str) -> None:
        self.taps += 2
        self.page.locator(f"[name={field}]").select_option(value)

    def tick(self, field: str, value: str = "") -> None:
        self.taps += 1
        which = f"[name={field}]" + (f'[value="{value}"]' if value else "")
        self.page.locator(which).check()


def race_weapon_and_skill(phone: Counted) -> None:
    """The orc, but slower and tougher, with a spear and a skill; published."""
    page = phone.page
    page.goto("/packs/")
    phone.fill("name", "Marsh orcs")
    phone.tap("Begin the pack")
    page.locator("a[href$='/races/']").click()
    phone.taps += 1
    phone.choose("from", "orc")
    phone.tap("Fill it in")
    phone.fill("name__en", "Marsh orc")
    phone.fill("name__fr", "Orque des marais")
    for rank, movement, toughness in (("leader", "7", "7"), ("lieutenant", "6", "5"), ("henchman", "5", "4")):
        phone.fill(f"{rank}__movement", movement)
        phone.fill(f"{rank}__toughness", toughness)
    expect(page.locator("#preview")).to_contain_text("Marsh orc")
    phone.tap("Save")
    page.locator("a[href$='/melee/']").click()
    phone.taps += 1
    phone.choose("from", "spear")
    phone.tap("Fill it in")
    phone.fill("name__en", "Reed pike")
    phone.fill("name__fr", "Pique de roseau")
    phone.fill("cost", "4")
    phone.tap("Save")
    page.locator("a[href$='/skills/']").click()
    phone.taps += 1
    phone.choose("from", "bronze_body")
    phone.tap("Fill it in")
    phone.fill("name__en", "Mud skin")
    phone.fill("name__fr", "Peau de boue")
    phone.fill("modifiers__1_amount", "2")
    phone.tap("Save")
    phone.fill("note", "To try")
    phone.tap("Publish it")
    expect(page.get_by_text("Version 1 is published.")).to_be_visible()


def test_a_race_a_weapon_and_a_skill_take_sixty_taps_at_most(
    open_page: OpenPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(weighing, "ROUNDS", ROUNDS_LEAST)
    referee = MemberFactory.create()
    border = campaign(referee, name="The Marsh")
    player = join(border)
    phone = Counted(open_page("phone", language="en", member=referee))
    race_weapon_and_skill(phone)
    page = phone.page
    page.goto(f"/campaigns/{border.slug}/house/change/")
    phone.choose(f"pack_{Pack.objects.get().pk}", "1")
    phone.tap("Try it on")
    phone.tap("Adopt it")
    expect(page.get_by_text("The campaign plays so from now on.")).to_be_visible()
    assert 20 < phone.taps <= TAPS_MOST, phone.taps
    _weigh(open_page, referee)
    reeds = _muster(open_page, border, player)
    _fight(open_page, border, reeds)
    _second_version(page, border)


def _weigh(open_page: OpenPage, referee: Member) -> None:
    """In French: the pike is weighed by a worker, the page shows the result by itself, and the noticeboard tells it."""
    page = open_page("phone", language="fr", member=referee)
    page.goto(f"/packs/{Pack.objects.get().pk}/versions/1/")
    page.get_by_role("link", name="Combien cela vaut-il").first.click()
    pike = page.locator("section:has(#item-pique_de_roseau)")
    pike.get_by_role("button", name="Lancer la pesée").click()
    pike = page.locator("section:has(#item-pique_de_roseau)")
    expect(pike.get_by_role("progressbar")).to_be_visible()
    assert faults(page) == []
    _work_off(weighing.KIND)
    found = Weighing.objects.get().weight
    assert found is not None
    assert (found.plan.price, found.battles) == (4, 4 * 24)
    with translation.override("fr"):
        said = [verdict_words(found.verdict), price_words(found.fair), difference_words(found.overall)]
    for words in said:
        expect(pike).to_contain_text(words)
    assert faults(page) == []
    page.goto("/")
    page.get_by_text("Depuis votre dernière visite").click()
    page.get_by_role("link", name="La pesée de «\u00a0Pique de roseau\u00a0»").click()
    expect(page).to_have_url(re.compile(r"/worth/#item-pique_de_roseau$"))


def _work_off(kind: str) -> None:
    """Do what a worker would, woken by its messages."""
    while (job := Job.objects.filter(kind=kind, state=JobState.WAITING).first()) is not None:
        work(job.pk)


def _fight(open_page: OpenPage, border: Campaign, reeds: Warband) -> None:
    """In French: both agree that the engine fights; the replay and the report name what the pack brought."""
    hires = [Hire(rank=rank, race=reeds.race, name=rank.title()) for rank in (Rank.LEADER, Rank.HENCHMAN)]
    pikes = [Buy(item="pique_de_roseau", figure=number) for number in (1, 2)]
    take_steps(warband=reeds, entries=[*hires, *pikes, Muster()], author=reeds.owner)
    others = muster_for(campaign=border, owner=join(border), name="The Blades", race="human")
    hires = [Hire(rank=rank, race="human", name=f"B {rank}") for rank in (Rank.LEADER, Rank.HENCHMAN)]
    take_steps(warband=others, entries=[*hires, Muster()], author=others.owner)
    battle = schedule_battle(campaign=border, warbands=[reeds, others], plan=Plan(title="The Ford"))
    resolution.agree(battle=battle, member=others.owner, lets=True)
    page = open_page("phone", language="fr", member=reeds.owner)
    page.goto(f"{battle.get_absolute_url()}resolution/")
    page.get_by_role("button", name="Je suis d’accord").click()
    page.get_by_role("button", name="La faire jouer par le moteur").click()
    page.get_by_role("dialog").get_by_role("button", name="Oui").click()
    expect(page.get_by_role("progressbar")).to_be_visible()
    Resolution.objects.update(seed=DICE)
    _work_off(resolution.KIND)
    page.get_by_role("link", name="Revoir la bataille").click()
    struck = next(
        number
        for number, event in enumerate(Resolution.objects.get().events)
        if "pique_de_roseau" in event["data"].get("weapons", ())
    )
    page.goto(f"{battle.get_absolute_url()}replay/?event={struck}")
    expect(page.locator(".replay__sentence")).to_contain_text("Pique de roseau")
    assert faults(page) == []
    page.goto(battle.get_absolute_url())
    page.locator("summary").filter(has_text="The Reeds").click()
    for words in ("Orque des marais", "Pique de roseau (maison)", "Résolue par le moteur"):
        expect(page.get_by_text(words).first).to_be_visible()
    assert faults(page) == []


def _muster(open_page: OpenPage, border: Campaign, player: Member) -> Warband:
    """The player finds the race among those that may be mustered, hires, arms, and sees it on the sheet."""
    page = open_page("phone", language="en", member=player)
    page.goto(f"/campaigns/{border.slug}/enlist/")
    page.locator("[name=new-name]").fill("The Reeds")
    page.get_by_text("Marsh orc (house)", exact=True).first.click()
    page.locator("form:has([name=new-name]) button.button--primary").click()
    band = Warband.objects.get(name="The Reeds")
    assert band.race == "orque_des_marais"
    page.goto(f"/warbands/{band.pk}/hire/")
    expect(page.get_by_text("Marsh orc").first).to_be_attached()
    page.goto(f"/warbands/{band.pk}/shop/")
    expect(page.get_by_text("Reed pike").first).to_be_attached()
    page.goto(f"/warbands/{band.pk}/sheet/")
    expect(page.get_by_text("Marsh orc").first).to_be_visible()
    page.goto(f"/campaigns/{border.slug}/house/")
    expect(page.get_by_text("Mud skin").first).to_be_visible()
    return band


def _second_version(page: Page, border: Campaign) -> None:
    """The referee makes the race cheaper, publishes, and looks at what would change."""
    pack = Pack.objects.get()
    page.goto(f"/packs/{pack.pk}/melee/?entry=pique_de_roseau")
    page.locator("[name=cost]").fill("3")
    page.get_by_role("button", name="Save").click()
    page.locator("[name=note]").fill("Cheaper")
    page.get_by_role("button", name="Publish it").click()
    page.goto(f"/campaigns/{border.slug}/house/change/")
    page.locator(f"[name=pack_{pack.pk}]").select_option("2")
    page.get_by_role("button", name="Try it on").click()
    expect(page.get_by_role("heading", name="The Reeds")).to_be_visible()
    border.refresh_from_db()
    assert house_of(border).packs[0].version == 1, "nothing is adopted before it is said"
