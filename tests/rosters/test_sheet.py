"""The printed sheet: all a player needs at the table, and nothing of the site."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import translation

from club.models import Member
from club.visibility import Visibility
from engines.musg.entries import Buy, Dismiss, Hire, Rename
from engines.musg.ranks import Rank
from engines.musg.warband import Setup
from rosters.models import Warband
from rosters.operations import create_warband, take_step, undo_last
from rosters.sheets.page import sheet
from tests.factories.battles import warband as mustered
from tests.factories.club import MemberFactory
from tests.rosters.veterans import veteran
from tests.web.html import unspaced

pytestmark = pytest.mark.django_db
Queries = Callable[[int], AbstractContextManager[Any]]


@pytest.fixture
def owner() -> Member:
    return MemberFactory.create(username="ann", display_name="Ann of Brie", language="en")


@pytest.fixture
def desk(client: Client, owner: Member) -> Client:
    client.force_login(owner)
    return client


def address(warband: Warband, at: object = None) -> str:
    return reverse("rosters:sheet", args=[warband.pk]) + ("" if at is None else f"?at={at}")


def read(client: Client, warband: Warband, at: object = None) -> str:
    response = client.get(address(warband, at))
    assert response.status_code == 200
    return response.content.decode()


def figure_of(page: str, name: str) -> str:
    """The part of the page about one figure."""
    return next(part for part in unspaced(page).split('<section class="figure">') if f"<h2>{name}</h2>" in part)


class TestContents:
    def test_the_head(self, desk: Client, owner: Member) -> None:
        warband = veteran(owner)
        page = read(desk, warband)
        facts = dict(re.findall(r"<dt>([^<]+)</dt><dd>([^<]*)</dd>", page))
        roster = warband.roster
        assert "<h1>Les Écorcheurs</h1>" in page
        assert facts["Race"] == "Humans"
        assert facts["Player"] == "Ann of Brie"
        assert facts["Warband value"] == str(roster.value)
        assert facts["Treasury"] == str(roster.treasury)
        assert (facts["Battles"], facts["Won – drawn – lost"]) == ("2", "2 – 0 – 0")
        assert facts["Victory points"] == str(roster.record.victory_points)

    def test_every_active_figure_once_leader_first(self, desk: Client, owner: Member) -> None:
        warband = veteran(owner)
        names = re.findall(r"<h2>([^<]+)</h2>", read(desk, warband))
        active = [figure.name for figure in warband.roster.active]
        assert sorted(names[: len(active)]) == sorted(active)
        assert names[0] == "Aliénor"

    def test_the_profile_shows_the_printed_value_where_it_differs(self, desk: Client, owner: Member) -> None:
        """A human leader has toughness 4; heavy armour adds 2 (Musg, Tableau des équipements)."""
        warband = mustered(owner, "Owls")
        take_step(warband=warband, entry=Buy(item="heavy_armour", figure=1), author=owner)
        cells = re.findall(r"<td>(.*?)</td>", figure_of(read(desk, warband), "O Leader"))[:7]
        assert cells == ["9", "11", "2+", "3+", "5", "6<small>(4)</small>", "6"]

    def test_weapons_with_their_numbers_in_this_hand(self, desk: Client, owner: Member) -> None:
        """A human leader's strength is 5: a sword strikes with 2 dice and strength 5 + 2; a rifle keeps its own 4."""
        warband = mustered(owner, "Owls")
        for item in ("sword", "rifle", "grenade"):
            take_step(warband=warband, entry=Buy(item=item, figure=1), author=owner)
        block = figure_of(read(desk, warband), "O Leader")
        sword = re.search(r"Sword</th><td>1</td><td>2</td><td>7</td>", block)
        rifle = re.search(r"Rifle</th><td>10 / 20 / 30</td><td>4</td><td>1</td><td>fast</td><td>1</td>", block)
        assert sword is not None
        assert rifle is not None
        assert "blast, radius 5" in block

    def test_boxes_to_tick(self, desk: Client, owner: Member) -> None:
        """Every fifth box is grey (ruling M243); a leader has 40 and 6 hit points, a henchman 15 and 3."""
        warband = veteran(owner)
        leader = warband.roster.leader
        assert leader is not None
        assert 0 < leader.experience < 40
        block = figure_of(read(desk, warband), leader.name)
        boxes = re.findall(r'class="(box[^"]*)"', block.partition('class="boxes"')[2])
        assert len(boxes) == 40
        assert [number for number, box in enumerate(boxes, 1) if "box--grey" in box] == list(range(5, 41, 5))
        assert sum("box--ticked" in box for box in boxes) == leader.experience
        wounds = block.partition('class="wounds"')[2].partition("</dd>")[0]
        assert wounds.count('class="box"') == 6

    def test_skills_and_injuries_say_what_they_do(self, desk: Client, owner: Member) -> None:
        warband = veteran(owner, battles=3)
        page = read(desk, warband)
        learned = next(f for f in warband.roster.active if "sharp_eye" in f.skills)
        assert "<strong>Sharp eye</strong>: Sh improved by 1 (2+ at best)." in figure_of(page, learned.name)

    def test_mercenaries_have_no_experience_boxes_but_a_fee(self, desk: Client, owner: Member) -> None:
        """Ruling M239; Musg, Mercenaires: 50 to engage, 30 for each battle."""
        warband = mustered(owner, "Owls", mercenary="orc_hunter")
        block = figure_of(read(desk, warband), "O Mercenary")
        assert 'class="boxes"' not in block
        assert "50 points to engage, 30 for each battle. The next battle is paid." in block

    def test_space_for_notes(self, desk: Client, owner: Member) -> None:
        warband = mustered(owner, "Owls")
        page = read(desk, warband)
        assert page.count('class="notes__line"') == 2 * warband.figures

    def test_stash_and_graveyard(self, desk: Client, owner: Member) -> None:
        warband = mustered(owner, "Owls", henchmen=3)
        for _ in range(2):
            take_step(warband=warband, entry=Buy(item="medikit"), author=owner)
        take_step(warband=warband, entry=Dismiss(figure=5), author=owner)
        rest = read(desk, warband).partition('class="sheet__rest"')[2]
        assert "2 × Medikit" in rest
        assert "O Henchman 3</strong>, Henchman · Humans, left the warband" in rest

    def test_an_empty_warband(self, desk: Client, owner: Member) -> None:
        warband = create_warband(owner=owner, setup=Setup(race="orc", name="Nobody"))
        assert "Nobody is on the roster." in read(desk, warband)

    def test_what_players_type_is_text(self, desk: Client, owner: Member) -> None:
        warband = create_warband(owner=owner, setup=Setup(race="orc", name="<b>Bold</b> & Co"))
        take_step(warband=warband, entry=Hire(rank=Rank.LEADER, race="orc", name="<i>x</i>"), author=owner)
        page = read(desk, warband)
        assert "&lt;b&gt;Bold&lt;/b&gt; &amp; Co" in page
        assert "<i>x</i>" not in page

    def test_in_french(self, desk: Client, owner: Member) -> None:
        warband = mustered(owner, "Owls")
        owner.language = "fr"
        owner.save()
        page = read(desk, warband)
        assert '<html lang="fr"' in page
        assert "Chef · Race humaine" in page


class TestThePage:
    def test_nothing_of_the_site_on_it(self, desk: Client, owner: Member) -> None:
        page = read(desk, mustered(owner, "Owls"))
        for furniture in ("site-header", "site-footer", "messages", "skip-link", "htmx"):
            assert furniture not in page
        assert page.count("<h1>") == 1

    def test_print_rules(self) -> None:
        """Figures stay whole, greys are printed, the bar is not."""
        css = settings.BASE_DIR / "static/css/rosters"
        style = (css / "sheet_figure.css").read_text() + (css / "sheet.css").read_text()
        paper = style.partition("@layer print")[2]
        assert "size: A4" in paper
        assert re.search(r"\.sheet-bar \{\s+display: none", paper)
        assert re.search(r"\.figure \{[^}]*break-inside: avoid", style)
        assert re.search(r"\.box--grey \{[^}]*print-color-adjust: exact", style)

    def test_no_more_queries_for_more_figures(
        self, desk: Client, owner: Member, django_assert_num_queries: Queries, django_assert_max_num_queries: Queries
    ) -> None:
        small, large = veteran(owner, figures=3, battles=0), veteran(owner, figures=16, battles=2)
        counts = []
        for warband in (small, large):
            with django_assert_max_num_queries(10) as queries:
                desk.get(address(warband))
            counts.append(len(queries))
            with django_assert_max_num_queries(10):
                desk.get(address(warband, warband.version))
        assert counts[0] == counts[1]


class TestAsOf:
    def test_the_state_after_an_entry(self, desk: Client, owner: Member) -> None:
        warband = mustered(owner, "Owls")
        before = warband.version
        take_step(warband=warband, entry=Rename(figure=1, name="Renamed"), author=owner)
        assert "<h2>O Leader</h2>" in read(desk, warband, before)
        assert f"As of journal entry {before}" in read(desk, warband, before)
        assert "<h2>Renamed</h2>" in read(desk, warband, warband.version)
        assert f"sheet.pdf?at={before}" in read(desk, warband, before)
        assert "As of journal entry" not in read(desk, warband)

    @pytest.mark.parametrize("at", ["0", "999", "-1", "x", "", "9" * 40, "1.5"])
    def test_no_such_entry(self, desk: Client, owner: Member, at: str) -> None:
        assert desk.get(address(mustered(owner, "Owls"), at)).status_code == 404

    def test_an_undone_entry_is_no_moment(self, desk: Client, owner: Member) -> None:
        warband = mustered(owner, "Owls")
        row = take_step(warband=warband, entry=Rename(figure=1, name="Renamed"), author=owner)
        undo_last(warband=warband, author=owner)
        assert desk.get(address(warband, row.number)).status_code == 404


class TestAccess:
    def test_readers_only(self, client: Client, owner: Member) -> None:
        public = mustered(owner, "Owls", visibility=Visibility.PUBLIC)
        club = mustered(owner, "Rams")
        assert client.get(address(public)).status_code == 200
        assert client.get(address(club)).status_code == 404
        assert client.post(address(public)).status_code == 405

    def test_a_hidden_owner_is_not_named_to_visitors(self, client: Client, owner: Member) -> None:
        owner.hidden = True
        owner.save()
        page = read(client, mustered(owner, "Owls", visibility=Visibility.PUBLIC))
        assert "Ann of Brie" not in page


def test_the_sheet_does_not_depend_on_who_looked_before(owner: Member) -> None:
    """Cards are worked out once; each language has its own."""
    warband = veteran(owner)
    with translation.override("fr"):
        french = sheet(warband.roster, owner="x").blocks
    with translation.override("en"):
        english = sheet(warband.roster, owner="x").blocks
    assert french != english
    assert french[0].card.name == "Aliénor"
    with translation.override("fr"):
        assert sheet(warband.roster, owner="x").blocks == french
