"""A resolved battle replayed: the table after each event, the page with and without a script, the shared link."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

import msgspec
import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from msgspec.structs import replace

from campaigns.wars.models.resolution import Resolution, ResolutionState
from campaigns.wars.replay.falls import falls_of
from campaigns.wars.replay.frames import FigureState, concerned, decoded, frame_at, frames
from campaigns.wars.replay.initials import LONGEST, initials
from campaigns.wars.replay.opening import decisive, opening_of
from campaigns.wars.replay.standing import classes, part
from campaigns.wars.replay.traces import traces
from campaigns.wars.replay.wording import Names
from club.visibility import Visibility
from engines.core.dice import SeededDice
from engines.musg.battle.events import Event, Kind
from engines.musg.battle.game import Battle
from engines.musg.battle.setup import Setup
from engines.musg.battle.state import Place
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.tactics import player
from engines.musg.trials import playout
from rosters.emblems import DRAWN
from tests.campaigns.wars.test_battle_wording import two_sides
from tests.factories.battles import Field, field
from tests.factories.resolutions import resolved


def event(kind: Kind, figure: int | None = 0, index: int = 0, **more: Any) -> Event:
    data = more.pop("data", {})
    return Event(index=index, turn=1, kind=kind, rule="", figure=figure, data=data, **more)


def after(*events: Event) -> tuple[tuple[FigureState, ...], tuple[int, ...]]:
    setup = two_sides("Ann", "Bob", henchmen=1)
    last = list(frames(setup, events))[-1]
    return last.figures, last.points


# The table after each event


def test_frames_end_as_the_battle_did() -> None:
    """Whatever the engine did to hit points, places and positions, its events say so; looked at again and again."""
    for seed in range(3):
        setup = two_sides("Ann", "Bob", henchmen=4)
        battle = Battle.new(setup, SeededDice(bytes([seed]) * 16))
        players = [player("bold", 1), player("random", seed)]
        while battle.decision is not None:
            battle.play(players[battle.decision.side].decide(battle))
            if len(battle.log) % 25 == 0 or battle.decision is None:
                same_as(battle, setup)


def same_as(battle: Battle, setup: Setup) -> None:
    frame = frame_at(setup, battle.events, len(battle.events) - 1)
    for shown, piece in zip(frame.figures, battle.pieces, strict=True):
        assert (shown.number, shown.side, shown.member) == (piece.uid, piece.side, piece.number)
        assert (shown.hit_points, shown.place, shown.routed) == (piece.hp, piece.place, piece.routed)
        if piece.place in (Place.PLAY, Place.OUT):
            assert (shown.x, shown.y, shown.height) == piece.base[:3]
    assert frame.points == tuple(band.points for band in battle.bands)


def test_frames_say_whom_each_event_altered_and_stop_where_asked() -> None:
    setup = two_sides("Ann", "Bob", henchmen=2)
    fought = playout.fight(setup, ("bold", "bold"), SeededDice(bytes(16)))
    every = list(frames(setup, fought.events))
    assert [frame.event for frame in every] == list(range(len(fought.events)))
    for was, now in pairwise(every):
        changed = {b.number for a, b in zip(was.figures, now.figures, strict=True) if a != b}
        assert set(now.altered) == changed
    assert frame_at(setup, fought.events, 7) == every[7]
    with pytest.raises(IndexError):
        frame_at(setup, fought.events, len(fought.events))


def test_a_body_is_carried_and_leaves_with_who_carries_it() -> None:
    down = event(Kind.OUT, 1, target=2, data={"killed": False})
    carried = event(Kind.CARRIED, 0, target=1, data={"start": [1, 1, 0], "end": [4.5, 1, 2.0]})
    figures, _points = after(down, carried)
    assert (figures[1].x, figures[1].y, figures[1].height) == (4.5, 1, 2.0)
    assert figures[1].place is Place.OUT
    assert figures[1].drawn
    figures, _points = after(down, carried, event(Kind.LEFT_TABLE, 0, target=1, data={"fled": False}))
    assert [figures[n].place for n in (0, 1)] == [Place.LEFT, Place.LEFT]
    assert not figures[1].drawn


def test_who_was_stopped_on_the_way_goes_on_from_there_with_the_body() -> None:
    """Both parts of a move are drawn; a move without a body takes nobody along."""
    down = event(Kind.OUT, 1, target=2, data={"killed": False})
    first = {"start": [1, 1, 0], "end": [3, 1, 0], "way": [[1, 1], [3, 1]]}
    rest = {"start": [3, 1, 0], "end": [4.5, 2, 0], "way": [[3, 1], [4.5, 2]]}
    figures, _points = after(down, event(Kind.CARRIED, 0, target=1, data=first))
    assert (figures[0].x, figures[1].x) == (3, 3)
    going = event(Kind.WENT_ON, 0, target=1, data=rest)
    figures, _points = after(down, event(Kind.CARRIED, 0, target=1, data=first), going)
    assert [(figures[n].x, figures[n].y) for n in (0, 1)] == [(4.5, 2), (4.5, 2)]
    frame = next(frames(two_sides("Ann", "Bob", henchmen=1), [going]))
    assert [(trace.kind, trace.outline) for trace in traces(going, frame)] == [("way", "M3 1L4.5 2")]
    figures, _points = after(event(Kind.SET_OUT, 0, target=2, data=first), event(Kind.WENT_ON, 0, data=rest))
    assert (figures[0].x, figures[2].x) == (4.5, 0)


def test_who_is_put_back_on_the_feet_counts_for_nobody() -> None:
    """Ruling M39: healed from 0 hit points, the victory points go back."""
    won = [
        event(Kind.WOUNDED, 0, target=2, data={"lost": 3, "left": 0}),
        event(Kind.OUT, 0, target=2, data={"killed": False}),
        event(Kind.POINTS, 2, target=0, side=1, data={"points": 10, "total": 10}),
    ]
    figures, points = after(*won)
    assert (figures[0].place, figures[0].hit_points, points) == (Place.OUT, 0, (0, 10))
    figures, points = after(*won, event(Kind.HEALED, 1, target=0, data={"left": 1, "revived": True}))
    assert (figures[0].place, figures[0].hit_points, points) == (Place.PLAY, 1, (0, 0))


def test_flight_rally_hiding_and_reserve() -> None:
    assert after(event(Kind.ROUTED))[0][0].routed
    assert not after(event(Kind.ROUTED), event(Kind.RALLY, data={"passed": True}))[0][0].routed
    assert after(event(Kind.ROUTED), event(Kind.ROUT_TEST, data={"passed": False}))[0][0].routed
    hiding = event(Kind.DEPLOYED, data={"at": [3, 4, 0], "hidden": True})
    assert after(hiding)[0][0].hidden
    assert not after(hiding, event(Kind.REVEALED))[0][0].hidden
    assert after(event(Kind.RESERVED, data={"no_room": False}))[0][0].place is Place.RESERVE
    assert after(event(Kind.RESERVED, data={"no_room": True}))[0][0].place is Place.ABSENT
    assert after(event(Kind.ACTIVITY, data={"absent": True}))[0][0].place is Place.ABSENT
    assert after(event(Kind.STAYED_AWAY, data={"no_room": False}))[0][0].place is Place.AWAY
    together = event(Kind.ACTIVATED, data={"points": 2, "joined": [1]})
    assert [one.active for one in after(together)[0]] == [True, True, False, False]
    assert not after(together, event(Kind.ENDED_ACTIVATION, 1))[0][1].active


def test_a_figure_whose_place_is_not_told_is_drawn_where_it_shows_itself() -> None:
    """What a rival is told of a hidden commando: that he is there; then where, and what he has left."""
    hiding = event(Kind.DEPLOYED, data={"hidden": True})
    assert not after(hiding)[0][0].drawn
    shown = event(Kind.REVEALED, data={"at": [3, 4, 0], "left": 1, "routed": False})
    found = after(hiding, shown)[0][0]
    assert (found.drawn, found.hidden, found.x, found.y, found.hit_points) == (True, False, 3, 4, 1)


def test_an_event_concerns_everybody_it_names() -> None:
    assert concerned(event(Kind.BLAST, 0, data={"figures": [3, 2, 0]})) == (0, 3, 2)
    assert concerned(event(Kind.STRUCK, 0, target=2, data={"with_": [1]})) == (0, 2, 1)
    assert concerned(event(Kind.TURN, None)) == ()


# The page


@pytest.fixture
def ford() -> Field:
    return field(visibility=Visibility.PUBLIC, henchmen=3)


@pytest.fixture
def resolution(ford: Field) -> Resolution:
    return resolved(ford.battle, ford.warbands)


def address(name: str, resolution: Resolution) -> str:
    return reverse(f"campaigns:{name}", args=[resolution.battle.campaign.slug, resolution.battle.pk])


def page(client: Client, where: str) -> str:
    answer = client.get(where, headers={"Accept-Language": "en"})
    assert answer.status_code == 200
    return answer.content.decode()


def tokens(text: str) -> dict[int, tuple[str, str]]:
    """Where the page draws each figure, and its classes."""
    found = re.findall(r'<g class="map__figure ([^"]*)"\s+data-figure="(\d+)" transform="translate\(([^)]*)\)"', text)
    return {int(number): (place, css) for css, number, place in found}


def account(client: Client, where: str) -> list[str]:
    """The account of each turn in order, found through the links to the turns and fetched as the script does."""
    separator = "&" if "?" in where else "?"
    text = page(client, where)
    firsts = re.findall(r'href="\?event=(\d+)[^"]*"\s+data-turn-link', text)
    parts = []
    for first in firsts:
        answer = client.get(f"{where}{separator}event={first}", headers={"Accept-Language": "en", "HX-Request": "true"})
        assert answer.status_code == 200
        assert "HX-Request" in answer["Vary"]
        assert "<html" not in answer.content.decode()
        parts.append(answer.content.decode())
    return parts


@pytest.mark.django_db
def test_the_account_tells_every_event_in_order_and_links_to_each(client: Client, resolution: Resolution) -> None:
    parts = account(client, address("replay", resolution))
    assert len(parts) == len({one["turn"] for one in resolution.events})
    text = "".join(parts)
    told = [int(n) for n in re.findall(r'<li id="event-(\d+)"', text)]
    assert told == list(range(len(resolution.events)))
    assert re.findall(r'<li[^>]*>\s*<a href="\?event=(\d+)#replay">', text) == [str(n) for n in told]
    assert text.count("Turn 2 begins.") == 1
    faces = sum(len(roll["faces"]) for one in resolution.events for roll in one.get("rolls", ()))
    assert text.count('<use href="#die-') == faces > 20


@pytest.mark.django_db
def test_the_page_itself_holds_the_account_of_one_turn(client: Client, resolution: Resolution) -> None:
    turns = [one["turn"] for one in resolution.events]
    for number in (0, turns.index(2), len(turns) - 1):
        text = page(client, f"{address('replay', resolution)}?event={number}")
        told = [int(n) for n in re.findall(r'<li id="event-(\d+)"', text)]
        assert told == [index for index, turn in enumerate(turns) if turn == turns[number]]


@pytest.mark.django_db
def test_the_next_casualty_is_the_next_event_that_puts_somebody_out(client: Client, ford: Field) -> None:
    resolution = resolved(ford.battle, ford.warbands, turns=12)
    falls = [one["index"] for one in resolution.events if one["kind"] == "out"]
    assert falls
    seen, where = [], address("replay", resolution)
    while found := re.search(r'href="\?event=(\d+)#replay"\s+data-step="casualty"', page(client, where)):
        seen.append(int(found[1]))
        where = f"{address('replay', resolution)}?event={found[1]}"
    assert seen == falls
    data = client.get(address("replay_data", resolution)).json()
    assert [number for number, step in enumerate(data["events"]) if step.get("fell")] == falls


@pytest.mark.django_db
def test_it_opens_at_any_event_with_the_table_as_it_was_then(client: Client, resolution: Resolution) -> None:
    setup, events = decoded(resolution.setup, resolution.events)
    for number in (0, len(events) // 2, len(events) - 1):
        text = page(client, f"{address('replay', resolution)}?event={number}")
        drawn = tokens(text)
        for one in frame_at(setup, events, number).figures:
            assert drawn[one.number][0] == f"{round(one.x, 3):g} {round(one.y, 3):g}"
            assert ("is-off" in drawn[one.number][1]) is not one.drawn
        assert f'id="event-{number}" data-event="{number}" aria-current="step"' in text
        assert f'data-event="{number}"' in text
    assert "The battle is over" in text[text.index("data-told") : text.index('id="account"')]


@pytest.mark.django_db
@pytest.mark.parametrize("asked", ["?event=-1", "?event=x", "?event=", "?event=²", "", f"?event={'9' * 5000}"])
def test_it_opens_at_the_first_shot_or_blow_where_no_event_is_named(
    client: Client, resolution: Resolution, asked: str
) -> None:
    """And the deployment is the first step away."""
    first = next(one["index"] for one in resolution.events if one["kind"] in ("shot", "struck"))
    text = page(client, f"{address('replay', resolution)}{asked}")
    assert f'data-event="{first}" aria-current' in text
    assert re.search(r'href="\?event=0#replay"\s+data-step="first"', text)
    assert re.search(r'href="\?event=0#replay"\s+data-turn-link="0"', text)


@pytest.mark.django_db
def test_an_event_beyond_the_last_opens_the_last(client: Client, resolution: Resolution) -> None:
    text = page(client, f"{address('replay', resolution)}?event=99999")
    assert f'data-event="{len(resolution.events) - 1}" aria-current' in text


@pytest.mark.django_db
def test_a_figure_out_of_all_bounds_opens_the_whole_battle(client: Client, resolution: Resolution) -> None:
    text = page(client, f"{address('replay', resolution)}?event=0&figure={'9' * 5000}")
    assert 'data-event="0" aria-current' in text


@pytest.mark.django_db
def test_the_decisive_moment_is_one_tap_away_and_no_title_is_printed_twice(client: Client, ford: Field) -> None:
    resolution = resolved(ford.battle, ford.warbands, turns=12)
    setup, events = decoded(resolution.setup, resolution.events)
    fall = decisive(events, falls_of(setup, events))
    assert fall is not None
    for where in (address("replay", resolution), reverse("campaigns:shared_replay", args=[resolution.share])):
        text = page(client, where)
        assert re.search(rf'href="\?event={fall.event}#replay" data-jump', text)
        assert text[text.index("<main") :].count(ford.battle.title) == 1
        assert text.count(f"<h1>{ford.battle.title}</h1>") == 1


def test_opening_without_a_blow_is_the_first_turn() -> None:
    quiet = [event(Kind.STARTED, None), event(Kind.TURN, None, 1)]
    assert opening_of([replace(quiet[0], turn=0), quiet[1]]) == 1
    assert opening_of([replace(quiet[0], turn=0)]) == 0
    assert opening_of([]) == 0


def test_no_two_of_a_warband_bear_the_same_signs() -> None:
    assert initials(["Bors", "Little Gut", "Drone 12", "Drone 13"]) == ("Bo", "LG", "D12", "D13")
    assert initials(["Anna", "Anton", "Anne"]) == ("An", "At", "Ae")
    many = initials(["Bo"] * 40 + ["", "!", "É", "éa"])
    assert len({one.casefold() for one in many}) == 44
    assert all(1 <= len(one) <= LONGEST for one in many)


def test_flash_fall_and_flight_are_drawn() -> None:
    """A shot flashes where it leaves and where it hits, blades clash between the two, who falls is drawn falling."""
    placed = [event(Kind.DEPLOYED, n, data={"at": [4.0 * n, 5.0, 0]}) for n in (0, 2)]
    shot = event(Kind.SHOT, 0, target=2, data={"hits": 1})
    for one, wanted in (
        (shot, ["shot", "flash", "hit"]),
        (replace(shot, data={"hits": 0}), ["shot", "flash"]),
        (event(Kind.STRUCK, 0, target=2, data={}), ["strike", "clash"]),
    ):
        frame = list(frames(two_sides("Ann", "Bob", henchmen=1), [*placed, one]))[-1]
        assert [trace.kind for trace in traces(one, frame)] == wanted
    fall = event(Kind.OUT, 2, target=0, data={"killed": True})
    assert (part(fall, 2), part(fall, 0), part(fall, 1)) == ("is-falling is-target", "is-doer", "")
    assert part(event(Kind.LEFT_TABLE, 1, data={"fled": True}), 1) == "is-leaving is-doer"
    assert part(event(Kind.ROUTED, 1), 1) == "is-startled is-doer"


@pytest.mark.django_db
def test_one_figure_is_followed(client: Client, resolution: Resolution) -> None:
    _setup, events = decoded(resolution.setup, resolution.events)
    wanted = [one.index for one in events if 2 in concerned(one)]
    text = page(client, f"{address('replay', resolution)}?event={wanted[2]}&figure=2")
    followed = "".join(account(client, f"{address('replay', resolution)}?figure=2"))
    assert [int(n) for n in re.findall(r'<li id="event-(\d+)"', followed)] == wanted
    assert client.get(f"{address('replay_data', resolution)}?figure=2").json()["rows"] == wanted
    steps = dict(re.findall(r'href="([^"]*)" data-step="(\w+)"', text))
    assert {step: int(re.findall(r"event=(\d+)", link)[0]) for link, step in steps.items()} == {
        "first": wanted[0], "back": wanted[1], "forth": wanted[3], "last": wanted[-1]
    }  # fmt: skip
    assert all("figure=2" in link for link in steps)
    everything = client.get(f"{address('replay_data', resolution)}?figure=99").json()["rows"]
    assert everything == list(range(len(events)))


@pytest.mark.django_db
def test_who_is_still_to_come_is_not_struck_off(client: Client, resolution: Resolution) -> None:
    """Only who is down, dead or gone is; at the first event nobody is deployed yet."""
    text = page(client, f"{address('replay', resolution)}?event=0")
    rows = re.findall(r'<tr class="([^"]*)" data-row', text)
    assert rows
    assert all({"is-off", "is-awaited"} <= set(css.split()) for css in rows)
    last = page(client, f"{address('replay', resolution)}?event=99999")
    assert not re.findall(r'<tr class="[^"]*is-awaited[^"]*" data-row', last)


@pytest.mark.django_db
def test_every_figure_is_followed_and_every_turn_opened_by_a_link(client: Client, resolution: Resolution) -> None:
    names = Names.of(decoded(resolution.setup, resolution.events)[0])
    text = page(client, f"{address('replay', resolution)}?event=9")
    followed = re.findall(r'<a href="\?event=9&amp;figure=(\d+)#replay" data-follow>([^<]*)</a>', text)
    assert [(int(number), name) for number, name in followed] == list(enumerate(names.figures))
    first = next(one["index"] for one in resolution.events if one["turn"] == 2)
    assert re.search(rf'<a class="button button--small" href="\?event={first}#replay"\s+data-turn-link="2">', text)
    one = page(client, f"{address('replay', resolution)}?event=9&figure=1")
    assert f"Only what concerns {names.figures[1]}." in one
    assert len(re.findall(r'<a href="\?event=\d+#replay" data-follow', one)) == 2  # its own name lets it go again


@pytest.mark.django_db
def test_the_data_play_to_the_same_tables(client: Client, resolution: Resolution) -> None:
    setup, events = decoded(resolution.setup, resolution.events)
    data = client.get(address("replay_data", resolution)).json()
    state = {one["number"]: one for one in data["start"]}
    assert len(data["events"]) == len(events)
    for step, frame in zip(data["events"], frames(setup, events), strict=True):
        state |= {one["number"]: one for one in step.get("figures", [])}
        assert step["points"] == list(frame.points)
        for one in frame.figures:
            shown = state[one.number]
            assert (shown["x"], shown["y"]) == (f"{round(one.x, 3):g}", f"{round(one.y, 3):g}")
            assert shown["hit_points"] == f"{max(0, one.hit_points)}/{one.most_hit_points}"
    assert any("way" in step for step in data["events"])


@pytest.mark.django_db
def test_names_are_text_and_never_markup(client: Client, ford: Field) -> None:
    resolution = resolved(ford.battle, ford.warbands, turns=1)
    setup = msgspec.convert(resolution.setup, Setup)
    raw: dict[str, Any] = msgspec.to_builtins(setup)
    raw["sides"][0]["name"] = raw["sides"][0]["figures"][0]["name"] = "<b onclick=x>Bold & co %(name)s"
    Resolution.objects.filter(pk=resolution.pk).update(setup=raw)
    text = page(client, address("replay", resolution))
    assert "<b onclick" not in text
    assert "&lt;b onclick=x&gt;Bold &amp; co %(name)s" in text


@pytest.mark.django_db
@pytest.mark.parametrize("state", [ResolutionState.WAITING, ResolutionState.VOID])
def test_there_is_no_replay_before_the_battle_is_resolved(client: Client, resolution: Resolution, state: str) -> None:
    Resolution.objects.filter(pk=resolution.pk).update(state=state)
    shared = reverse("campaigns:shared_replay", args=[resolution.share])
    for where in (address("replay", resolution), address("replay_data", resolution), shared, f"{shared}events.json"):
        assert client.get(where).status_code == 404


# The shared link


@pytest.mark.django_db
def test_whoever_has_the_link_sees_the_battle_and_nothing_else(client: Client) -> None:
    ford = field(visibility=Visibility.PRIVATE, henchmen=2)
    resolution = resolved(ford.battle, ford.warbands, turns=1)
    assert client.get(address("replay", resolution)).status_code == 404
    shared = reverse("campaigns:shared_replay", args=[resolution.share])
    text = page(client, f"{shared}?event=5")
    assert 'data-event="5"' in text
    assert ford.battle.title in text
    for secret in (ford.campaign.name, ford.campaign.slug, *(p.username for p in ford.players), "/campaigns/the"):
        assert secret not in text
    assert 'name="robots" content="noindex"' in text
    assert client.get(f"{shared}events.json").json()["events"]
    assert client.get(reverse("campaigns:shared_replay", args=["no-such-key"])).status_code == 404


@pytest.mark.django_db
def test_readers_of_the_campaign_find_the_link(client: Client, resolution: Resolution) -> None:
    text = page(client, f"{address('replay', resolution)}?event=7")
    assert f'value="http://testserver{reverse("campaigns:shared_replay", args=[resolution.share])}?event=7"' in text


@pytest.mark.django_db
def test_the_page_asks_the_database_little(client: Client, ford: Field, resolution: Resolution) -> None:
    client.force_login(ford.players[0], backend="club.auth.MemberBackend")
    client.get(address("replay", resolution))
    with CaptureQueriesContext(connection) as asked:
        client.get(f"{address('replay', resolution)}?event=40")
    assert len(asked) <= 10


FOLLOWERS = ("zombie", "invader_melee", "invader_shooting")


def test_every_race_has_an_emblem() -> None:
    """What figures bear on the map and on cards is drawn for each race of the rulebook and whom modules bring, once."""
    drawn = re.findall(r'<symbol id="(\w+)"', (settings.BASE_DIR / "static/icons/races.svg").read_text("utf-8"))
    assert sorted(drawn) == sorted({*CATALOGUE.races, *FOLLOWERS}) == sorted(DRAWN)


def test_whoever_sits_in_a_vehicle_is_not_struck_out_as_the_dead_are() -> None:
    """Neither is drawn on the map; the style sheet strikes out those who are off it, unless they wait or sit aboard."""
    sitting, dead = (FigureState(0, 0, 1, "Bert", "orc", 3, 3, place) for place in (Place.ABOARD, Place.DEAD))
    assert (classes(sitting), classes(dead)) == ("is-off is-aboard", "is-off")
    style = (settings.BASE_DIR / "static/css/wars/replay.css").read_text(encoding="utf-8")
    assert "tr:is(.is-off, .is-out):not(.is-awaited, .is-aboard) th" in style
