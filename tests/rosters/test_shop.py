"""The shop: what is looked for is shown as it stands to who would get it; purchases, questions, returns."""

from __future__ import annotations

import gzip
import re
from typing import Any

import pytest
from django.http import HttpResponse, QueryDict
from django.test import Client
from django.utils.translation import override

from club.models import Member
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.entries import Buy
from rosters.models import Warband
from rosters.operations import take_steps
from rosters.shop.shelf import Ware, stock
from rosters.shop.wish import Wish
from tests.factories.rosters import WarbandFactory, lost_battle

pytestmark = pytest.mark.django_db

HTMX = {"hx-request": "true"}
WEIGHT_MOST = 15_000


def buy(client: Client, warband: Warband, item: str, *who: int, query: str = "", **data: Any) -> HttpResponse:
    warband.refresh_from_db()
    sent = {"version": warband.version, "item": item, "who": who, "quantity": 1, **data}
    return client.post(f"/warbands/{warband.pk}/shop/{query}", sent)


def carried(warband: Warband, number: int) -> list[str]:
    warband.refresh_from_db()
    figure = warband.roster.figure(number)
    assert figure is not None
    return [item.code for item in figure.items]


def wares(warband: Warband, query: str = "") -> dict[str, Ware]:
    with override("en"):
        found = stock(warband.roster, Wish.read(QueryDict(query), warband.roster))
    return {ware.code: ware for shelf in found.shelves for ware in shelf.wares}


# Looking


def test_everything_is_for_sale(warband: Warband) -> None:
    assert wares(warband).keys() == CATALOGUE.items.keys() - {"poison"}, "a primitive tribe's (ruling M312)"


def test_the_kinds_share_the_catalogue_out(warband: Warband) -> None:
    kinds = [wares(warband, f"kind={kind}").keys() for kind in ("ranged", "melee", "armour", "other")]
    assert sum(len(codes) for codes in kinds) == len(CATALOGUE.items) - 1
    assert kinds[2] == {"light_armour", "heavy_armour", "shield", "buckler"}


@pytest.mark.parametrize("words", ["épée laser", "EPEE LASER", "laser sw"])
def test_a_ware_is_found_by_its_name_in_either_language(warband: Warband, words: str) -> None:
    assert wares(warband, f"q={words}").keys() == {"laser_sword"}


def test_a_weapon_shows_its_strength_in_the_figures_hands(warband: Warband) -> None:
    """Musg, Profils: human henchmen have strength 3. Musg, Armes de corps à corps: a sword adds 2."""
    bo = warband.roster.figure(2)
    assert bo is not None
    own, added = bo.profile(CATALOGUE).strength, CATALOGUE.melee["sword"].force.own
    assert ("Str.", "Strength of a hit", str(own + added)) in wares(warband, "who=2")["sword"].facts
    assert ("Str.", "Strength of a hit", f"+{added}") in wares(warband)["sword"].facts


def test_a_ware_is_told_in_a_line(warband: Warband) -> None:
    """Musg, Armes de tir, Armes de corps à corps, Équipement: the printed rows; human henchmen have strength 3."""
    printed, held = wares(warband), wares(warband, "who=2")
    assert (printed["bow"].brief, printed["sword"].brief) == ("10/20/30 S3", "2d S+2")
    assert held["sword"].brief == "2d S5"
    assert printed["flamethrower"].brief == "S8 · Flame template"
    assert printed["light_armour"].brief == "T +1"


def test_armour_says_what_it_changes_in_the_profile(warband: Warband, owner: Member) -> None:
    """Musg, Tableau des équipements: light armour, R +1, heavy armour R +2; human henchmen have R 3, leaders 4."""
    ada, bo = (warband.roster.figure(number) for number in (1, 2))
    assert ada
    assert bo
    effects = wares(warband, "who=1&who=2")["heavy_armour"].effects
    shown = {effect.names: [(shift.short, shift.before, shift.after) for shift in effect.shifts] for effect in effects}
    before = {figure.name: figure.profile(CATALOGUE).toughness for figure in (ada, bo)}
    if before["Ada"] == before["Bo"]:
        assert shown == {"Ada, Bo": [("T", str(before["Bo"]), str(before["Bo"] + 2))]}
    else:
        assert shown == {name: [("T", str(value), str(value + 2))] for name, value in before.items()}


def test_what_changes_nothing_says_so(warband: Warband, owner: Member) -> None:
    """Ruling M124: of two sights one counts."""
    take_steps(warband=warband, entries=[Buy(item="sight", figure=2)], author=owner)
    ware = wares(warband, "who=2")["sight"]
    assert ware.carried == 1
    assert [effect.shifts for effect in ware.effects] == [()]
    assert ware.reasons == ("Bo would carry 2 × Sight and can use only 1.",)
    assert (ware.fit, ware.open) == ("fits", True)


def test_what_does_not_fit_says_why_and_cannot_be_bought(warband: Warband, owner: Member) -> None:
    take_steps(warband=warband, entries=[Buy(item="two_handed_sword", figure=2)], author=owner)
    ware = wares(warband, "who=2")["shield"]
    assert (ware.fit, ware.open) == ("barred", False)
    assert ware.reasons == ("Bo: Shield cannot be combined with a two-handed close combat weapon.",)
    assert wares(warband, "who=1")["shield"].fit == "fits"
    assert wares(warband, "who=1&who=2")["shield"].fit == "barred"
    assert "shield" in wares(warband, "who=2&fit=barred")
    assert "shield" not in wares(warband, "who=2&fit=fits")


def test_what_is_too_dear_names_price_and_treasury(warband: Warband, owner: Member) -> None:
    take_steps(warband=warband, entries=[Buy(item="heavy_armour")] * 15, author=owner)
    ware = wares(warband, "who=2")["bow"]
    assert (ware.fit, ware.open) == ("dear", False)
    assert ware.reasons == ("This costs 7 points; the treasury holds 2.",)
    assert wares(warband, "who=2")["pistol"].fit == "fits"  # the first one is free (ruling M29)


def test_several_see_what_it_costs_them_together(warband: Warband) -> None:
    ware = wares(warband, "who=1&who=2")["bow"]
    assert (ware.price, ware.total) == (7, 14)


def test_an_aftermath_that_waits_closes_the_shop(browser_of_owner: Client, warband: Warband, owner: Member) -> None:
    take_steps(warband=warband, entries=[lost_battle()], author=owner)
    page = browser_of_owner.get(f"/warbands/{warband.pk}/shop/").content.decode()
    assert "Until then nothing is hired or bought." in page
    assert 'name="item"' not in page
    assert 'method="post" action="/warbands' not in page  # no form without a button


def test_nonsense_in_the_address_is_left_out(browser_of_owner: Client, warband: Warband) -> None:
    answer = browser_of_owner.get(f"/warbands/{warband.pk}/shop/?who=99&who=x&kind=food&fit=9&q=")
    assert answer.status_code == 200
    assert answer.context["wish"] == Wish()


def test_the_page_is_light(browser_of_owner: Client, owner: Member) -> None:
    full = WarbandFactory.create(owner=owner, full=True, figures=9)
    for query in ("", "?who=1", "?" + "&".join(f"who={number}" for number in range(1, 10))):
        page = browser_of_owner.get(f"/warbands/{full.pk}/shop/{query}").content
        assert len(gzip.compress(page)) <= WEIGHT_MOST


def test_with_htmx_only_the_region_comes(browser_of_owner: Client, warband: Warband) -> None:
    page = browser_of_owner.get(f"/warbands/{warband.pk}/shop/?who=2", headers=HTMX).content.decode()
    assert page.lstrip().startswith('<div id="warband"')
    assert "<html" not in page


def test_the_form_of_a_purchase_leads_here(browser_of_owner: Client, warband: Warband) -> None:
    shop = f"/warbands/{warband.pk}/shop/"
    step = f"/warbands/{warband.pk}/steps/buy/"
    assert browser_of_owner.get(f"{step}?figure=2")["Location"] == f"{shop}?who=2"
    assert browser_of_owner.get(step, headers=HTMX)["HX-Redirect"] == shop


# Buying


def test_a_purchase_comes_back_to_where_one_looked(browser_of_owner: Client, warband: Warband) -> None:
    query = "?kind=ranged&who=2"
    answer = buy(browser_of_owner, warband, "bow", 2, query=query)
    assert (answer.status_code, answer["Location"]) == (302, f"/warbands/{warband.pk}/shop/{query}")
    assert carried(warband, 2) == ["dagger", "bow"]
    assert warband.treasury == 452 - 7


def test_several_figures_get_several_each_by_steps_of_their_own(browser_of_owner: Client, warband: Warband) -> None:
    before = warband.journal.count()
    answer = buy(browser_of_owner, warband, "grenade", 1, 2, quantity=2)
    assert answer.status_code == 302
    assert carried(warband, 1) == carried(warband, 2) == ["dagger", "grenade", "grenade"]
    assert warband.journal.count() == before + 4
    assert [row.kind for row in warband.journal.all()[before:]] == ["buy"] * 4


def test_all_get_it_or_nobody(browser_of_owner: Client, warband: Warband, owner: Member) -> None:
    take_steps(warband=warband, entries=[Buy(item="two_handed_sword", figure=2)], author=owner)
    answer = buy(browser_of_owner, warband, "shield", 1, 2, query="?who=1&who=2")
    assert answer.status_code == 422
    assert "Bo: Shield cannot be combined" in answer.content.decode()
    assert carried(warband, 1) == ["dagger"]


def test_nobody_ticked_means_the_stash(browser_of_owner: Client, warband: Warband) -> None:
    buy(browser_of_owner, warband, "bow", quantity=2)
    warband.refresh_from_db()
    assert [item.code for item in warband.roster.stash] == ["bow", "bow"]


@pytest.mark.parametrize(
    ("quantity", "said"),
    [
        ("0", "greater than or equal to 1"),
        ("11", "less than or equal to 10"),
        ("many", "Enter a whole number"),
        ("", "How many?"),
    ],
)
def test_a_bad_number_is_refused_beside_its_field_and_kept(
    browser_of_owner: Client, warband: Warband, quantity: str, said: str
) -> None:
    answer = buy(browser_of_owner, warband, "bow", 2, query="?who=2&q=bow", quantity=quantity)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert said in page
    field = re.search(r'<input type="number"[^>]*>', page)
    assert field
    assert f'value="{quantity}"' in field[0] or not quantity
    assert 'aria-invalid="true"' in field[0]
    assert 'id="pick-2"' in page
    assert 'name="q" value="bow"' in page
    assert carried(warband, 2) == ["dagger"]


def test_what_many_cost_together_is_refused_beside_the_number(browser_of_owner: Client, warband: Warband) -> None:
    answer = buy(browser_of_owner, warband, "heavy_armour", quantity=10)
    assert answer.status_code == 302
    answer = buy(browser_of_owner, warband, "heavy_armour", quantity=10)
    assert answer.context["form"].errors == {"quantity": ["This costs 300 points; the treasury holds 152."]}


def test_a_page_that_is_out_of_date_buys_nothing(browser_of_owner: Client, warband: Warband, owner: Member) -> None:
    old = warband.version
    take_steps(warband=warband, entries=[Buy(item="bow", figure=1)], author=owner)
    answer = buy(browser_of_owner, warband, "bow", 2, version=old)
    assert answer.status_code == 422
    assert "changed since you opened it" in answer.content.decode()
    assert carried(warband, 2) == ["dagger"]


@pytest.mark.parametrize("item", ["excalibur", "", "<b>"])
def test_what_is_not_for_sale_is_refused(browser_of_owner: Client, warband: Warband, item: str) -> None:
    assert buy(browser_of_owner, warband, item, 2).status_code == 422


def test_a_referee_says_why(referee: Client, warband: Warband) -> None:
    assert buy(referee, warband, "bow", 2).status_code == 422
    assert buy(referee, warband, "bow", 2, because="On the phone").status_code == 302
    row = warband.journal.last()
    assert row is not None
    assert (row.kind, row.reason) == ("buy", "On the phone")


# Questions


def test_five_bazookas_on_one_henchman_are_asked_about(browser_of_owner: Client, warband: Warband) -> None:
    asked = buy(browser_of_owner, warband, "bazooka", 2, query="?who=2", quantity=5)
    page = asked.content.decode()
    assert asked.status_code == 422
    assert "Bo would carry 5 × Bazooka and can use only 2." in page
    assert "Buy all the same" in page
    assert 'value="5"' in page
    assert carried(warband, 2) == ["dagger"]
    assert buy(browser_of_owner, warband, "bazooka", 2, quantity=5, anyway="on").status_code == 302
    assert carried(warband, 2) == ["dagger", *["bazooka"] * 5]


def test_while_mustering_what_would_be_illegal_is_asked_about(browser_of_owner: Client, owner: Member) -> None:
    draft = WarbandFactory.build_muster(owner, 3)
    asked = buy(browser_of_owner, draft, "heavy_armour", 3)  # everybody wears light armour
    assert asked.status_code == 422
    assert "pieces of the same kind (armour)" in asked.content.decode()
    assert buy(browser_of_owner, draft, "heavy_armour", 3, anyway="on").status_code == 302
    assert "heavy_armour" in carried(draft, 3)


def test_once_mustered_no_word_helps_against_the_rules(browser_of_owner: Client, warband: Warband) -> None:
    answer = buy(browser_of_owner, warband, "light_armour", 2, quantity=2, anyway="on")
    assert answer.status_code == 422
    assert carried(warband, 2) == ["dagger"]


def test_the_muster_builder_asks_too(browser_of_owner: Client, owner: Member) -> None:
    draft = WarbandFactory.build_muster(owner, 3)
    address, sent = f"/warbands/{draft.pk}/steps/buy/", {"figure": 3, "item": "heavy_armour", "page": "builder"}
    asked = browser_of_owner.post(address, {**sent, "version": draft.version})
    page = asked.content.decode()
    assert asked.status_code == 422
    assert "pieces of the same kind (armour)" in page
    assert "Buy all the same" in page
    other = browser_of_owner.post(address, {**sent, "version": draft.version, "item": "bazooka", "anyway": "axe"})
    assert other.status_code == 302  # nothing is wrong with it
    draft.refresh_from_db()
    again = browser_of_owner.post(address, {**sent, "version": draft.version, "anyway": "bazooka"})
    assert again.status_code == 422  # another thing was meant
    assert browser_of_owner.post(address, {**sent, "version": draft.version, "anyway": sent["item"]}).status_code == 302


# Returning


def test_of_many_one_is_returned(browser_of_owner: Client, warband: Warband) -> None:
    buy(browser_of_owner, warband, "bow", 1, 2)
    warband.refresh_from_db()
    first = warband.journal.filter(kind="buy").order_by("place")[0]
    answer = browser_of_owner.post(
        f"/warbands/{warband.pk}/shop/?who=2", {"version": warband.version, "back": first.number}
    )
    assert answer["Location"] == f"/warbands/{warband.pk}/shop/?who=2"
    assert (carried(warband, 1), carried(warband, 2)) == (["dagger"], ["dagger", "bow"])
    assert warband.treasury == 452 - 7


def test_what_was_bought_before_a_battle_is_not_returned(
    browser_of_owner: Client, warband: Warband, owner: Member
) -> None:
    buy(browser_of_owner, warband, "bow", 2)
    page = browser_of_owner.get(f"/warbands/{warband.pk}/shop/")
    assert [one.paid for one in page.context["bought"]] == [7]
    number = page.context["bought"][0].number
    take_steps(warband=warband, entries=[lost_battle()], author=owner)
    assert browser_of_owner.get(f"/warbands/{warband.pk}/shop/").context["bought"] == []
    browser_of_owner.post(f"/warbands/{warband.pk}/shop/", {"version": warband.version, "back": number})
    assert "bow" in carried(warband, 2)


@pytest.mark.parametrize("number", ["", "x", "99", "1"])
def test_nonsense_is_not_returned(browser_of_owner: Client, warband: Warband, number: str) -> None:
    before = warband.version
    answer = browser_of_owner.post(f"/warbands/{warband.pk}/shop/", {"version": before, "back": number})
    warband.refresh_from_db()
    assert answer.status_code == 302
    assert warband.version == before
