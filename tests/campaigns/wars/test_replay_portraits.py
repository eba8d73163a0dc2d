"""Portraits in a replay: shown where they hang, to those alone who may read the warband, for one query."""

from __future__ import annotations

import io
import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaigns.wars.models.enlistment import Enlistment
from campaigns.wars.models.resolution import Resolution
from campaigns.wars.replay.page import Replay
from club.models import Member
from club.visibility import Visibility
from rosters.models import Warband
from rosters.portraits.operations import hang, take_down
from tests.clients import client_of
from tests.factories.battles import HENCHMAN, LEADER, SECOND_HENCHMAN, Field, field
from tests.factories.club import MemberFactory
from tests.factories.pictures import picture
from tests.factories.resolutions import resolved

pytestmark = pytest.mark.django_db
EACH = 4
"""Figures of a warband: its leader's numbers in the battle are 0 and 4."""


def pin(warband: Warband, figure: int, by: Member, colour: str = "red") -> str:
    """Hang a picture; its address."""
    content = picture(colour=colour)
    hang(warband=warband, figure=figure, file=io.BytesIO(content), size=len(content), by=by)
    return warband.portrait(figure)


@pytest.fixture
def ford() -> Field:
    return field(visibility=Visibility.PUBLIC)


@pytest.fixture
def resolution(ford: Field) -> Resolution:
    return resolved(ford.battle, ford.warbands, turns=1)


def address(resolution: Resolution) -> str:
    return reverse("campaigns:replay", args=[resolution.battle.campaign.slug, resolution.battle.pk])


def shared(resolution: Resolution) -> str:
    return reverse("campaigns:shared_replay", args=[resolution.share])


def body(client: Client, where: str) -> str:
    answer = client.get(where)
    assert answer.status_code == 200
    return answer.content.decode()


def in_rows(text: str) -> dict[int, str]:
    """The pictures beside the names, by the figures' numbers in the battle."""
    found = re.findall(
        r'data-row="(\d+)">\s*<td[^>]*>\s*\w+\s*<img class="replay__portrait" src="([^"]*)" alt=""', text
    )
    return {int(number): where for number, where in found}


def on_map(text: str) -> dict[int, str]:
    """The pictures on the map, by the figures' numbers in the battle."""
    figures = text.split('data-figure="')[1:]
    pictures = [(one.split('"')[0], re.search(r'<image class="map__portrait" href="([^"]*)"', one)) for one in figures]
    return {int(number): found[1] for number, found in pictures if found}


def test_they_show_where_they_hang_and_the_emblem_elsewhere(ford: Field, resolution: Resolution) -> None:
    """Hung after the battle, by the figure's number in its own warband; that of the warband is no figure's."""
    axes, blades = ford.warbands
    hung = {
        0: pin(axes, LEADER, ford.players[0]),
        EACH + HENCHMAN - 1: pin(blades, HENCHMAN, ford.players[1], "blue"),
    }
    pin(blades, 0, ford.players[1], "green")
    for where in (address(resolution), f"{address(resolution)}?event=9&figure=0", shared(resolution)):
        text = body(client_of(), where)
        assert in_rows(text) == on_map(text) == hung
        assert text.count('class="map__emblem"') == 2 * EACH - 2
        assert text.count("<img class=") == 2
    assert client_of().get(hung[0]).status_code == 200
    take_down(warband=axes, figure=LEADER)
    assert list(in_rows(body(client_of(), address(resolution)))) == [EACH + HENCHMAN - 1]


@pytest.mark.parametrize("visibility", [Visibility.PRIVATE, Visibility.CLUB])
def test_who_may_not_read_the_warband_finds_no_address(ford: Field, resolution: Resolution, visibility: str) -> None:
    """A warband that left the campaign is not everybody's: page and shared link keep its picture from strangers."""
    axes, blades = ford.warbands
    hidden, open_ = pin(axes, LEADER, ford.players[0]), pin(blades, LEADER, ford.players[1], "blue")
    Enlistment.objects.filter(warband=axes).delete()
    Warband.objects.filter(pk=axes.pk).update(visibility=visibility)
    stranger, owner = client_of(), client_of(ford.players[0])
    club = client_of(MemberFactory.create(username="somebody"))
    for where in (address(resolution), shared(resolution)):
        for client in (stranger, owner, club):
            may = client.get(hidden).status_code == 200
            text = body(client, where)
            assert (hidden in text) is may
            assert in_rows(text) == on_map(text) == ({0: hidden} if may else {}) | {EACH: open_}
    assert stranger.get(hidden).status_code == 404
    assert owner.get(hidden).status_code == 200
    assert club.get(hidden).status_code == (200 if visibility == Visibility.CLUB else 404)


def test_whom_a_module_brings_in_wears_nobodys_picture(ford: Field, resolution: Resolution) -> None:
    """A zombie risen beside the warband, numbered 1 as its leader is, has the emblem of its kind."""
    hung = pin(ford.warbands[0], LEADER, ford.players[0])
    last = resolution.events[-1]
    risen = {
        **last, "index": last["index"] + 1, "kind": "appeared", "figure": 2 * EACH, "side": 0, "target": None,
        "rolls": [], "rule": "", "data": {"number": 1, "name": "Zombie", "profile": "zombie", "hit_points": 1},
    }  # fmt: skip
    resolution.events = [*resolution.events, risen]
    resolution.save()
    replay = Replay(resolution, at="99999", reader=ford.players[0])
    figures = {one.number: one for band in replay.bands for one in band.figures}
    assert (figures[2 * EACH].mark, figures[2 * EACH].portrait) == ("Z1", "")
    assert {token.number for token in replay.map.figures if token.portrait} == {0}
    assert figures[0].portrait == hung


def test_a_warband_that_is_gone_leaves_the_replay_as_it_was(ford: Field, resolution: Resolution) -> None:
    pin(ford.warbands[0], LEADER, ford.players[0])
    Warband.objects.filter(pk=ford.warbands[0].pk).update(key="of-no-battle")
    text = body(client_of(ford.players[0]), address(resolution))
    assert in_rows(text) == on_map(text) == {}


def test_all_of_them_are_one_query_and_the_account_asks_for_none(ford: Field, resolution: Resolution) -> None:
    for warband, player in zip(ford.warbands, ford.players, strict=True):
        for figure, colour in ((LEADER, "red"), (HENCHMAN, "blue"), (SECOND_HENCHMAN, "green")):
            pin(warband, figure, player, colour)
    found = {}
    for name, client in (("player", client_of(ford.players[0])), ("visitor", client_of())):
        for page, where in (("replay", address(resolution)), ("shared", shared(resolution))):
            client.get(where)
            found[name, page] = (asked(client, where), asked(client, where, htmx=True))
    assert found == {
        ("player", "replay"): ((7, 1), (5, 0)),
        ("player", "shared"): ((4, 1), (2, 0)),
        ("visitor", "replay"): ((6, 1), (4, 0)),
        ("visitor", "shared"): ((3, 1), (1, 0)),
    }


def asked(client: Client, where: str, *, htmx: bool = False) -> tuple[int, int]:
    """How many queries an answer takes, and how many of them read whose portraits hang and nothing more."""
    with CaptureQueriesContext(connection) as queries:
        assert client.get(where, headers={"HX-Request": "true"} if htmx else {}).status_code == 200
    hung = 'SELECT "rosters_warband"."id", "rosters_warband"."key", "rosters_warband"."portraits_hung" FROM'
    return len(queries), sum(query["sql"].startswith(hung) for query in queries)
