"""Whoever brings another catalogue than the rulebook's finds its names on every page, and its things in every list."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override
from msgspec.structs import replace

from club.models import Member
from club.paper.choices import PaperChoices
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.entries import AnyEntry, Award, Buy, Engage, Hire, Injure, Muster, Teach
from engines.musg.packs import House
from engines.musg.ranks import Rank
from engines.musg.warband import Setup
from rosters.emblems import emblem
from rosters.levy import Start, Wanted, found
from rosters.models import Warband
from rosters.operations import create_warband
from rosters.sheets import cards, pdf, table
from rosters.sheets.page import sheet
from tests.clients import client_of
from tests.factories.brought import BARK, HERMIT, LIMP, RACE, ROOTED, SLING, THORN, assert_told, bring, seen
from tests.factories.club import MemberFactory
from tests.factories.rosters import ROOMY
from tests.web.html import Page

pytestmark = pytest.mark.django_db
LEADER, LIEUTENANT, HENCHMAN, MERCENARY = 1, 2, 3, 4


@pytest.fixture(autouse=True)
def house(monkeypatch: pytest.MonkeyPatch) -> None:
    bring(monkeypatch)


@pytest.fixture
def owner() -> Member:
    return MemberFactory.create(username="ann")


def steps() -> list[AnyEntry]:
    return [
        Hire(rank=Rank.LEADER, race=RACE, name="Ada"),
        Hire(rank=Rank.LIEUTENANT, race=RACE, name="Bo"),
        Hire(rank=Rank.HENCHMAN, race=RACE, name="Cid"),
        Engage(mercenary=HERMIT, name="Dru"),
        Buy(item=SLING, figure=LEADER),
        Buy(item=BARK, figure=LEADER),
        Buy(item=THORN, figure=HENCHMAN),
        Buy(item=THORN),
    ]


def grown() -> list[AnyEntry]:
    """A skill, an injury, and a skill to choose for the fifth box (Musg, Gagner de l'expérience)."""
    return [
        Teach(figure=LIEUTENANT, skill=ROOTED, reason="a gift"),
        Injure(figure=LIEUTENANT, injury=LIMP, reason="a fall"),
        Award(figure=LEADER, points=5, reason="a feat"),
    ]


@pytest.fixture
def warband(owner: Member) -> Warband:
    entries = [*steps(), Muster(), *grown()]
    return create_warband(owner=owner, setup=Setup(RACE, "The Moss", ROOMY), entries=entries)


@pytest.fixture
def draft(owner: Member) -> Warband:
    return create_warband(owner=owner, setup=Setup(RACE, "The Draft", ROOMY), entries=steps())


def page(owner: Member, language: str, address: str) -> str:
    answer = client_of(owner, language).get(address)
    assert answer.status_code == 200, address
    return seen(answer.content.decode())


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize(
    ("name", "more", "told"),
    [
        ("roster", "", (RACE, SLING, BARK, THORN, ROOTED, LIMP, HERMIT)),
        ("journal", "", (SLING, BARK, THORN, ROOTED, LIMP, HERMIT)),
        ("shop", "", (SLING, BARK, THORN)),
        ("shop", "?who=3&kind=melee", (THORN,)),
        ("hire", "", (RACE, HERMIT)),
        ("sheet", "", (RACE, SLING, BARK, THORN, ROOTED, LIMP, HERMIT)),
        ("copy", "", ()),
    ],
)
def test_pages_of_a_warband(
    warband: Warband, owner: Member, language: str, name: str, more: str, told: tuple[str, ...]
) -> None:
    said = page(owner, language, reverse(f"rosters:{name}", args=[warband.pk]) + more)
    assert_told(said, language, *told)


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize(
    ("number", "told"),
    [(LEADER, (RACE, SLING, BARK, ROOTED)), (LIEUTENANT, (RACE, ROOTED, LIMP)), (MERCENARY, (HERMIT,))],
)
def test_pages_of_a_figure(warband: Warband, owner: Member, language: str, number: int, told: tuple[str, ...]) -> None:
    """The leader may choose a skill: the one that was brought is offered."""
    said = page(owner, language, reverse("rosters:figure", args=[warband.pk, number]))
    assert_told(said, language, *told)


@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_muster_offers_what_was_brought(draft: Warband, owner: Member, language: str) -> None:
    said = page(owner, language, reverse("rosters:builder", args=[draft.pk]))
    assert_told(said, language, RACE, SLING, BARK, THORN, HERMIT)


@pytest.mark.parametrize("language", ["fr", "en"])
def test_lists_search_and_odds(warband: Warband, owner: Member, language: str) -> None:
    for address, told in (
        (reverse("rosters:list"), (RACE,)),
        (reverse("rosters:new"), (RACE,)),
        ("/", (RACE,)),
        (reverse("club:search") + "?q=Moss", (RACE,)),
        (reverse("rosters:odds") + f"?attacker={warband.pk}-{LEADER}&target={warband.pk}-{LIEUTENANT}", (SLING,)),
        (reverse("rosters:odds") + f"?attacker={warband.pk}-{HENCHMAN}&target={warband.pk}-{LEADER}", (THORN, BARK)),
    ):
        assert_told(page(owner, language, address), language, *told)


def texts(told: object) -> list[str]:
    if isinstance(told, str):
        return [told]
    if isinstance(told, dict):
        return [text for value in told.values() for text in texts(value)]
    return [text for value in told for text in texts(value)] if isinstance(told, list | tuple) else []


@pytest.mark.parametrize("language", ["fr", "en"])
def test_what_is_handed_to_the_typesetter(warband: Warband, language: str) -> None:
    with override(language):
        laid_out = sheet(warband.roster, owner="", choices=PaperChoices(language=language))
        two = table.data([warband.roster] * 2, PaperChoices(language=language), rules=warband.roster.rules)
        handed: list[tuple[dict[str, Any], tuple[str, ...]]] = [
            (pdf.data(laid_out), (RACE, SLING, BARK, THORN, ROOTED, LIMP, HERMIT)),
            (cards.data(laid_out), (RACE, SLING, BARK, THORN, ROOTED, LIMP, HERMIT)),
            (two, (SLING, BARK, THORN, ROOTED)),
        ]
    for told, codes in handed:
        assert_told(" ".join(texts(told)), language, *codes)


@pytest.mark.parametrize("language", ["fr", "en"])
def test_what_is_said_when_something_is_done(draft: Warband, owner: Member, language: str) -> None:
    """A purchase, a purchase that the rules forbid, and one returned."""
    browser = client_of(owner, language)
    shop = reverse("rosters:shop", args=[draft.pk])

    def bought(item: str, *who: int) -> str:
        draft.refresh_from_db()
        data = {"item": item, "version": draft.version}
        address = shop + ("?" + "&".join(f"who={number}" for number in who) if who else "")
        return seen(browser.post(address, data, follow=True).content.decode())

    assert_told(bought(SLING, LIEUTENANT), language, SLING)
    assert_told(bought(BARK, LEADER), language, BARK)
    assert_told(bought(THORN, LEADER, LIEUTENANT), language, THORN)
    undone = browser.post(reverse("rosters:undo", args=[draft.pk]), {"version": draft.version}, follow=True)
    assert_told(seen(undone.content.decode()), language, THORN)


def test_the_dice_may_draw_a_warband_of_a_race_that_was_brought(owner: Member) -> None:
    wanted = Wanted(race=RACE, name="", rules=ROOMY, start=Start.SHOOTERS)
    made = found(owner=owner, wanted=wanted, visibility="club")
    assert made.race == RACE
    assert made.roster.active


def test_a_race_of_which_there_is_no_drawing_bears_a_plain_shield(client: Client, warband: Warband) -> None:
    """On paper and on screen: a page that names a drawing that is not there shows a hole."""
    assert emblem(RACE) == emblem("generic") != emblem("human")
    assert emblem("") == ""
    client.force_login(warband.owner)
    for address in (warband.get_absolute_url(), reverse("rosters:figure", args=[warband.pk, 1])):
        page = client.get(address).content.decode()
        assert re.search(r'races[^"]*#generic"', page), address
        assert f"#{RACE}" not in page


def test_visitors_read_its_names_too(warband: Warband) -> None:
    Warband.objects.filter(pk=warband.pk).update(visibility="public")
    answer = Client(headers={"accept-language": "en"}).get(reverse("rosters:roster", args=[warband.pk]))
    assert_told(seen(answer.content.decode()), "en", RACE, SLING, HERMIT)


@pytest.mark.parametrize("language", ["fr", "en"])
def test_what_the_campaign_leaves_out_is_not_offered(
    owner: Member, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What stands beside it still is."""
    monkeypatch.undo()
    without = ("sword", "light_armour", "elf_sniper")
    setup = Setup("human", "The Few", replace(ROOMY, house=House(without=without)))
    few = create_warband(owner=owner, setup=setup, entries=[Hire(rank=Rank.LEADER, race="human", name="Ada")])
    offered = (
        (reverse("rosters:shop", args=[few.pk]), CATALOGUE.items["sword"].name, CATALOGUE.items["axe"].name),
        (reverse("rosters:shop", args=[few.pk]), CATALOGUE.items["light_armour"].name, CATALOGUE.items["shield"].name),
        (
            reverse("rosters:hire", args=[few.pk]),
            CATALOGUE.mercenaries["elf_sniper"].name,
            CATALOGUE.mercenaries["troll_bodyguard"].name,
        ),
    )
    for address, left_out, stays in offered:
        pieces = [piece.strip().casefold() for piece in Page(read(owner, language, address)).texts()]
        assert left_out.in_language(language).casefold() not in pieces
        assert stays.in_language(language).casefold() in pieces


def read(owner: Member, language: str, address: str) -> str:
    return client_of(owner, language).get(address).content.decode()
