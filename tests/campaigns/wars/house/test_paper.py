"""What a pack calls its things stands on paper and on pictures, in whatever script; a drawn warband is of its race."""

from __future__ import annotations

import io
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import escape
from pypdf import PdfReader

from campaigns.wars.battles import operations as schedule
from campaigns.wars.enlistment.operations import muster_for
from campaigns.wars.house.operations import adopt
from engines.core.dice import Dice
from engines.musg.entries import Buy, Hire, Muster
from engines.musg.levy import Style, draw
from engines.musg.packs import House
from engines.musg.ranks import Rank
from rosters.models import Warband
from rosters.operations import take_steps
from tests.engines.musg.packs.documents import FEN
from tests.factories.campaigns import campaign, join
from tests.factories.club import MemberFactory
from tests.factories.packs import published

pytestmark = pytest.mark.django_db

SCRIPTS = ("Ζωή & Пётр <b>", "שלום مرحبا", "नमस्ते ไทย", "こんにちは 안녕")


def band_of(name: str) -> Warband:
    """A warband of a race, with a weapon, that are called so in both languages."""
    referee = MemberFactory.create()
    words: dict[str, Any] = {
        "races": {"fenman": {**FEN["races"]["fenman"], "name": name}},
        "melee": {"eel_spear": {**FEN["melee"]["eel_spear"], "name": f"{name} 2"}},
    }
    version = published(referee, **words)
    border = campaign(referee)
    adopt(campaign=border, house=House(packs=(version.value,)), author=referee, version=border.version)
    player = join(border)
    band = muster_for(campaign=border, owner=player, name="The Reeds", race="fenman")
    hires = [Hire(rank=rank, race="fenman", name=rank) for rank in (Rank.LEADER, Rank.HENCHMAN)]
    take_steps(warband=band, entries=[*hires, Buy(item="eel_spear", figure=2), Muster()], author=player)
    other = muster_for(campaign=border, owner=join(border), name="The Others", race="fenman")
    take_steps(warband=other, entries=[*hires, Muster()], author=other.owner)
    schedule.schedule_battle(campaign=border, warbands=[band, other], plan=schedule.Plan(title="Dawn"))
    return band


@pytest.mark.parametrize("name", SCRIPTS)
def test_names_of_every_script_are_printed_and_shown(client: Client, name: str) -> None:
    band = band_of(name)
    client.force_login(band.owner)
    for address in ("sheet_pdf", "cards_pdf"):
        answer = client.get(reverse(f"rosters:{address}", args=[band.pk]))
        assert answer.status_code == 200
        content = b"".join(answer.streaming_content) if answer.streaming else answer.content
        assert len(PdfReader(io.BytesIO(content)).pages) >= 1
    for address in ("roster", "sheet", "shop", "journal"):
        answer = client.get(reverse(f"rosters:{address}", args=[band.pk]))
        assert answer.status_code == 200
        page = answer.content.decode()
        assert escape(name) in page or address == "journal"
        assert name not in page or escape(name) == name
    export = client.get(reverse("rosters:export", args=[band.pk]))
    assert export.status_code == 200
    assert "fenman" in export.content.decode()


def test_what_a_pack_lays_out_with_a_template_has_one_on_paper(client: Client) -> None:
    """The eel bomb covers 4 paces, as nothing of the rulebook does (3 and 5)."""
    referee = MemberFactory.create()
    border = campaign(referee)
    client.force_login(referee)
    page, file = reverse("campaigns:house", args=[border.slug]), "campaigns:house_templates"
    assert "templates-inch.pdf" not in client.get(page).content.decode()
    bomb = {**FEN["ranged"]["blowpipe"], "name": "Eel bomb", "template": "blast", "targets": False, "radius": 4}
    version = published(referee, ranged={"eel_bomb": bomb})
    adopt(campaign=border, house=House(packs=(version.value,)), author=referee, version=border.version)
    assert f'href="{reverse(file, args=[border.slug, "inch"])}"' in client.get(page).content.decode()
    answer = client.get(reverse(file, args=[border.slug, "inch"]), {"language": "en"})
    text = " ".join(page.extract_text() for page in PdfReader(io.BytesIO(answer.content)).pages)
    assert "Eel bomb" in text
    assert client.get(reverse(file, args=[border.slug, "furlong"])).status_code == 404


def test_a_warband_of_the_race_is_drawn() -> None:
    band = band_of("Fenman")
    player = join(band.enlistment.campaign)
    young = muster_for(campaign=band.enlistment.campaign, owner=player, name="The Young", race="fenman")
    take_steps(warband=young, entries=list(draw(young.roster, Style.BRAWLERS, Dice.of(3))), author=player)
    assert {figure.race for figure in young.roster.active} <= {"fenman", "goblin"}
    assert young.roster.leader is not None
