"""Pulp on the warband pages: the part that is chosen, who may be hired, what is for sale, what weighs on a hero."""

from __future__ import annotations

import pytest
from django.test import Client

from club.models import Member
from engines.musg import transfer
from engines.musg.entries import AnyEntry, Hire, Muster, RaiseZombie, TakePart
from engines.musg.part import Part, Side
from engines.musg.ranks import Rank
from engines.musg.rules import Rules
from rosters.models import Warband
from tests.factories.rosters import WarbandFactory, lost_battle, recovered, smallest_muster

PULP = Rules(pulp=True)
HEROES = TakePart(side=Side.HEROES)
VILLAINS = TakePart(side=Side.VILLAINS)
TRIBE = TakePart(side=Side.VILLAINS, tribe=True)
HTMX = {"hx-request": "true"}


def band(owner: Member, *entries: AnyEntry, rules: Rules = PULP) -> Warband:
    return WarbandFactory.create(owner=owner, name="The Blades", rules=rules, entries=list(entries))


def read(client: Client, warband: Warband, page: str = "", language: str = "en") -> str:
    answer = client.get(f"/warbands/{warband.pk}/{page}", headers={"accept-language": language})
    assert answer.status_code == 200
    return answer.content.decode()


class TestTheMuster:
    def test_a_part_is_offered_where_pulp_is_played(self, browser_of_owner: Client, owner: Member) -> None:
        html = read(browser_of_owner, band(owner), "muster/")
        for code in ("heroes", "villains", "tribe"):
            assert f'value="{code}"' in html

    def test_and_nowhere_else(self, browser_of_owner: Client, owner: Member) -> None:
        assert "take_part" not in read(browser_of_owner, band(owner, rules=Rules()), "muster/")

    def test_it_is_chosen_there(self, browser_of_owner: Client, owner: Member) -> None:
        warband = band(owner)
        data = {"version": warband.version, "page": "builder", "part": "tribe"}
        answer = browser_of_owner.post(f"/warbands/{warband.pk}/steps/take_part/", data, headers=HTMX)
        assert answer.status_code == 200
        assert Warband.objects.get(pk=warband.pk).roster.part == Part(Side.VILLAINS, tribe=True)
        assert "a primitive tribe" in answer.content.decode()

    def test_a_tribe_has_no_place_for_lieutenants_and_cheap_henchmen(
        self, browser_of_owner: Client, owner: Member
    ) -> None:
        html = read(browser_of_owner, band(owner, TRIBE), "muster/")
        assert "0 of 0" in html
        assert "Humans · 4 points" in html
        hunter = band(owner, TRIBE, Hire(rank=Rank.HENCHMAN, race="human", name="Bo"))
        assert 'value="poison"' in read(
            browser_of_owner, hunter, f"muster/?open={hunter.roster.figures[-1].id}&kind=other"
        )

    def test_its_shop_has_poison_and_no_firearms(self, browser_of_owner: Client, owner: Member) -> None:
        html = read(browser_of_owner, band(owner, TRIBE), "shop/")
        assert "Poison" in html
        assert "Rifle" not in html
        heroes = read(browser_of_owner, band(owner, HEROES), "shop/")
        assert "Poison" not in heroes
        assert "Rifle" in heroes

    def test_a_villain_raises_a_zombie_in_the_hall(self, browser_of_owner: Client, owner: Member) -> None:
        warband = band(owner, VILLAINS)
        html = read(browser_of_owner, warband, "hire/")
        assert "henchman:voodoo_zombie" in html
        assert "voodoo_zombie" not in read(browser_of_owner, band(owner, HEROES), "hire/")
        data = {"version": warband.version, "profile": "henchman:voodoo_zombie", "name": "Gaunt"}
        browser_of_owner.post(f"/warbands/{warband.pk}/hire/", data)
        raised = Warband.objects.get(pk=warband.pk).roster.figure(1)
        assert raised is not None
        assert (raised.name, raised.is_zombie, raised.cost) == ("Gaunt", True, 4)
        another = {"version": warband.version + 1, "like": 1, "name": "Lank"}
        browser_of_owner.post(f"/warbands/{warband.pk}/hire/", another)
        assert [f.is_zombie for f in Warband.objects.get(pk=warband.pk).roster.figures] == [True, True]


class TestTheRoster:
    def test_a_warband_without_part_is_asked(self, browser_of_owner: Client, other: Client, owner: Member) -> None:
        warband = band(owner, *smallest_muster())
        html = read(browser_of_owner, warband)
        assert "neither heroes nor villains yet" in html
        assert f"/warbands/{warband.pk}/steps/take_part/" in html
        assert "steps/take_part/" not in read(other, warband)
        form = browser_of_owner.get(f"/warbands/{warband.pk}/steps/take_part/").content.decode()
        assert 'value="heroes"' in form
        assert 'value="tribe"' not in form, "prices of henchmen are settled (ruling M169)"

    def test_the_setback_is_a_chip_a_reminder_and_stands_on_the_sheet(
        self, browser_of_owner: Client, owner: Member
    ) -> None:
        """11 is death, 22 hobbled for a battle, 61 the hit points (rulings M166, M168, M310)."""
        steps = [HEROES, *smallest_muster(), lost_battle(), recovered((1, 1, 2, 2, 6, 1))]
        warband = band(owner, *steps)
        html = read(browser_of_owner, warband)
        assert '<li class="badge badge--warn">Hobbled</li>' in html
        assert '<li class="badge badge--warn">HP setback</li>' in html
        assert "With a setback in the next battle" in html
        assert "Heroes’ side" in html
        french = read(browser_of_owner, warband, language="fr")
        assert "Malus de PV" in french
        assert "Camp des héros" in french
        sheet = read(browser_of_owner, warband, "sheet/")
        assert "Hobbled: counts in the next battle only" in sheet
        assert "HP −1 for the next battle" in sheet
        assert "Heroes’ side" in sheet
        assert browser_of_owner.get(f"/warbands/{warband.pk}/sheet.pdf").status_code == 200

    def test_the_journal_tells_it(self, browser_of_owner: Client, owner: Member) -> None:
        warband = band(owner, HEROES, *smallest_muster(), lost_battle(), recovered((1, 1, 2, 2, 6, 1)))
        html = read(browser_of_owner, warband, "journal/")
        assert "For Ada, Hobbled counts in the next battle only." in html
        assert "In the next battle Ada fights with a setback: HP setback." in html

    @pytest.mark.parametrize("page", ["", "sheet/", "figures/3/"])
    def test_a_zombie_has_its_own_profile(self, browser_of_owner: Client, owner: Member, page: str) -> None:
        steps = [VILLAINS, *smallest_muster()[:-1], RaiseZombie(name="Gaunt"), Muster()]
        html = read(browser_of_owner, band(owner, *steps), page)
        assert "Gaunt" in html
        assert "Zombie (pulp)" in html

    def test_an_exported_warband_comes_home(self, browser_of_owner: Client, owner: Member) -> None:
        warband = band(owner, HEROES, *smallest_muster(), lost_battle(), recovered((1, 1, 2, 2, 6, 1)))
        data = browser_of_owner.get(f"/warbands/{warband.pk}/export/").content
        opened, found = transfer.open_file(transfer.read_text(data))
        assert found == []
        assert opened == warband.roster
