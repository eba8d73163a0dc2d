"""The hiring hall: who may be hired and why not; another like somebody, armed alike."""

from __future__ import annotations

import gzip
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils.translation import override

from club.models import Member
from engines.musg.entries import Buy, Hire
from engines.musg.ranks import Rank
from rosters.models import Warband
from rosters.operations import take_steps
from rosters.shop.hall import Bench, Recruit, hall
from tests.factories.rosters import WarbandFactory, lost_battle

pytestmark = pytest.mark.django_db
WEIGHT_MOST = 15_000


def send(client: Client, warband: Warband, **data: Any) -> HttpResponse:
    warband.refresh_from_db()
    return client.post(f"/warbands/{warband.pk}/hire/", {"version": warband.version, **data})


def benches(warband: Warband) -> dict[str, Bench]:
    with override("en"):
        return {bench.code: bench for bench in hall(warband.roster).benches}


def copies(warband: Warband) -> list[Recruit]:
    with override("en"):
        return list(hall(warband.roster).copies)


def lieutenant(name: str) -> Hire:
    return Hire(rank=Rank.LIEUTENANT, race="human", name=name)


def test_prices_are_the_tables(warband: Warband) -> None:
    """Musg, Profils: human leaders 40 points, henchmen 8; Mercenaires: 50 and 30 for the first battle (ruling M13)."""
    found = benches(warband)
    assert found["henchman"].recruits[0].cost == 8
    assert {recruit.cost for recruit in found["mercenary"].recruits} == {80}
    assert len(found["mercenary"].recruits) == 6


def test_a_rank_that_is_full_says_so(warband: Warband, owner: Member) -> None:
    """Musg, Composition d'une bande: one leader, two lieutenants; promoted ones count towards hiring (M245)."""
    assert benches(warband)["lieutenant"].count == "0 of 2"
    assert all(recruit.open for recruit in benches(warband)["lieutenant"].recruits)
    take_steps(warband=warband, entries=[lieutenant("Lou"), lieutenant("Max")], author=owner)
    full = benches(warband)["lieutenant"]
    assert full.count == "2 of 2"
    assert not any(recruit.open for recruit in full.recruits)
    assert {reason for recruit in full.recruits for reason in recruit.reasons} == {
        "3 lieutenants: this warband may have 2."
    }
    leaders = benches(warband)["leader"]
    assert leaders.count == "1 of 1"
    assert not any(recruit.open for recruit in leaders.recruits)


def test_what_is_said_of_a_whole_rank_is_said_once(browser_of_owner: Client, owner: Member) -> None:
    """Musg, Races: orcs take goblins as well, as henchmen."""
    orcs = WarbandFactory.create(owner=owner, race="orc", mustered=True)
    take_steps(warband=orcs, entries=[Buy(item="heavy_armour")] * 14, author=owner)
    bench = benches(orcs)["mercenary"]
    page = browser_of_owner.get(f"/warbands/{orcs.pk}/hire/").content.decode()
    assert bench.full
    assert page.count(bench.full[0]) == 1


def test_who_is_hired_is_armed_next(browser_of_owner: Client, warband: Warband) -> None:
    answer = send(browser_of_owner, warband, profile="henchman:human", name="Cy")
    assert answer["Location"] == f"/warbands/{warband.pk}/shop/?who=3"
    warband.refresh_from_db()
    figure = warband.roster.figure(3)
    assert figure is not None
    assert figure.name == "Cy"


def test_a_mercenary_is_engaged_here(browser_of_owner: Client, warband: Warband) -> None:
    send(browser_of_owner, warband, profile="mercenary:elf_sniper")
    warband.refresh_from_db()
    figure = warband.roster.figure(3)
    assert figure is not None
    assert figure.mercenary == "elf_sniper"
    assert warband.treasury == 452 - 80


def test_another_like_this_one_is_armed_alike(browser_of_owner: Client, warband: Warband, owner: Member) -> None:
    """Bo (8 points) bears a free pistol (M29), a bow (7) and light armour (20)."""
    gear = ["pistol", "bow", "light_armour"]
    take_steps(warband=warband, entries=[Buy(item=item, figure=2) for item in gear], author=owner)
    (recruit,) = copies(warband)
    assert (recruit.code, recruit.name, recruit.cost) == ("2", "Bo", 35)
    answer = send(browser_of_owner, warband, like=2)
    assert answer["Location"] == f"/warbands/{warband.pk}/#figure-3"
    warband.refresh_from_db()
    figure = warband.roster.figure(3)
    assert figure is not None
    assert (figure.name, list(figure.item_codes)) == ("Henchman 1", ["dagger", *gear])
    assert warband.treasury == 452 - 27 - 35
    assert [row.kind for row in warband.journal.all()][-4:] == ["hire", "buy", "buy", "buy"]


def test_those_who_are_armed_alike_make_one_line(warband: Warband, owner: Member) -> None:
    henchmen = [Hire(rank=Rank.HENCHMAN, race="human", name=name) for name in ("Cy", "Di")]
    take_steps(warband=warband, entries=[*henchmen, Buy(item="bow", figure=4)], author=owner)
    assert [recruit.name for recruit in copies(warband)] == ["Bo", "Di"]


def test_a_copy_comes_with_all_its_arms_or_not_at_all(
    browser_of_owner: Client, warband: Warband, owner: Member
) -> None:
    steps = [*[Buy(item="machine_gun", figure=2)] * 2, *[Buy(item="heavy_armour")] * 12]
    take_steps(warband=warband, entries=steps, author=owner)
    before = warband.treasury
    assert before < 8 + 70
    answer = send(browser_of_owner, warband, like=2)
    assert answer.status_code == 422
    assert f"This costs 78 points; the treasury holds {before}." in answer.content.decode()
    warband.refresh_from_db()
    assert (len(warband.roster.active), warband.treasury) == (2, before)


@pytest.mark.parametrize("data", [{}, {"like": 1}, {"like": 99}, {"profile": "king:human"}, {"profile": "henchman"}])
def test_nonsense_hires_nobody(browser_of_owner: Client, warband: Warband, data: dict[str, Any]) -> None:
    answer = send(browser_of_owner, warband, **data)
    assert answer.status_code == 422
    assert "Choose who to hire." in answer.content.decode()


def test_a_name_that_cannot_be_is_refused_beside_it_and_kept(browser_of_owner: Client, warband: Warband) -> None:
    answer = send(browser_of_owner, warband, profile="henchman:human", name="\u202ename")
    assert answer.status_code == 422
    assert answer.context["form"]["name"].value() == "\u202ename"
    assert answer.context["form"].errors


def test_while_mustering_too_many_are_asked_about(browser_of_owner: Client, muster: Warband, owner: Member) -> None:
    take_steps(warband=muster, entries=[lieutenant("Lou"), lieutenant("Max")], author=owner)
    asked = send(browser_of_owner, muster, profile="lieutenant:human", name="Nan")
    page = asked.content.decode()
    assert asked.status_code == 422
    assert "3 lieutenants: this warband may have 2" in page
    assert "Hire all the same" in page
    assert 'value="Nan"' in page
    assert send(browser_of_owner, muster, profile="lieutenant:human", name="Nan", anyway="on").status_code == 302


def test_an_aftermath_that_waits_closes_the_hall(browser_of_owner: Client, warband: Warband, owner: Member) -> None:
    take_steps(warband=warband, entries=[lost_battle()], author=owner)
    page = browser_of_owner.get(f"/warbands/{warband.pk}/hire/").content.decode()
    assert "Until then nothing is hired or bought." in page
    assert 'name="profile"' not in page
    assert 'method="post" action="/warbands' not in page  # no form without a button


def test_a_referee_says_why(referee: Client, warband: Warband) -> None:
    assert send(referee, warband, like=2).status_code == 422
    assert send(referee, warband, like=2, because="On the phone").status_code == 302
    row = warband.journal.last()
    assert row is not None
    assert row.reason == "On the phone"


def test_the_figures_page_offers_another(browser_of_owner: Client, warband: Warband, other: Client) -> None:
    page = browser_of_owner.get(f"/warbands/{warband.pk}/figures/2/").content.decode()
    assert "Another like this one, 8 points" in " ".join(page.split())
    assert "Another like" not in browser_of_owner.get(f"/warbands/{warband.pk}/figures/1/").content.decode()
    assert "Another like" not in other.get(f"/warbands/{warband.pk}/figures/2/").content.decode()


def test_the_page_is_light(browser_of_owner: Client, owner: Member) -> None:
    for race in ("human", "orc"):
        full = WarbandFactory.create(owner=owner, race=race, full=True, figures=9)
        page = browser_of_owner.get(f"/warbands/{full.pk}/hire/").content
        assert len(gzip.compress(page)) <= WEIGHT_MOST
