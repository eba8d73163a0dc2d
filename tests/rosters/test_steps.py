"""Every kind of step through its one door: with htmx and without, taken and refused."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from msgspec.structs import replace

from club.models import Member
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.engagement import Casualty, Engagement, Foe, Outcome
from engines.musg.entries import AnyEntry, Buy, BuyVehicle, Engage, Fight, Grant, Hire
from engines.musg.part import Part, Side
from engines.musg.ranks import Rank
from engines.musg.rules import Rules
from engines.musg.vehicle import Design, Mount
from rosters.forms import FORMS
from rosters.forms.powers import POWERS
from rosters.models import Warband
from rosters.operations import take_steps
from rosters.views.steps import PLACES
from tests.factories.rosters import WarbandFactory, lost_battle, recovered, smallest_muster

pytestmark = pytest.mark.django_db

HTMX = {"hx-request": "true"}
SHORT = Rules(leader_boxes=10, lieutenant_boxes=10, henchman_boxes=5, pulp=True, vehicles=True)


def lieutenant(name: str = "Lou") -> Hire:
    return Hire(rank=Rank.LIEUTENANT, race="human", name=name)


def battle(number: int, present: tuple[int, ...], *fallen: Casualty) -> Fight:
    """A battle won, numbered, after which everybody present has two points more."""
    return Fight(
        engagement=Engagement(
            battle=f"b{number}",
            title="The Ford",
            outcome=Outcome.WON,
            victory_points=0,
            present=present,
            casualties=fallen,
        )
    )


def wins(count: int, present: tuple[int, ...]) -> list[AnyEntry]:
    """That many battles won without a loss: two points of experience each."""
    steps: list[AnyEntry] = []
    for number in range(count):
        steps += [battle(number, present), recovered((), f"b{number}")]
    return steps


MERCENARY: list[AnyEntry] = [Engage(mercenary="elf_sniper", name="Dru")]
FELLED = replace(lost_battle(present=(1, 2, 3), fallen=3).engagement, casualties=(Casualty(3),))
HEIRS: list[AnyEntry] = [
    lieutenant("Lou"),
    lieutenant("Max"),
    Fight(engagement=replace(lost_battle().engagement, present=(1, 2, 3, 4), casualties=(Casualty(1, killed=True),))),
    replace(recovered(()), edition=1),  # before ruling M303 equals were for the player to choose
]

CAR = BuyVehicle(design=Design(type="light"), name="Bess")
ARMED_CAR = BuyVehicle(design=Design(type="light", weapons=(Mount("bow"),)), name="Bess")

# kind: what came before in a mustered warband (leader 1, henchman 2), what is typed, what the roster then says
Check = Callable[[Warband], bool]
STEPS: dict[str, tuple[list[AnyEntry], dict[str, Any], Check]] = {
    "hire": ([], {"profile": "henchman:human", "name": "Cy"}, lambda w: w.roster.figure(3).name == "Cy"),
    "engage": ([], {"mercenary": "orc_hunter", "name": ""}, lambda w: w.roster.figure(3).mercenary == "orc_hunter"),
    "pay_fee": (
        [*MERCENARY, *wins(1, (1, 2, 3))],
        {"figure": 3},
        lambda w: w.roster.figure(3).contract.paid_ahead == 1,
    ),
    "engage_again": (
        [*MERCENARY, Fight(engagement=FELLED), recovered(())],
        {"figure": 3},
        lambda w: w.roster.figure(3).active,
    ),
    "release": (MERCENARY, {"figure": 3}, lambda w: not w.roster.figure(3).active),
    "dismiss": ([lieutenant()], {"figure": 3}, lambda w: not w.roster.figure(3).active),
    "rename": ([], {"figure": 1, "name": "Zoé"}, lambda w: w.roster.figure(1).name == "Zoé"),
    "note": ([], {"text": "A wet\r\nday."}, lambda w: w.journal.last().data["text"] == "A wet\nday."),
    "buy": ([], {"figure": 1, "item": "sword"}, lambda w: "sword" in w.roster.figure(1).item_codes),
    "move": ([Buy(item="sword")], {"item": 3, "to": "2"}, lambda w: "sword" in w.roster.figure(2).item_codes),
    "learn": (wins(3, (1, 2)), {"figure": 1, "skill": "brave"}, lambda w: w.roster.figure(1).skills == ("brave",)),
    "succeed": (
        [lieutenant(), *wins(5, (3,))],
        {"figure": 3, "how": "decide"},
        lambda w: w.roster.leader.id == 3,
    ),
    "take_part": ([], {"part": "heroes"}, lambda w: w.roster.part == Part(Side.HEROES)),
    "replace_leader": (HEIRS, {"figure": 3}, lambda w: w.roster.leader.id == 3),
    "buy_vehicle": (
        [],
        {"type": "medium", "front": 1, "spikes": ["rear"]},
        lambda w: w.roster.garage[0].value(CATALOGUE) == 58,
    ),
    "improve_vehicle": ([CAR], {"vehicle": 3, "speed": 1}, lambda w: w.roster.garage[0].built(CATALOGUE).speed == 11),
    "embark_weapon": (
        [CAR],
        {"vehicle": 3, "item": "bow", "pivot": "on"},
        lambda w: w.roster.garage[0].pivots == (w.roster.garage[0].items[0].id,),
    ),
    "mount_weapon": ([CAR, Buy(item="bow")], {"vehicle": 3, "item": 3}, lambda w: len(w.roster.garage[0].items) == 1),
    "dismount_weapon": ([ARMED_CAR], {"vehicle": 3, "item": 3}, lambda w: [i.code for i in w.roster.stash] == ["bow"]),
    "man_vehicle": ([CAR], {"vehicle": 3, "pilot": "2"}, lambda w: w.roster.garage[0].pilot == 2),
    "rename_vehicle": ([CAR], {"vehicle": 3, "name": "Rust"}, lambda w: w.roster.garage[0].name == "Rust"),
    "part_with_vehicle": ([CAR], {"vehicle": 3}, lambda w: not w.roster.rides),
}


def after(owner: Member, steps: list[AnyEntry]) -> Warband:
    return WarbandFactory.create(owner=owner, rules=SHORT, entries=[*smallest_muster(), *steps])


def send(client: Client, warband: Warband, kind: str, data: dict[str, Any], *, htmx: bool = False) -> Any:
    form = {"version": warband.version, "page": "roster", **data}
    return client.post(f"/warbands/{warband.pk}/steps/{kind}/", form, headers=HTMX if htmx else {})


def test_every_form_is_tried_here() -> None:
    powers = {form.kind for form in POWERS}  # tried in tests/campaigns/wars/test_powers.py
    assert set(STEPS) | powers | {"muster", "take_back"} == set(FORMS)


@pytest.mark.parametrize("htmx", [False, True], ids=["plain", "htmx"])
@pytest.mark.parametrize("kind", sorted(STEPS))
def test_a_step_is_taken(browser_of_owner: Client, owner: Member, kind: str, htmx: bool) -> None:
    before, data, holds = STEPS[kind]
    warband = after(owner, before)
    answer = send(browser_of_owner, warband, kind, data, htmx=htmx)
    stored = Warband.objects.get(pk=warband.pk)
    assert stored.version == warband.version + 1
    assert holds(stored)
    row = stored.journal.last()
    assert (row.kind, row.author) == (kind, owner)
    if htmx:
        page = answer.content.decode()
        assert answer.status_code == 200
        assert page.lstrip().startswith('<div id="warband"')
        assert 'hx-swap-oob="innerHTML"' in page
        assert "notice--success" in page
    else:
        assert answer.status_code == 302
        assert answer["Location"].split("#")[0] == f"/warbands/{warband.pk}/"
        assert "notice--success" in browser_of_owner.get(answer["Location"]).content.decode()


@pytest.mark.parametrize("kind", sorted(STEPS.keys() - PLACES.keys()))
def test_a_step_has_a_page_of_its_own(browser_of_owner: Client, owner: Member, kind: str) -> None:
    before, data, _ = STEPS[kind]
    warband = after(owner, before)
    page = browser_of_owner.get(f"/warbands/{warband.pk}/steps/{kind}/", {"figure": data.get("figure", "")})
    assert page.status_code == 200
    assert page.content.decode().count("<h1") == 1
    assert f'name="version" value="{warband.version}"' in page.content.decode()


REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "hire": ({"profile": "lieutenant:orc", "name": "Ugh"}, "not allowed in a warband of this race"),
    "engage": ({"mercenary": "nobody", "name": "Ugh"}, "no mercenary called"),
    "pay_fee": ({"figure": 2}, "does not serve for money"),
    "engage_again": ({"figure": 2}, "nobody to engage again"),
    "release": ({"figure": 2}, "does not serve for money"),
    "dismiss": ({"figure": 1}, "cannot be dismissed"),
    "rename": ({"figure": 2, "name": "x" * 61}, "61 characters; the limit is 60"),
    "note": ({"figure": 8, "text": "Words I typed"}, "no figure number 8"),
    "buy": ({"figure": 2, "item": "excalibur"}, "no weapon or equipment called"),
    "take_back": ({"item": 1}, "The muster is closed"),
    "muster": ({}, "The muster is closed"),
    "move": ({"figure": 1, "item": 1, "to": "9"}, "no figure number 9"),
    "learn": ({"figure": 1, "skill": "brave"}, "has no skill to choose"),
    "succeed": ({"figure": 2, "how": "decide"}, "experience boxes ticked"),
    "replace_leader": ({"figure": 2}, "Ada already leads the warband"),
}


@pytest.mark.parametrize("htmx", [False, True], ids=["plain", "htmx"])
@pytest.mark.parametrize("page", ["roster", "figure", "builder", ""])
@pytest.mark.parametrize("kind", sorted(REFUSED))
def test_a_refused_step_says_why_and_changes_nothing(
    browser_of_owner: Client, warband: Warband, kind: str, page: str, htmx: bool
) -> None:
    data, reason = REFUSED[kind]
    if page == "figure" and data.get("figure") not in (1, 2):
        data = {**data, "figure": 1} if kind not in ("note", "rename") else data
    answer = send(browser_of_owner, warband, kind, {**data, "page": page}, htmx=htmx)
    text = answer.content.decode()
    if page == "figure" and data.get("figure") == 8:
        assert answer.status_code == 404, "there is no page of a figure that does not exist"
        return
    assert answer.status_code == 422
    assert reason in text
    assert Warband.objects.get(pk=warband.pk).version == warband.version
    for typed in (data.get("name"), data.get("text")):
        if typed:
            assert typed in text, "what was typed is still there"


def test_what_is_wrong_stands_beside_its_field(browser_of_owner: Client, muster: Warband) -> None:
    data = {"profile": "henchman:human", "name": "x" * 61, "page": "builder"}
    answer = send(browser_of_owner, muster, "hire", data)
    text = answer.content.decode()
    assert answer.status_code == 422
    assert 'id="hire-henchman-name_error"' in text
    assert 'aria-invalid="true"' in text
    assert "x" * 61 in text


def test_the_muster_is_drawn_up_and_closed(browser_of_owner: Client, muster: Warband) -> None:
    def step(kind: str, **data: Any) -> Any:
        muster.refresh_from_db()
        return send(browser_of_owner, muster, kind, {"page": "builder", **data})

    builder = f"/warbands/{muster.pk}/muster/"
    assert step("hire", profile="leader:human", name="Ada")["Location"] == f"{builder}?open=1#figure-1"
    assert step("hire", profile="henchman:goblin", name="")["Location"] == f"{builder}?open=2#figure-2"
    step("buy", figure=1, item="laser_sword")
    step("take_back", item=3, figure=1)
    muster.refresh_from_db()
    assert muster.roster.figure(2).name == "Sous-fifre 1" or muster.roster.figure(2).name == "Henchman 1"
    assert muster.treasury == 500 - 40 - 4
    asked = step("muster")
    assert asked.status_code == 422
    assert "Not spent yet: 456 of 500 points." in asked.content.decode()
    assert 'name="anyway" value="456"' in asked.content.decode()
    assert step("muster", anyway=455).status_code == 422, "that sum was never asked about"
    closed = step("muster", anyway=456)
    assert closed["Location"] == f"/warbands/{muster.pk}/"
    muster.refresh_from_db()
    assert muster.mustered
    assert browser_of_owner.get(builder)["Location"] == f"/warbands/{muster.pk}/"


def test_htmx_leaves_the_builder_once_the_muster_is_closed(browser_of_owner: Client, owner: Member) -> None:
    ready = WarbandFactory.create(owner=owner, entries=smallest_muster()[:-1])
    answer = send(browser_of_owner, ready, "muster", {"page": "builder", "anyway": 452}, htmx=True)
    assert answer.status_code == 204
    assert answer["HX-Redirect"] == f"/warbands/{ready.pk}/"


def test_an_illegal_muster_stays_open_with_every_reason(browser_of_owner: Client, muster: Warband) -> None:
    answer = send(browser_of_owner, muster, "muster", {"page": "builder"})
    text = answer.content.decode()
    assert answer.status_code == 422
    assert "no leader" in text
    assert "no henchman" in text


def test_a_stale_page_is_told_so_and_may_be_sent_again(browser_of_owner: Client, warband: Warband) -> None:
    old = {"version": warband.version - 1, "figure": 1, "item": "sword", "page": "figure"}
    answer = send(browser_of_owner, warband, "buy", old)
    text = answer.content.decode()
    assert answer.status_code == 422
    assert "changed since you opened it" in text
    assert '<option value="sword" selected>' in text
    assert f'name="version" value="{warband.version}"' in text
    again = send(browser_of_owner, warband, "buy", {**old, "version": warband.version})
    assert again.status_code == 302


@pytest.mark.parametrize("htmx", [False, True], ids=["plain", "htmx"])
def test_the_last_step_is_undone(browser_of_owner: Client, warband: Warband, htmx: bool) -> None:
    send(browser_of_owner, warband, "buy", {"figure": 1, "item": "sword"})
    data = {"version": warband.version + 1, "page": "figure", "figure": 1}
    answer = browser_of_owner.post(f"/warbands/{warband.pk}/undo/", data, headers=HTMX if htmx else {})
    assert answer.status_code == (200 if htmx else 302)
    stored = Warband.objects.get(pk=warband.pk)
    assert stored.treasury == 452
    assert stored.journal.last().struck


def test_undoing_twice_is_refused_kindly(browser_of_owner: Client, warband: Warband) -> None:
    answer = browser_of_owner.post(f"/warbands/{warband.pk}/undo/", {"version": 0}, follow=True)
    assert "changed since you opened it" in answer.content.decode()


def test_a_grant_is_the_referees_alone(browser_of_owner: Client, referee: Client, warband: Warband) -> None:
    data = {"points": "-20", "reason": "A fire in camp"}
    assert send(browser_of_owner, warband, "grant", data).status_code == 403
    assert send(referee, warband, "grant", data).status_code == 302
    warband.refresh_from_db()
    assert warband.treasury == 432
    assert warband.journal.last().author.username == "ref"
    refused = send(referee, warband, "grant", {"points": "0", "reason": "Nothing"})
    assert refused.status_code == 422
    assert "between 1 and 10000" in refused.content.decode()


@pytest.mark.parametrize("how", ["site", "typed"])
def test_fate_settles_a_succession_with_dice_on_record(browser_of_owner: Client, owner: Member, how: str) -> None:
    warband = after(owner, [lieutenant(), *wins(5, (3,))])
    data = {"figure": 3, "how": how, "faces": "4 4 2 5" if how == "typed" else ""}
    assert send(browser_of_owner, warband, "succeed", data).status_code == 302
    warband.refresh_from_db()
    entry = warband.journal.last().entry
    assert entry.by_fate
    assert entry.source == ("entered" if how == "typed" else "seeded")
    lower_left = entry.faces[-2] < entry.faces[-1]
    assert warband.roster.figure(1).active is not lower_left
    if how == "typed":
        assert entry.faces == (4, 4, 2, 5)
        assert warband.roster.leader.id == 3
    assert not entry.can_be_undone


@pytest.mark.parametrize("faces", ["", "3", "3 3", "3 4 5", "7 1", "a b"])
def test_typed_dice_must_be_those_the_rules_ask_for(browser_of_owner: Client, owner: Member, faces: str) -> None:
    warband = after(owner, [lieutenant(), *wins(5, (3,))])
    answer = send(browser_of_owner, warband, "succeed", {"figure": 3, "how": "typed", "faces": faces, "page": "figure"})
    assert answer.status_code == 422
    assert "one die for the leader and one for the lieutenant" in answer.content.decode()


def test_a_hating_figure_is_shown_whom_it_hates(browser_of_owner: Client, owner: Member) -> None:
    foe = Foe("0" * 16, "The Others")
    fight = replace(lost_battle().engagement, casualties=(Casualty(1, by=foe),))
    warband = after(owner, [Fight(engagement=fight), recovered((6, 1))])
    page = browser_of_owner.get(f"/warbands/{warband.pk}/").content.decode()
    assert "Implacable hatred (The Others)" in page


def test_no_form_makes_a_battle_or_a_legend(browser_of_owner: Client, warband: Warband) -> None:
    for kind in ("fight", "recover", "hire_character", "struck", "nonsense"):
        assert send(browser_of_owner, warband, kind, {}).status_code == 404


def test_an_aftermath_that_waits_stops_the_shopping(browser_of_owner: Client, warband: Warband, owner: Member) -> None:
    take_steps(warband=warband, entries=[lost_battle()], author=owner)
    answer = send(browser_of_owner, warband, "buy", {"figure": 1, "item": "sword"})
    assert answer.status_code == 422
    assert "The aftermath of “The Ford” comes first" in answer.content.decode()
    assert "is still to be rolled" in browser_of_owner.get(f"/warbands/{warband.pk}/").content.decode()


def test_a_referee_keeps_the_books_for_the_owner(referee: Client, warband: Warband) -> None:
    """A step in the player's place wants a reason, asked for on a page of its own, which leads back where it began."""
    step = {"figure": 1, "item": "sword"}
    asked = send(referee, warband, "buy", step)
    assert asked.status_code == 422
    assert asked.context["form"].errors.keys() == {"because"}
    assert warband.journal.last().kind == "muster"
    taken = send(referee, warband, "buy", {**step, "because": "On the phone"})
    assert taken["Location"].split("#")[0] == f"/warbands/{warband.pk}/"
    row = warband.journal.last()
    assert (row.author.username, row.reason) == ("ref", "On the phone")
    page = referee.get(f"/warbands/{warband.pk}/journal/").content.decode()
    assert "The referee did this for the player: On the phone" in page


def test_the_reason_is_asked_for_in_the_place_of_the_region(referee: Client, warband: Warband) -> None:
    """With htmx the answer takes the region's place: it must be one, or the next answer would find no target."""
    step = {"figure": 1, "item": "sword"}
    asked = send(referee, warband, "buy", step, htmx=True)
    assert asked.status_code == 422
    page = asked.content.decode()
    assert page.lstrip().startswith('<div id="warband"')
    assert 'name="because"' in page
    assert 'name="page" value="roster"' in page
    taken = send(referee, warband, "buy", {**step, "because": "On the phone"}, htmx=True)
    assert taken.content.decode().lstrip().startswith('<div id="warband"')


def test_the_owners_own_reason_is_not_asked_for_nor_kept(browser_of_owner: Client, warband: Warband) -> None:
    send(browser_of_owner, warband, "buy", {"figure": 1, "item": "sword", "because": "I like it"})
    assert (warband.journal.last().kind, warband.journal.last().reason) == ("buy", "")


def test_money_granted_is_shown_in_the_journal(referee: Client, warband: Warband, owner: Member) -> None:
    take_steps(warband=warband, entries=[Grant(points=30, reason="A found purse")], author=owner)
    page = referee.get(f"/warbands/{warband.pk}/journal/").content.decode()
    assert "The referee grants 30 points: A found purse" in page
    assert "452 →" in page
