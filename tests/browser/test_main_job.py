"""The club's main job on phones: from signing up to a printed sheet, with JavaScript and without."""

from __future__ import annotations

import re

import pytest
from django.utils import translation
from playwright.sync_api import Locator, Page, expect

from campaigns.jobs.models import Job, JobState
from campaigns.tasks import work
from rosters.models import Warband
from tests.browser.conftest import OpenPage
from tests.browser.mustering import buy

PASSWORD = "a-long-sword-7"
LEADER, LIEUTENANT, HENCHMAN, SECOND = 1, 2, 3, 4
"""The numbers of the figures, in the order they are hired."""
FULL_RECOVERY, BACK_ON_HIS_FEET = (6, 5), (4,)

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


class Person:
    """Somebody with a phone, who reads what it says."""

    def __init__(self, name: str, page: Page, language: str, *, javascript: bool) -> None:
        self.name, self.page, self.language, self.javascript = name, page, language, javascript

    def words(self, text: str) -> str:
        """What the site says in this person's language."""
        with translation.override(self.language):
            return translation.gettext(text)

    def press(self, text: str) -> None:
        self.page.get_by_role("button", name=self.words(text)).first.click()

    def follow(self, text: str) -> None:
        self.page.get_by_role("link", name=self.words(text)).first.click()

    def reads(self, text: str) -> None:
        expect(self.page.locator("body")).to_contain_text(self.words(text))

    def reads_notice(self, text: str, **values: object) -> None:
        said = self.words(text) % values
        expect(self.page.locator(".notice").filter(has_text=said).first).to_be_visible()

    def unfold(self, text: str, within: Locator | None = None) -> None:
        found = (within or self.page.locator("main")).locator("details > summary").filter(has_text=self.words(text))
        if found.first.locator("xpath=..").get_attribute("open") is None:
            found.first.click()

    # What people do

    def sign_up(self) -> None:
        self.page.goto("/")
        self.page.locator(".site-tools details.menu").last.locator("summary").click()
        self.follow("Sign up")
        self.page.fill("input[name=username]", self.name.lower())
        self.page.fill("input[name=email]", f"{self.name.lower()}@example.org")
        self.page.fill("input[name=password1]", PASSWORD)
        self.page.fill("input[name=password2]", PASSWORD)
        self.press("Open my account")
        expect(self.page).to_have_url(re.compile(r"://[^/]+/$"))

    def open_campaign(self, name: str) -> str:
        """Return the link that lets others join."""
        self.page.goto("/campaigns/")
        self.follow("Open a campaign")
        self.press("Open the campaign")
        expect(self.page.locator("#id_name")).to_be_visible()  # nothing was filled in: the form stays
        self.page.fill("#id_name", name)
        self.press("Open the campaign")
        self.reads_notice("The campaign is open. Give the join code to your players.")
        return self.page.locator("#join-link").input_value()

    def join(self, link: str, warband: str) -> None:
        self.page.goto(link)
        self.press("Join this campaign")
        self.page.fill("#id_new-name", warband)
        self.page.locator("#id_new-race input[type=radio][value=human]").check()
        self.press("Begin the muster")
        expect(self.page).to_have_url(re.compile("/muster/$"))

    def hire(self, rank: str, number: int, name: str) -> None:
        expect(self.page.locator(f"#hire-{rank}-go")).to_be_visible()  # the form is there, to its last field
        if self.page.locator(f"select#hire-{rank}-profile").count():
            self.page.select_option(f"#hire-{rank}-profile", f"{rank}:human")
        self.page.fill(f"#hire-{rank}-name", name)
        self.page.click(f"#hire-{rank}-go")
        expect(self.page.locator(f"#figure-{number}")).to_contain_text(name)

    def open_row(self, number: int) -> None:
        """What the muster folds away of a figure; without JavaScript a link opens it."""
        self.page.wait_for_load_state()  # a row that stands open is drawn to its end
        if self.page.locator(f"#counter-{number}").count():
            return
        self.page.locator(f"#figure-{number} .recruit__fold > summary").click()
        if not self.javascript:
            self.page.locator(f"#figure-{number} p.recruit__work > a").click()
        expect(self.page.locator(f"#counter-{number}")).to_be_visible()

    def arm(self, number: int, *items: str) -> None:
        self.open_row(number)
        for item in items:
            carried = self.page.locator(f"#figure-{number} .kit li")
            before = carried.count()
            buy(self.page, number, item)
            expect(carried).to_have_count(before + 1)

    def muster(self) -> None:
        """Watch the problems vanish, and one come back and go again."""
        faults = self.page.locator("#faults > li")
        expect(faults).to_have_count(2)  # no leader, no henchman
        self.hire("leader", LEADER, f"{self.name} I")
        expect(faults).to_have_count(1)
        self.hire("lieutenant", LIEUTENANT, f"{self.name} II")
        self.hire("henchman", HENCHMAN, f"{self.name} III")
        expect(faults).to_have_count(0)
        self.hire("henchman", SECOND, f"{self.name} IV")
        self.arm(LEADER, "two_handed_sword")
        buy(self.page, LEADER, "shield")  # a shield beside a sword for two hands
        self.press("Buy all the same")
        expect(faults).to_have_count(1)
        expect(self.page.locator(f"#figure-{LEADER} .recruit__faults")).to_be_visible()
        self.page.locator(f"#figure-{LEADER} .kit__back").last.click()
        expect(faults).to_have_count(0)
        self.arm(HENCHMAN, "bow")
        self.reads("This warband is legal.")
        self.press("Close the muster")
        self.press("Close it all the same")  # most of the points are left
        expect(self.page).to_have_url(re.compile(r"/warbands/\d+/$"))

    def pair_a_round(self, campaign: str) -> None:
        self.page.goto(campaign)
        self.follow("All battles")
        self.press("Open the next round")  # with a proposal
        self.page.fill("#id_place", "Salle des fêtes")
        self.press("Schedule these battles")
        expect(self.page.locator("main article.card li")).to_have_count(1)

    def go_to_battle(self, campaign: str) -> None:
        self.page.goto(campaign)
        steps = "".join(f":not([href*='/{step}/'])" for step in ("new", "aftermath", "report"))
        self.page.locator(f"main a[href*='/battles/']{steps}").first.click()
        expect(self.page.locator("#next-title")).to_be_visible()

    def report(self, downs: list[tuple[str, int, str, int]]) -> None:
        """Who was put out, by whom: keys of warbands and numbers of figures."""
        self.follow("Report the battle")
        self.page.locator(".battle-report > details.disclosure summary").first.click()
        bonus = self.page.locator("input[name^='bonus-']").first
        bonus.fill("5000")
        for victim, number, winner, by in downs:
            self.page.locator(f".tile__tap[for='id_fate-{victim}-{number}']").click()
            self.page.locator(f".foe:has(input[name='by-{victim}-{number}'][value='{winner}:{by}'])").click()
        self.press("Send the report")  # nobody has so many
        expect(self.page.locator(".battle-report .errors").first).to_be_visible()
        bonus.fill("0")
        self.press("Send the report")
        self.reads_notice("The report is sent. The other side is asked whether it is right.")

    def confirm(self) -> None:
        self.press("The report is right")
        self.reads_notice("The report is confirmed.")

    def go_to_aftermath(self, warband: Warband) -> None:
        self.page.locator(f"a[href$='/aftermath/{warband.pk}/']").first.click()
        expect(self.page.locator("#aftermath")).to_be_visible()

    def type_dice(self, *rolls: tuple[int, ...]) -> None:
        """One roll at a time, in the order they are asked for."""
        self.press("We roll our own dice")
        for faces in rolls:
            asked = "#aftermath form[action$='/die/'] input[name=version]"
            version = self.page.locator(asked).input_value()
            for place, face in enumerate(faces, start=1):
                self.page.locator(f"button[name=die{place}][value='{face}']").click()
            expect(self.page.locator(f"{asked}[value='{version}']")).to_have_count(0)
        expect(self.page.locator("#whose")).to_be_visible()

    def let_the_site_roll(self, *, javascript: bool) -> None:
        """The page waits for a worker; the worker's task is run here, as a message would wake it."""
        self.press("The site rolls")
        self.reads("The dice are thrown in a moment…")
        work(Job.objects.get(state=JobState.WAITING).pk)
        if not javascript:
            self.follow("Look again")
        self.reads("Seed, revealed afterwards")

    def learn(self, number: int) -> None:
        """The roster reminds of it; one tap leads to the figure."""
        self.page.locator(f".before a[href*='/figures/{number}/']").click()
        choice = self.page.locator("#choice")
        choice.locator("button[name=skill]").first.click()
        expect(choice).to_have_count(0)

    def buy_and_undo(self, number: int, item: str) -> None:
        """From the figure's own page to the shop; what is returned is paid back."""
        self.page.locator(f"#figure-{number} h3 a").click()
        self.follow("Weapons and equipment")
        treasury = self.page.locator(".shop-bar__money strong")
        before = treasury.inner_text()
        self.page.click(f"#buy-{item}")
        expect(treasury).not_to_have_text(before)
        self.page.locator(".shop-bar__bought > summary").click()
        self.page.locator(".bought button").first.click()
        expect(treasury).to_have_text(before)

    def print_sheet(self, warband: Warband, names: list[str]) -> None:
        self.page.goto(warband.get_absolute_url())
        self.page.locator(f"a[href='/warbands/{warband.pk}/sheet/']").first.click()
        for name in names:
            expect(self.page.locator("main")).to_contain_text(name)
        self.page.emulate_media(media="print")
        expect(self.page.locator(".sheet-bar")).to_be_hidden()
        self.page.emulate_media(media="screen")
        file = self.page.request.get(f"/warbands/{warband.pk}/sheet.pdf")
        assert file.headers["content-type"] == "application/pdf"
        assert file.body().startswith(b"%PDF")


@pytest.mark.parametrize(("javascript", "language"), [(True, "fr"), (False, "en")], ids=["javascript", "plain"])
def test_a_campaign_from_muster_to_aftermath(open_page: OpenPage, javascript: bool, language: str) -> None:
    def person(name: str) -> Person:
        page = open_page("phone", language=language, javascript=javascript)
        return Person(name, page, language, javascript=javascript)

    ada, bea, cid = person("Ada"), person("Bea"), person("Cid")
    for somebody in (ada, bea, cid):
        somebody.sign_up()
    link = ada.open_campaign("Brumeval")
    campaign = "/campaigns/brumeval/"
    bea.join(link, "Lys Noir")
    bea.muster()
    cid.join(link, "Crocs de Fer")
    cid.muster()
    ada.pair_a_round(campaign)

    ours, theirs = Warband.objects.get(name="Lys Noir"), Warband.objects.get(name="Crocs de Fer")
    bea.go_to_battle(campaign)
    bea.report(
        [
            (theirs.key, LEADER, ours.key, HENCHMAN),
            (theirs.key, LIEUTENANT, ours.key, HENCHMAN),
            (ours.key, LEADER, theirs.key, HENCHMAN),
            (ours.key, SECOND, theirs.key, SECOND),
        ]
    )
    cid.go_to_battle(campaign)
    cid.confirm()

    bea.go_to_battle(campaign)
    bea.go_to_aftermath(ours)
    bea.type_dice(FULL_RECOVERY, BACK_ON_HIS_FEET)
    cid.go_to_battle(campaign)
    cid.go_to_aftermath(theirs)
    cid.let_the_site_roll(javascript=javascript)

    # Survival 1, victory 1, a leader 2 and a lieutenant 1 put out by a henchman: the fifth box, a grey one.
    bea.page.goto(ours.get_absolute_url())
    bea.learn(HENCHMAN)
    bea.page.goto(ours.get_absolute_url())
    bea.buy_and_undo(HENCHMAN, "club")
    bea.print_sheet(ours, ["Lys Noir", "Bea I", "Bea III"])
    ours.refresh_from_db()
    archer = ours.roster.figure(HENCHMAN)
    assert archer is not None
    assert (archer.experience, len(archer.skills), archer.choices) == (5, 1, 0)
    assert ours.won == 1

    ada.page.goto(f"{campaign}standings/")
    expect(ada.page.locator("main table tbody tr").first).to_contain_text("Lys Noir")
    ada.page.goto(f"{campaign}chronicle/")
    ada.reads("Bea III")
