"""The picture of a battle: its result, its decisive moment, who may see it, and names that would break a drawing."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from campaigns.wars.card import picture
from campaigns.wars.card.moment import moment
from campaigns.wars.models.battle import Battle
from campaigns.wars.models.resolution import Resolution
from campaigns.wars.replay.falls import Fall
from campaigns.wars.replay.frames import decoded
from campaigns.wars.replay.opening import decisive
from club.models import Member
from club.paper import share_card
from club.paper.lettering import clean, fitted, width, wrapped
from club.visibility import Visibility
from engines.musg.battle.events import Event, Kind
from engines.musg.report import Down, Who
from rosters.models import Character, Warband
from tests.factories.battles import LEADER, LIEUTENANT, field
from tests.factories.campaigns import Cast, cast, fight
from tests.factories.resolutions import resolved, setup_for

pytestmark = pytest.mark.django_db

SVG = "{http://www.w3.org/2000/svg}"


def drawing(card: picture.Card) -> ElementTree.Element:
    return ElementTree.fromstring(card.svg)  # noqa: S314 (our own drawing: what is tried is whether names break it)


def texts(card: picture.Card) -> list[str]:
    """Everything written on a card, as a reader of the XML finds it."""
    return [(text.text or "").strip() for text in drawing(card).iter(f"{SVG}text")]


def client_of(member: Member) -> Client:
    client = Client()
    client.force_login(member, backend="club.auth.MemberBackend")
    return client


@pytest.fixture
def fought() -> Cast:
    who = cast()
    killed = Down(Who(who.warband.key, LEADER), Who(who.other.key, LIEUTENANT), killed=True)
    fight(who.campaign, [who.warband, who.other], downs=[killed], title="At the mill")
    return who


def of(who: Cast) -> Battle:
    return Battle.objects.select_related("campaign").get(campaign=who.campaign)


def test_it_shows_who_won_and_what_happened(fought: Cast) -> None:
    with override("en"):
        said = texts(picture.of_battle(of(fought), None))
    assert said[:2] == ["The Border", "At the mill"]
    assert said[2] == "Blades"
    assert said[4:6] == ["Axes", "0"]
    assert "B Lieutenant killed A Leader outright." in " ".join(said)


def test_it_speaks_the_readers_language(fought: Cast) -> None:
    with override("fr"):
        assert "B Lieutenant tue net A Leader." in " ".join(texts(picture.of_battle(of(fought), None)))


@pytest.mark.parametrize(
    "name",
    [
        '</text><script>alert("1")</script>',
        "A & B <b>",
        "\x00\x01\x1b[31m\ufffe\u202eevil",
        "''\"\"",
        "#{x} %s {{ y }}",
    ],
)
def test_no_name_breaks_the_drawing(fought: Cast, name: str) -> None:
    Warband.objects.update(name=name[:60].replace("\x00", ""))
    Character.objects.update(name=name[:60].replace("\x00", ""))
    Battle.objects.update(title=name.replace("\x00", ""))
    card = picture.of_battle(of(fought), None)
    drawn = drawing(card)
    assert {one.tag.removeprefix(SVG) for one in drawn.iter()} <= {"svg", "rect", "text", "circle", "path", "g"}
    assert clean(name)[:10] in " ".join(texts(card))
    assert share_card.draw(card.svg).startswith(b"\x89PNG")


def test_long_names_fit() -> None:
    for text in ("W" * 200, "il" * 100, "龍" * 90, "word " * 60, "a\u0301" * 100):
        for lines in (1, 3):
            found = wrapped(text, 20, lines)
            assert 1 <= len(found) <= lines
            assert all(width(line) <= 20 for line in found), found
    assert fitted("short", 20) == "short"
    assert fitted("W" * 200, 20).endswith("…")
    assert wrapped("", 20, 2) == []
    assert clean("a\x07b\u202e\n c") == "ab c"


def test_the_decisive_moment_is_the_fall_that_gave_the_lead_for_good() -> None:
    """Axes lead, Blades catch up and pass them with the second fall, then Axes win points that change nothing."""
    setup = setup_for(field().warbands)
    axes, blades = (side.key for side in setup.sides)
    falls = [
        Fall(Who(blades, 3), 0, Who(axes, 1)),
        Fall(Who(axes, 1), 2, Who(blades, 1), ("axe",)),
        Fall(Who(blades, 4), 4, Who(axes, 2)),
    ]

    def points(index: int, side: int, total: int) -> Event:
        return Event(index, 1, Kind.POINTS, "", side, 0, 4, {"points": 5, "total": total})

    events = [points(1, 0, 5), points(3, 1, 20), points(5, 0, 10)]
    assert decisive(events, falls) == falls[1]
    assert decisive([], falls) == falls[2]
    assert decisive([], []) is None
    assert moment(setup, [], []) is None


def test_a_battle_that_the_engine_fought_shows_its_moment(fought: Cast) -> None:
    battle = of(fought)
    resolution = resolved(battle, [fought.warband, fought.other], turns=6, players=("bold", "bold"))
    setup, events = decoded(resolution.setup, resolution.events)
    seen = picture.of_battle(battle, resolution).moment
    assert seen is not None
    assert events[seen.fall.event].kind is Kind.OUT
    x, y, across, _down = (float(value) for value in seen.view.split())
    falling = next(token for token in seen.map.figures if token.css == "is-out")
    assert x <= falling.x <= x + across
    assert y <= falling.y <= y + across
    with override("en"):
        said = " ".join(texts(picture.of_battle(battle, resolution)))
    assert f"Turn {seen.turn}, the decisive moment." in said
    assert setup.sides[0].name in said


# Who may see it


def address(battle: Battle) -> str:
    return reverse("campaigns:card", args=[battle.campaign.slug, battle.pk])


def test_it_is_a_picture_for_the_campaigns_readers_alone() -> None:
    who = cast(visibility=Visibility.PRIVATE)
    battle = fight(who.campaign, [who.warband, who.other])
    answer = client_of(who.player).get(address(battle))
    assert answer.status_code == 200
    assert answer["Content-Type"] == "image/png"
    assert answer.content.startswith(b"\x89PNG")
    assert answer.content[16:24] == (1200).to_bytes(4) + (630).to_bytes(4)
    assert client_of(who.outsider).get(address(battle)).status_code == 404


def test_a_battle_that_is_not_over_has_none() -> None:
    made = field()
    assert client_of(made.referee).get(address(made.battle)).status_code == 404


def test_the_shared_link_shows_the_battle_and_nothing_else_of_the_campaign(client: Client) -> None:
    who = cast(visibility=Visibility.PRIVATE, name="A secret war")
    battle = fight(who.campaign, [who.warband, who.other], bonus={who.warband: 5}, title="At the mill")
    resolution = resolved(battle, [who.warband, who.other])
    card = reverse("campaigns:shared_card", args=[resolution.share])
    assert client.get(card).content.startswith(b"\x89PNG")
    assert client.get(reverse("campaigns:shared_card", args=["nobody"])).status_code == 404
    page = client.get(reverse("campaigns:shared_replay", args=[resolution.share])).content.decode()
    assert f'<meta property="og:image" content="http://testserver{card}">' in page
    said = " ".join(texts(picture.of_replay(Resolution.objects.select_related("battle").get(pk=resolution.pk))))
    assert "At the mill" in said
    assert "secret" not in said


def test_it_costs_few_queries(fought: Cast, django_assert_max_num_queries: Any) -> None:
    for _battle in range(3):
        fight(fought.campaign, [fought.warband, fought.other])
    battle = Battle.objects.filter(campaign=fought.campaign).earliest("pk")
    client = client_of(fought.player)
    with django_assert_max_num_queries(13):
        client.get(address(battle))


def test_a_picture_is_drawn_once(fought: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    """Messengers ask once for every member of a group."""
    cache.clear()
    drawn: list[str] = []
    monkeypatch.setattr(share_card, "draw", lambda svg: drawn.append(svg) or b"\x89PNG")
    for _asked in range(3):
        share_card.png(picture.of_battle(of(fought), None).svg)
    assert len(drawn) == 1
