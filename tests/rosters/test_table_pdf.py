"""The page of rules for two warbands: what they need is there, nothing else is, and it fits."""

from __future__ import annotations

import io
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation
from PIL import Image
from pypdf import PdfReader

from club.models import Member
from club.paper import press
from club.paper.choices import PaperChoices
from club.visibility import Visibility
from engines.musg.entries import Buy, Hire
from engines.musg.ranks import Rank
from engines.musg.rules import Rules
from engines.musg.warband import Setup, Warband as Roster
from rosters.models import Warband
from rosters.operations import create_warband, take_step
from rosters.sheets import table
from tests.factories.club import MemberFactory
from tests.rosters.test_cards_pdf import HOSTILE, burdened, words
from tests.rosters.veterans import RICH, veteran

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner() -> Member:
    return MemberFactory.create(username="ann", display_name="Ann of Brie", language="en")


def armed(owner: Member, name: str, *items: str) -> Warband:
    """A human leader (strength 5, toughness 4: Musg, Race humaine) with these pieces, and everybody's dagger."""
    warband = create_warband(owner=owner, setup=Setup(race="human", name=name, rules=RICH))
    take_step(warband=warband, entry=Hire(rank=Rank.LEADER, race="human", name="Grok"), author=owner)
    for item in items:
        take_step(warband=warband, entry=Buy(item=item, figure=1), author=owner)
    return warband


def made(
    *rosters: Roster, language: str = "en", rules: Rules | None = None, modules: tuple[str, ...] = (), **wishes: Any
):  # type: ignore[no-untyped-def]
    choices = PaperChoices(language=language, **wishes)
    with translation.override(language):
        content = table.pdf(rosters, choices, rules=rules or rosters[0].rules, modules=modules)
    return content, laid_out(*rosters, language=language, rules=rules, modules=modules, **wishes)


def laid_out(
    *rosters: Roster, language: str = "en", rules: Rules | None = None, modules: tuple[str, ...] = (), **wishes: Any
):  # type: ignore[no-untyped-def]
    """What is handed to the typesetter, who is not asked."""
    with translation.override(language):
        choices = PaperChoices(language=language, **wishes)
        return table.data(rosters, choices, rules=rules or rosters[0].rules, modules=modules)


def unspaced(text: str) -> str:
    return "".join(text.split()).replace("-", "").replace("\xad", "").replace("\u2010", "")


def margins_are_white(page: bytes, ppi: int = 60) -> bool:
    """Ten millimetres at each side; the margin is eleven."""
    image = Image.open(io.BytesIO(page)).convert("L")
    side = round(10 / 25.4 * ppi)
    strips = ((0, 0, side, image.height), (image.width - side, 0, image.width, image.height))
    return all(float(str(image.crop(strip).getextrema()[0])) > 250 for strip in strips)


class TestPage:
    @pytest.mark.parametrize("language", ["en", "fr"])
    @pytest.mark.parametrize(("size", "most"), [("normal", 1), ("large", 2)])
    def test_one_page_or_two_in_large_print(self, owner: Member, language: str, size: str, most: int) -> None:
        rosters = veteran(owner, figures=16).roster, veteran(owner, name="Les Autres").roster
        content, data = made(*rosters, language=language, size=size)
        assert len(PdfReader(io.BytesIO(content)).pages) <= most
        said = unspaced(words(content))
        texts = [
            cell
            for key in ("ranged", "melee", "gear", "skills", "actions", "shooting")
            for row in data[key]
            for cell in row
        ]
        texts += [cell for row in data["reactions"] for cell in row]
        assert len(data["ranged"]) >= 5
        assert [text for text in texts if unspaced(text) not in said and text not in ("A B", "B A")] == []
        assert all(margins_are_white(page) for page in press.pages(table.TEMPLATE, data, ppi=60))

    @pytest.mark.parametrize("size", ["normal", "large"])
    def test_heavy_loads_and_hostile_names_stay_within_the_page(self, owner: Member, size: str) -> None:
        heavy = burdened(owner).roster
        other = create_warband(owner=owner, setup=Setup(race="elf", name=HOSTILE[0][:60], rules=RICH))
        take_step(warband=other, entry=Hire(rank=Rank.LEADER, race="elf", name=HOSTILE[1]), author=owner)
        content, data = made(heavy, other.roster, size=size)
        assert unspaced(other.roster.name) in unspaced(words(content))
        assert len(PdfReader(io.BytesIO(content)).pages) <= (2 if size == "large" else 1)
        assert all(margins_are_white(page) for page in press.pages(table.TEMPLATE, data, ppi=60))

    @pytest.mark.parametrize("name", ["שלום مرحبا", "龍 🐉 Ёж 😀", "Zoé l’Œil #let x = 1"])
    def test_names_in_other_letters(self, owner: Member, name: str) -> None:
        content, _data = made(armed(owner, "Owls").roster, armed(owner, name).roster)
        assert content.startswith(b"%PDF")

    def test_can_be_read_aloud(self, owner: Member) -> None:
        content, _data = made(veteran(owner).roster, veteran(owner, name="Les Autres").roster, language="fr")
        reader = PdfReader(io.BytesIO(content))
        root: Any = reader.trailer["/Root"]
        assert root["/Lang"] == "fr"
        assert "/StructTreeRoot" in root
        assert b"<pdfuaid:part>1</pdfuaid:part>" in root["/Metadata"].get_object().get_data()
        assert reader.metadata
        assert "Les Autres" in (reader.metadata.title or "")


class TestWhatIsOnIt:
    def test_only_what_is_carried(self, owner: Member) -> None:
        data = laid_out(armed(owner, "Owls", "rifle").roster, armed(owner, "Rams", "sword", "shield").roster)
        assert [(row[0], row[1]) for row in data["ranged"]] == [("Rifle", "A")]
        assert [(row[0], row[1]) for row in data["melee"]] == [("Dagger", "A B"), ("Sword", "B")]
        assert [(row[0], row[1]) for row in data["gear"]] == [("Shield", "B")]
        assert not [row for row in data["actions"] if row[0].startswith("Medikit")]

    def test_a_medikit_is_an_action(self, owner: Member) -> None:
        """One action point (ruling M40)."""
        data = laid_out(armed(owner, "Owls", "medikit").roster, armed(owner, "Rams").roster)
        assert [row[1] for row in data["actions"] if row[0].startswith("Medikit")] == ["1"]

    def test_costs_as_printed(self, owner: Member) -> None:
        """Musg, Actions Actives: walk 1, run 2, shoot 1, slow or heavy weapons 2, charge 1, strike 1."""
        data = laid_out(armed(owner, "Owls", "rifle", "bazooka").roster, armed(owner, "Rams").roster)
        assert [row[:2] for row in data["actions"]] == [
            ["Walk", "1"],
            ["Run", "2"],
            ["Shoot", "1"],
            ["Shoot", "2"],
            ["Charge", "1"],
            ["Strike", "1"],
            ["Break off", "1 +"],
        ]

    def test_cover_and_range_as_printed(self, owner: Member) -> None:
        """Musg, Jet de couvert: 3+, 4+, 5+ by range; short range +1 to the die, long range −1 (Tableau des armes)."""
        data = laid_out(armed(owner, "Owls", "rifle").roster, armed(owner, "Rams").roster)
        assert [row[1:] for row in data["shooting"][:3]] == [["+1", "cover 3+"], ["0", "cover 4+"], ["−1", "cover 5+"]]

    def test_no_guns_no_table_of_ranges(self, owner: Member) -> None:
        data = laid_out(armed(owner, "Owls", "sword").roster, armed(owner, "Rams").roster)
        assert data["shooting"] == []
        assert "Shoot" not in [row[0] for row in data["actions"]]

    def test_reactions_are_those_of_the_campaign(self, owner: Member) -> None:
        rosters = armed(owner, "Owls").roster, armed(owner, "Rams").roster
        off = Rules(nerve_to_charge=False, receive_charge=False, first_sight=False, under_fire=False)
        names = [row[0] for row in laid_out(*rosters, rules=off)["reactions"]]
        assert names == ["Look out, boss!", "Rout, at the end of a turn"] or names == ["Rout, at the end of a turn"]
        every = [row[0] for row in laid_out(*rosters, rules=Rules())["reactions"]]
        assert every[:4] == ["Nerve to charge", "Receiving a charge", "Sighting the enemy", "Under fire"]
        one_die = laid_out(*rosters, rules=Rules(under_fire_one_die=True))["reactions"]
        assert "1d6" in dict(map(tuple, one_die))["Under fire"]

    def test_damage_between_two_leaders(self, owner: Member) -> None:
        """S 5 and T 4 with a dagger (+1): strength 6, 7 after a charge; leaders are equals and shake nobody (M139)."""
        data = laid_out(armed(owner, "Rams").roster, armed(owner, "Elks").roster)
        first, second = data["damage"]
        assert (first["title"], second["title"]) == ("A → B", "B → A")
        assert first["strengths"] == [6, 7]
        assert first["rows"] == [[4, "3+", "3+"]]

    def test_zombies_are_met_where_they_come(self, owner: Member) -> None:
        """Two attacks of strength 3, toughness 3 (Musg, Profil des zombies); they charge nobody (M194)."""
        rosters = armed(owner, "Owls").roster, armed(owner, "Rams").roster
        data = laid_out(*rosters, modules=("zombies",))
        assert [band[1] for band in data["bands"]] == ["Owls", "Rams", "Zombie"]
        assert data["damage"][-1]["strengths"] == [3]
        assert 3 in [row[0] for row in data["damage"][0]["rows"]]

    def test_who_misses_the_battle_is_not_met(self, owner: Member) -> None:
        warband = veteran(owner, battles=0)
        carried = {row[0] for row in laid_out(warband.roster, warband.roster)["ranged"]}
        assert "Bazooka" in carried


class TestAccess:
    def test_both_must_be_readable(self, client: Client, owner: Member) -> None:
        mine, other = armed(owner, "Owls"), armed(MemberFactory.create(username="bob"), "Secret")
        Warband.objects.filter(pk=other.pk).update(visibility=Visibility.PRIVATE)
        client.force_login(owner)
        assert client.get(reverse("rosters:table_pdf", args=[mine.pk, other.pk])).status_code == 404
        assert client.get(reverse("rosters:table_pdf", args=[other.pk, mine.pk])).status_code == 404
        Warband.objects.filter(pk=other.pk).update(visibility=Visibility.CLUB)
        answer = client.get(reverse("rosters:table_pdf", args=[mine.pk, other.pk]))
        assert answer["Content-Type"] == "application/pdf"

    def test_two_are_chosen_on_the_page(self, client: Client, owner: Member) -> None:
        mine, rams = armed(owner, "Owls"), armed(owner, "Rams")
        hidden = armed(MemberFactory.create(username="bob"), "Secret")
        Warband.objects.filter(pk=hidden.pk).update(visibility=Visibility.PRIVATE)
        client.force_login(owner)
        page = client.get(reverse("rosters:paper"))
        assert "Rams" in page.content.decode()
        assert hidden.name not in page.content.decode()
        address = f"{reverse('rosters:paper')}?warband={mine.pk}&warband="
        assert client.get(f"{address}{rams.pk}")["Location"] == reverse("rosters:table_pdf", args=[mine.pk, rams.pk])
        same = client.get(f"{address}{mine.pk}")
        assert same.status_code == 422
        assert "Choose two different warbands." in same.content.decode()
        assert client.get(f"{address}nonsense").status_code == 422
