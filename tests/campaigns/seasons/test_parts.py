"""What pages of statistics keep folded comes when it is opened, or with the page for whoever has no JavaScript."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django.plugin import DjangoDbBlocker

from campaigns.league.operations import people
from campaigns.matches.models.player import Player
from club.models import Member
from tests.campaigns.seasons.history import played
from tests.factories.club import MemberFactory
from tests.factories.matches import season
from tests.standing import standing

pytestmark = pytest.mark.django_db

GAME = "game=badass_force"
PARTS = {
    "figures": "Average points",
    "game-rivals": "Beaten",
    "steps": "At most the last sixty matches",
    "other-rivals": "Guest 5",
}
"""Parts of a player's page, and words that stand nowhere else on it."""


def _met() -> Member:
    anna, ben = (MemberFactory.create(display_name=name) for name in ("Anna", "Ben"))
    for day in range(10):
        played([anna, ben], [16, 3], day, duration=30)
    for day in range(14):
        played([anna, f"Guest {day}"], [3, 16], day + 10)
    return anna


@pytest.fixture(scope="module")
def met(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Member]:
    with standing(django_db_blocker, _met) as anna:
        yield anna


@pytest.fixture
def anna(met: Member, db: None) -> Member:
    """Anna, who met Ben ten times and fourteen guests once."""
    return deepcopy(met)


@pytest.fixture
def asking(client: Client, anna: Member) -> Client:
    client.force_login(anna, backend="club.auth.MemberBackend")
    return client


def text(client: Client, address: str, *, htmx: bool = False) -> str:
    answer = client.get(address, headers={"accept-language": "en", **({"hx-request": "true"} if htmx else {})})
    assert answer.status_code == 200
    return str(answer.content.decode())


@pytest.mark.parametrize("part", PARTS)
def test_a_part_of_a_player_s_page_comes_when_it_is_opened(asking: Client, anna: Member, part: str) -> None:
    address = reverse("campaigns:player", args=[anna.pk])
    folded = text(asking, f"{address}?{GAME}")
    assert PARTS[part] not in folded
    link = f"{address}?{GAME}&amp;part={part}"
    assert f'hx-get="{link}"' in folded
    assert f'href="{link}#{part}"' in folded
    alone = text(asking, f"{address}?{GAME}&part={part}", htmx=True)
    assert PARTS[part] in alone
    assert "<h1" not in alone
    page = text(asking, f"{address}?{GAME}&part={part}")
    assert PARTS[part] in page
    assert "<h1" in page
    assert f'id="{part}" open' in page


def test_a_part_nobody_has_changes_nothing(asking: Client, anna: Member) -> None:
    stranger = MemberFactory.create()
    for address in (reverse("campaigns:player", args=[who.pk]) for who in (anna, stranger)):
        for part in ("figures", "nothing", "over"):
            assert "<h1" in text(asking, f"{address}?{GAME}&part={part}") or part == "over"


@pytest.mark.parametrize("settled", [False, True])
def test_the_form_of_filters_comes_when_somebody_wants_to_choose(asking: Client, anna: Member, settled: bool) -> None:
    league = season(name="Thursdays", referee=anna)
    address = reverse("campaigns:season_statistics", args=[league.slug]) if settled else ""
    for page in [address] if settled else [reverse("campaigns:match_statistics"), f"/players/{anna.pk}/"]:
        folded = text(asking, f"{page}?{GAME}")
        assert 'class="filters"' not in folded
        for htmx in (False, True):
            opened = text(asking, f"{page}?{GAME}&narrow=1", htmx=htmx)
            assert 'name="period"' in opened
            assert ("<h1" in opened) is not htmx
            assert ('name="season"' in opened) is not settled
        assert 'name="period"' in text(asking, f"{page}?{GAME}&period=12m")


def test_a_game_s_page_names_who_wins_most_and_the_others_when_asked(asking: Client) -> None:
    """Sixteen players: twelve at once, of whom the guests that lost nothing come before Ben, who never won."""
    address = f"{reverse('campaigns:match_statistics')}?{GAME}"
    page = text(asking, address)
    assert ">Anna<" in page
    assert ">Ben<" not in page
    assert "Everybody: 16 players" in page
    for htmx in (False, True):
        everybody = text(asking, f"{address}&part=players", htmx=htmx)
        assert ">Ben<" in everybody
        assert "Everybody:" not in everybody
        assert ("<h1" in everybody) is not htmx
    table = text(asking, f"{address}&part=seats-table", htmx=True)
    assert "By chance" in table
    assert "<h1" not in table


def test_no_part_tells_of_a_match_that_the_reader_may_not_read(client: Client, anna: Member, ben: Member) -> None:
    secret = season(name="Behind doors", visibility="private")
    for member in (anna, ben):
        people.join(campaign=secret, member=member, code=secret.join_code)
    played([anna, ben, "Secret Sam"], [16, 3, 9], 0, season=secret)
    client.force_login(MemberFactory.create(), backend="club.auth.MemberBackend")
    for part in (*PARTS, "over"):
        for htmx in (False, True):
            shown = text(client, f"{reverse('campaigns:player', args=[anna.pk])}?{GAME}&part={part}", htmx=htmx)
            assert "Sam" not in shown
            assert "Behind doors" not in shown
    guest = Player.objects.get(name="Secret Sam")
    assert client.get(f"{reverse('campaigns:match_player', args=[guest.pk])}?part=figures").status_code == 404
