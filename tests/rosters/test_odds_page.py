"""The attack calculator: the odds by hand, who may ask about whom, wrong input, its parts, its markup."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client
from msgspec.structs import replace

from club.models import Member
from club.visibility import Visibility
from engines.musg.entries import Buy, Engage, Hire, Muster, TakePart
from engines.musg.part import Side
from engines.musg.ranks import Rank
from rosters.models import Warband
from rosters.odds.chart import chart
from tests.factories.rosters import ROOMY, WarbandFactory, smallest_muster
from tests.web.html import Page

pytestmark = pytest.mark.django_db
ODDS = "/odds/"
ADA, BO, GUN = 1, 2, 3


def read(client: Client, query: str = "", **headers: str) -> str:
    response = client.get(f"{ODDS}?{query}", headers={"Accept-Language": "en", **headers})
    assert response.status_code == 200
    return response.content.decode()


def text(markup: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", markup).replace("\N{NO-BREAK SPACE}", " ").split())


def verdict(page: str) -> list[str]:
    """Out of action, dead, hit points lost on average."""
    return [text(found) for found in re.findall(r'figure-number">([^<]*)<', page)]


def table(page: str) -> list[list[str]]:
    """Number, hits, wounds, hit points lost, at least that many."""
    body = re.search(r"<tbody>(.*?)</tbody>", page, re.DOTALL)
    assert body is not None
    rows = re.findall(r"<tr>(.*?)</tr>", body[1], re.DOTALL)
    return [[text(cell) for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row)] for row in rows]


def steps(page: str, title: str) -> list[str]:
    """The total of one number, then the steps that lead there."""
    blocks = re.findall(r'<h3 class="odds-sums__title">(.*?)</h3>\s*<ul[^>]*>(.*?)</ul>', page, re.DOTALL)
    for head, rows in blocks:
        if text(head).startswith(f"{title} "):
            return [text(head).removeprefix(f"{title} "), *map(text, re.findall(r"<li>(.*?)</li>", rows, re.DOTALL))]
    raise AssertionError(title)


def errors(page: str, field: str) -> str:
    found = re.search(rf'id="error-of-{field}"[^>]*>(.*?)</div>', page, re.DOTALL)
    assert found is not None, field
    return text(found[1])


@pytest.fixture
def armed(owner: Member) -> Warband:
    """Ada, leader (Me 3+, S 5), with sword and dagger; Bo, henchman (T 2, HP 3), with a dagger; a gunsmith."""
    entries = [
        Hire(rank=Rank.LEADER, race="human", name="Ada"),
        Hire(rank=Rank.HENCHMAN, race="human", name="Bo"),
        Engage(mercenary="dwarf_gunsmith", name="Gun"),
        Buy(figure=ADA, item="sword"),
        Buy(figure=ADA, item="dagger"),
        Buy(figure=ADA, item="black_powder_rifle"),
        Buy(figure=BO, item="light_armour"),
        Muster(),
    ]
    return WarbandFactory.create(owner=owner, name="The Armed", rules=ROOMY, entries=entries, visibility="private")


@pytest.mark.parametrize(
    ("weapon", "asked"),
    [("rifle", False), ("bow", False), ("throwing_knife", True), ("sword", True), ("grenade", False)],
)
def test_the_attackers_strength_is_asked_for_where_it_counts(client: Client, weapon: str, asked: bool) -> None:
    """Musg, Tableau des armes de tir: most weapons have a strength of their own, some add to their bearer's."""
    assert ('id="id_strength"' in read(client, f"weapon={weapon}")) is asked


class TestShooting:
    def test_one_die(self, client: Client) -> None:
        """4+ at medium range, then strength 4 against toughness 3: 4+. A half of a half."""
        page = read(client, "weapon=rifle&shooting=4&toughness=3&hit_points=1")
        assert verdict(page) == ["25.0 %", "0.0 %", "0.25"]
        assert table(page) == [
            ["0", "50.0 %", "75.0 %", "75.0 %", "100.0 %"],
            ["1", "50.0 %", "25.0 %", "25.0 %", "25.0 %"],
        ]

    def test_several_dice_through_cover(self, client: Client) -> None:
        """Cover 3+, hit 4+, strength 5 against toughness 3: 3+. Each of 5 dice: 2/3 · 1/2 · 2/3 = 2/9.

        Two wounds or more: 1 - (7/9)^5 - 5 · 2/9 · (7/9)^4 = 0.3088; three or more: less 10 · 4/81 · 343/729 = 0.0764.
        """
        page = read(client, "weapon=machine_gun&cover_short=1&hit_points=2")
        assert verdict(page) == ["30.9 %", "7.6 %", "1.11"]
        assert steps(page, "Cover") == [
            "3+",
            "Obstacle at short range Musg, Cover roll 3+",
            "Each die passes every obstacle before it is rolled to hit ruling M88",
        ]

    @pytest.mark.parametrize(
        ("query", "total", "wanted"),
        [
            ("shooting=2&sight=on&band=long", "2+", ["Shooting 2+", "Sight better by 1", "worse by 1"]),
            ("shooting=2&band=short", "2+", ["better by 1", "limit ruling M82 worse by 1"]),
            ("shooting=5&height=higher", "4+", ["Shooting down from above ruling M102 better by 1"]),
            ("shooting=5&height=lower", "6+", ["Shooting up from below ruling M102 worse by 1"]),
            ("shooting=4&distance=20", "4+", ["Medium range", "changes nothing"]),
            ("shooting=4&distance=20,5", "5+", ["Long range", "worse by 1"]),
        ],
    )
    def test_to_hit(self, client: Client, query: str, total: str, wanted: list[str]) -> None:
        """Rifle: 10, 20, 30 paces (Musg, Tableau des armes de tir; rulings M82, M102, M267)."""
        found = steps(read(client, f"weapon=rifle&{query}"), "To hit")
        assert found[0] == total
        assert all(any(piece in step for step in found[1:]) for piece in wanted), found

    def test_more_than_six_is_no_shot(self, client: Client) -> None:
        page = read(client, "weapon=rifle&shooting=6&band=long")
        assert "This attack cannot be made" in page
        assert "<figure" not in page
        assert steps(page, "To hit")[-1] == "More than 6 cannot be rolled: no shot ruling M81 7+"

    def test_black_powder_and_bows(self, client: Client) -> None:
        """A 1, then another: 1/36 (M93). A 1, then a 6: 1/36; then not a 6 but a 6 for the next: 5/216 (M97)."""
        assert "The weapon bursts on its bearer ruling M95 2.8 %" in text(read(client, "weapon=black_powder_rifle"))
        page = text(read(client, "weapon=bow&line=2"))
        assert "Figure 1 on the line takes the missile ruling M97 2.8 %" in page
        assert "Figure 2 on the line takes the missile ruling M97 2.3 %" in page

    def test_ignored_wound(self, client: Client) -> None:
        """One wound at most, and it does not count (M257)."""
        assert verdict(read(client, "weapon=rifle&ignores_wound=on")) == ["0.0 %", "0.0 %", "0.00"]


class TestTemplates:
    def test_grenade(self, client: Client) -> None:
        """Strength 10 against 3: 2+. All but a dud reach the target, as 5 paces are more than any drift: 5/6 · 5/6.

        Aimed 3 paces away, 4 from middle to middle, it reaches 5.5: of the 18 cases the thrower is safe from the dud's
        3 and from 2 and 3 paces forward: 13 catch him, 72.2 %.
        """
        page = read(client, "weapon=grenade&distance=3")
        assert verdict(page) == ["69.4 %", "0.0 %", "0.69"]
        assert "The attacker is in the blast ruling M77 72.2 %" in text(page)
        assert "ruling M79" in page

    def test_flame(self, client: Client) -> None:
        """Hits without a roll; strength 8 against 3: 2+."""
        assert verdict(read(client, "weapon=flamethrower"))[0] == "83.3 %"

    def test_cannon(self, client: Client) -> None:
        """A 1 on the scatter die, then a second 1 (M94)."""
        page = text(read(client, "weapon=cannon"))
        assert "everybody within 3 paces of it is hit ruling M95 2.8 %" in page


class TestCloseCombat:
    def test_two_weapons_after_a_charge(self, client: Client) -> None:
        """Sword 3+2+1 = 6, dagger 3+1+1 = 5 against 3: 3+ both. Three dice of 1/2 · 2/3 = 1/3: 8, 12, 6, 1 of 27."""
        page = read(client, "weapon=sword&second=dagger&melee=4&strength=3&toughness=3&charge=on")
        assert verdict(page) == ["70.4 %", "25.9 %", "1.00"]
        assert [row[2] for row in table(page)] == ["29.6 %", "44.4 %", "22.2 %", "3.7 %"]
        assert steps(page, "Strength, Sword")[0] == "6"
        assert steps(page, "Strength, Dagger")[1:] == [
            "Strength 3",
            "Dagger Musg, Table of close combat weapons +1",
            "Charge ruling M113 +1",
        ]

    @pytest.mark.parametrize(
        ("query", "out", "rule"),
        [
            ("", "25.0 %", "M33"),  # 1/2 · 1/2
            ("bucklers=1", "12.5 %", "M120"),  # 1/2 · 1/2 to hit, · 1/2
            ("blade_catcher=on", "12.5 %", "M270"),  # 1/2 · 1/2 · 1/2
            ("weak_points=on", "37.5 %", "M268"),  # 3/4 · 1/2
            ("vital_points=on", "37.5 %", "M269"),  # 1/2 · 3/4
            ("shaken=on", "33.3 %", "Receiving a charge"),  # strength 4 against 2: 3+; 1/2 · 2/3
        ],
    )
    def test_skills_and_bucklers(self, client: Client, query: str, out: str, rule: str) -> None:
        """A dagger: one die, 4+, strength 3+1 against toughness 3: 4+."""
        page = read(client, f"weapon=dagger&{query}")
        assert verdict(page)[0] == out
        assert rule in page

    def test_a_second_weapon_is_offered_where_a_hand_is_free(self, client: Client) -> None:
        assert 'value="axe"' in read(client, "weapon=sword").partition('name="second"')[2].partition("</select>")[0]
        assert 'value="tail_weapon"' in read(client, "weapon=halberd").partition('name="second"')[2]
        assert 'name="second"' not in read(client, "weapon=rifle")


class TestFigures:
    def test_figure_against_figure(self, browser_of_owner: Client, armed: Warband) -> None:
        """Ada 3+; sword 7, dagger 6 against Bo's 2 + 1: 2+ and 3+. Two dice of 5/9, one of 4/9; Bo has 3 HP.

        All three: 25/81 · 4/9 = 100/729. On average 10/9 + 4/9.
        """
        query = f"attacker={armed.pk}-{ADA}&target={armed.pk}-{BO}&weapon=sword.dagger"
        page = read(browser_of_owner, query)
        assert verdict(page) == ["13.7 %", "0.0 %", "1.56"]
        assert steps(page, "Toughness") == ["3", "Toughness Musg, Profiles 2", "Light armour +1"]
        # One hit point left: somebody out unless all fail, 1 - 16/81 · 5/9.
        assert verdict(read(browser_of_owner, f"{query}&left=1"))[0] == "89.0 %"

    def test_the_gunsmith_keeps_weapons_from_bursting(self, browser_of_owner: Client, armed: Warband) -> None:
        page = read(browser_of_owner, f"attacker={armed.pk}-{ADA}&weapon=black_powder_rifle")
        assert "ruling M279" in page
        assert "bursts on its bearer" not in page

    def test_the_first_weapon_and_the_leader_are_a_start(self, browser_of_owner: Client, armed: Warband) -> None:
        page = read(browser_of_owner, f"attacker_warband={armed.pk}")
        assert re.search(rf'value="{armed.pk}-{ADA}" selected', page)
        assert re.search(r'value="black_powder_rifle" selected', page)

    def test_a_new_figure_takes_its_own_weapon(self, browser_of_owner: Client, armed: Warband) -> None:
        """The form says for whom the weapon was chosen; an address that says nothing of it is held to its word."""
        query = f"attacker={armed.pk}-{BO}&weapon=black_powder_rifle"
        assert errors(read(browser_of_owner, query), "weapon") == "The attacker does not have this weapon."
        page = read(browser_of_owner, f"{query}&weapons_of={armed.pk}-{ADA}")
        assert re.search(r'value="dagger" selected', page)
        assert verdict(page)

    def test_extras_strike_together(self, browser_of_owner: Client, owner: Member) -> None:
        """Musg, Les figurants: each one die (M177); 5+, strength 2 and the dagger's 1 against 3: 4+. Twice 1/6."""
        entries = [*smallest_muster()[:2], Hire(rank=Rank.EXTRA, race="human", name="Ex"), Muster()]
        band = WarbandFactory.create(owner=owner, entries=entries, rules=ROOMY)
        page = read(browser_of_owner, f"attacker={band.pk}-3&weapon=dagger&hands=2")
        assert verdict(page) == ["30.6 %", "2.8 %", "0.33"]
        assert "ruling M177" in page
        assert 'name="hands"' not in read(browser_of_owner, f"attacker={band.pk}-1&weapon=dagger")

    def test_a_role_of_pulp_is_never_dead(self, browser_of_owner: Client, owner: Member) -> None:
        """Rulings M33, M360: the leader has one hit point left; the henchman of the same warband may die."""
        entries = [TakePart(side=Side.HEROES), *smallest_muster()[:2], Muster()]
        band = WarbandFactory.create(owner=owner, entries=entries, rules=replace(ROOMY, pulp=True))
        struck = "weapon=two_handed_sword&left=1&strength=5"
        hero = read(browser_of_owner, f"target={band.pk}-1&{struck}")
        assert (verdict(hero)[0] != "0.0 %", verdict(hero)[1]) == (True, "0.0 %")
        assert ("ruling M360" in hero, "ruling M33" in hero) == (True, False)
        other = read(browser_of_owner, f"target={band.pk}-2&{struck}")
        assert verdict(other)[1] != "0.0 %"
        assert ("ruling M360" in other, "ruling M33" in other) == (False, True)

    def test_a_harasser_dives(self, browser_of_owner: Client, owner: Member) -> None:
        """It hits without a roll (M281)."""
        entries = [*smallest_muster()[:2], Engage(mercenary="goblin_harasser", name="Har"), Muster()]
        band = WarbandFactory.create(owner=owner, entries=entries, rules=ROOMY)
        page = read(browser_of_owner, f"attacker={band.pk}-3&weapon=dagger&dive=on")
        assert steps(page, "To hit") == ["no roll", "A dive from higher up ruling M281"]
        assert [row[1] for row in table(page)] == ["0.0 %", "100.0 %"]

    def test_linked_from_the_figure_and_the_rules(self, browser_of_owner: Client, armed: Warband) -> None:
        figure = browser_of_owner.get(f"/warbands/{armed.pk}/figures/{ADA}/").content.decode()
        assert f'href="/odds/?attacker={armed.pk}-{ADA}"' in figure
        assert 'href="/odds/"' in browser_of_owner.get("/rules/").content.decode()


class TestAccess:
    @pytest.mark.parametrize("name", ["attacker", "target"])
    def test_a_stranger_to_a_warband_learns_nothing(
        self, other: Client, visitor: Client, browser_of_owner: Client, armed: Warband, name: str
    ) -> None:
        for query in (f"{name}={armed.pk}-1", f"{name}_warband={armed.pk}", f"{name}={armed.pk}-99"):
            for stranger in (other, visitor):
                assert stranger.get(f"{ODDS}?{query}").status_code == 404
                headers = {"HX-Request": "true", "HX-Target": "odds-answer"}
                assert stranger.get(f"{ODDS}?{query}", headers=headers).status_code == 404
            assert browser_of_owner.get(f"{ODDS}?{query}").status_code == 200
        assert "The Armed" not in read(other)
        assert "The Armed" in read(browser_of_owner)

    def test_a_figure_of_a_warband_that_was_not_chosen_is_not_looked_at(self, other: Client, armed: Warband) -> None:
        open_to_all = WarbandFactory.create(mustered=True, name="The Open", visibility=Visibility.PUBLIC)
        page = read(other, f"attacker_warband={open_to_all.pk}&attacker={armed.pk}-1")
        assert "The Open" in page
        assert "Gun" not in page

    def test_nobody_there(self, client: Client) -> None:
        assert client.get(f"{ODDS}?attacker=999-1").status_code == 404
        assert client.post(ODDS).status_code == 405


class TestWrongInput:
    @pytest.mark.parametrize(
        ("query", "field", "told"),
        [
            ("toughness=99", "toughness", "less than or equal to 30"),
            ("toughness=", "toughness", "required"),
            ("hit_points=x", "hit_points", "whole number"),
            ("shooting=7", "shooting", "less than or equal to 6"),
            ("weapon=catapult", "weapon", "does not have this weapon"),
            ("weapon=rifle&distance=31", "distance", "Rifle: the reach is 30 paces."),
            ("weapon=grenade&distance=9", "distance", "Grenade: the reach is 8 paces."),
            ("weapon=rifle&distance=nan", "distance", "Enter a number"),
            ("weapon=rifle&distance=-1", "distance", "greater than or equal to 0"),
            ("weapon=rifle&band=short&cover_medium=1", "cover_medium", "The target is nearer than that."),
            ("weapon=rifle&band=endless", "band", "endless"),
            ("weapon=bow&line=7", "line", "less than or equal to 6"),
            ("weapon=dagger&bucklers=3", "bucklers", "less than or equal to 2"),
            ("weapon=sword&second=halberd", "second", "halberd"),
            ("attacker=nobody", "attacker_warband", "Choose a warband from the list."),
        ],
    )
    def test_told_beside_the_field(self, client: Client, query: str, field: str, told: str) -> None:
        page = read(client, query)
        assert told in errors(page, field)
        assert verdict(page) == []
        assert "Correct the marked fields" in page
        assert 'aria-invalid="true"' in page

    def test_what_was_typed_is_kept(self, client: Client) -> None:
        """Numbers that this weapon has no field for wait for the next one; wrong ones stay in their field."""
        page = read(client, "weapon=dagger&distance=12&shooting=3&toughness=99")
        assert '<input type="hidden" name="distance" value="12">' in page
        assert '<input type="hidden" name="shooting" value="3">' in page
        assert 'name="toughness" value="99"' in page

    def test_nobody_of_that_number(self, browser_of_owner: Client, armed: Warband) -> None:
        assert "Nobody on the roster has that number" in errors(
            read(browser_of_owner, f"target={armed.pk}-99"), "target"
        )


class TestParts:
    def test_the_answer_alone(self, client: Client) -> None:
        """Typing replaces the answer, the errors and the bar; no field, so that nothing typed meanwhile is lost."""
        part = read(client, "weapon=rifle&toughness=99", **{"HX-Request": "true", "HX-Target": "odds-answer"})
        assert "<input" not in part
        assert "<html" not in part
        assert "less than or equal to 30" in errors(part, "toughness")
        assert 'id="error-of-toughness" hx-swap-oob="true"' in part
        assert 'id="odds-bar"' in part

    def test_the_address_says_what_matters(self, browser_of_owner: Client, armed: Warband) -> None:
        """The address kept in the browser leads whoever may read both to the same odds."""
        query = (
            f"attacker_warband={armed.pk}&attacker={armed.pk}-{ADA}&weapon=sword.dagger&charge=on&toughness=4"
            f"&weapons_of={armed.pk}-{ADA}&hit_points=1&distance=12&target_warband=&cover_short=0"
        )
        headers = {"HX-Request": "true", "HX-Target": "odds", "Accept-Language": "en"}
        response = browser_of_owner.get(f"{ODDS}?{query}", headers=headers)
        kept = urlsplit(response["HX-Replace-Url"])
        assert parse_qs(kept.query) == {
            "attacker": [f"{armed.pk}-{ADA}"], "weapon": ["sword.dagger"], "charge": ["on"], "toughness": ["4"]
        }  # fmt: skip
        assert verdict(read(browser_of_owner, kept.query)) == verdict(response.content.decode())


class TestMarkup:
    @pytest.mark.parametrize("query", ["", "weapon=sword", "weapon=bow", "weapon=grenade", "toughness=99"])
    def test_sound(self, client: Client, query: str) -> None:
        page = Page(read(client, query))
        assert not page.faults
        ids = [one["id"] for one in page.elements if one["id"]]
        assert len(ids) == len(set(ids))
        labelled = {one["for"] for one in page.elements if one.tag == "label"}
        fields = [one for one in page.elements if one.tag in ("input", "select") and one["type"] != "hidden"]
        inside = [one for one in fields if one.within("form") and "odds__form" in one.within("form")["class"]]  # type: ignore[index]
        assert len(inside) > 4
        assert {one["id"] for one in inside} <= labelled
        assert all(word in ids for one in inside for word in one["aria-describedby"].split())
        assert not [one for one in page.elements if "style" in one.attrs or one.tag == "style"]
        assert len([one for one in page.elements if one.tag == "h1"]) == 1

    def test_the_chart_has_a_name_and_its_numbers_a_table(self, client: Client) -> None:
        page = Page(read(client))
        drawn = next(one for one in page.elements if one.tag == "svg" and one["aria-labelledby"])
        assert drawn["role"] == "img"
        assert drawn["aria-labelledby"] in {one["id"] for one in page.elements}
        assert any(one.tag == "caption" for one in page.elements)
        assert all(one["scope"] for one in page.elements if one.tag == "th")

    def test_bars_are_as_high_as_their_chances(self) -> None:
        """The scale ends at 60 for a highest bar of half; the floor is at 172, the top at 18: 154 units."""
        drawn = chart([("hits", (0.5, 0.3, 0.2)), ("wounds", (0.45, 0.55, 0.0))])
        assert [line.text for line in drawn.lines] == ["15", "30", "45", "60"]
        heights = [float(bar.height) for bar in drawn.bars]
        assert heights == [pytest.approx(154 * chance / 0.6, abs=0.06) for chance in (0.5, 0.3, 0.2, 0.45, 0.55, 0.0)]
        assert all(float(bar.y) + float(bar.height) == pytest.approx(172, abs=0.11) for bar in drawn.bars)
        assert float(drawn.bars[-1].x) + float(drawn.bars[-1].width) <= 360

    def test_french(self, client: Client) -> None:
        page = read(client, "weapon=rifle&distance=12,5", **{"Accept-Language": "fr"})
        assert verdict(page)[0] == "25,0 %"
        assert not re.search(r'(?<![\w-])(?:x|y|width|height)="[^"]*,', page)


@pytest.mark.parametrize("visibility", [Visibility.CLUB, Visibility.PRIVATE])
def test_queries(
    browser_of_owner: Client, owner: Member, visibility: str, django_assert_max_num_queries: Callable[..., Any]
) -> None:
    ours = WarbandFactory.create(owner=owner, full=True, figures=10, visibility=visibility)
    theirs = WarbandFactory.create(full=True, figures=3)
    browser_of_owner.get("/about/")
    with django_assert_max_num_queries(10):
        read(browser_of_owner, f"attacker={ours.pk}-1&target={theirs.pk}-2")
