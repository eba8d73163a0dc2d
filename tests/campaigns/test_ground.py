"""The table of a battle: taken ready-made, changed by hand, drawn as a map; every mistake beside its row."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest
from django.http import QueryDict
from django.template import Context, Template
from django.test import Client
from django.urls import reverse
from django.utils import translation

from campaigns.battle_map import Token, battle_map
from campaigns.forms.ground import GroundForm, kinds
from campaigns.models import BattleGround
from campaigns.operations import ground, schedule
from club.operations import Refused, Stale
from engines.core.dice import commitment
from engines.musg.geometry import Circle, Polygon, Rectangle
from engines.musg.ready_tables import ready_tables
from engines.musg.table import Climb, Form, Ground, Layout, Piece, Veil, Zone
from tests.factories.battles import Field, field
from tests.factories.club import MemberFactory

READY = tuple(ready_tables().items())
ZONES = (Zone(Rectangle(0, 0, 40, 5)), Zone(Rectangle(0, 27, 40, 5)))


@pytest.fixture
def fight() -> Field:
    return field()


@pytest.fixture
def player(fight: Field) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(fight.players[0])
    return client


def address(fight: Field, name: str = "ground") -> str:
    return reverse(f"campaigns:{name}", args=[fight.campaign.slug, fight.battle.pk])


def typed(layout: Layout, *, turn_limit: int = 8, version: int = 0, **changes: Any) -> dict[str, str]:
    """What a browser sends of the form filled in from a table, with some fields changed (``piece_0_x`` = piece-0-x)."""
    form = GroundForm(layout=layout, turn_limit=turn_limit, version=version)
    data = {name: str(form.table[name].value()) for name in form.table.fields}
    for rows in (form.pieces, form.zones):
        data |= {
            f"{rows.prefix}-TOTAL_FORMS": str(len(rows.forms)),
            f"{rows.prefix}-INITIAL_FORMS": str(len(rows.forms)),
        }
        for row in rows.forms:
            data |= {row.add_prefix(name): str(row[name].value() or "") for name in row.fields if name != "DELETE"}
            data |= {row.add_prefix(name): str(row[name].value()) for name in ("x", "y")}
            if "height" in row.fields:
                data[row.add_prefix("height")] = str(row["height"].value())
    data |= {name.replace("_", "-", 2): str(value) for name, value in changes.items()}
    return data


def read(data: dict[str, str]) -> GroundForm:
    sent = QueryDict(mutable=True)
    sent.update(data)
    return GroundForm(sent, layout=READY[0][1], turn_limit=8, version=0)


# The form says what the table is, and back


@pytest.mark.parametrize(("code", "table"), READY)
def test_a_ready_made_table_goes_through_the_form_unchanged(code: str, table: Layout) -> None:
    form = read(typed(table))
    assert form.is_valid(), [row.errors for row in form.pieces]
    assert ground.ready_code(form.layout) == code


def test_a_piece_is_moved_turned_round_and_taken_away() -> None:
    table = Layout(
        width=40,
        depth=32,
        pieces=(
            Piece(kind="wall", shape=Rectangle(10, 10, 4, 1), form=Form.WALL, height=1, veil=Veil.SOLID),
            Piece(kind="well", shape=Circle(20, 20, 1), form=Form.WALL, height=0.8),
            Piece(kind="hill", shape=Polygon(((5, 5), (9, 5), (5, 9))), form=Form.LEVEL, height=1, climb=Climb.FREE),
        ),
        zones=ZONES,
    )
    moved = read(typed(table, piece_0_x=12.5, piece_2_x=6, piece_2_width=8)).layout
    assert moved.pieces[0].shape == Rectangle(12.5, 10, 4, 1)
    assert moved.pieces[1] == table.pieces[1]
    # Twice as wide and a pace to the right: every corner goes along.
    assert moved.pieces[2].shape == Polygon(((6, 5), (14, 5), (6, 9)))
    fewer = read({**typed(table), "piece-1-DELETE": "on"}).layout
    assert [piece.kind for piece in fewer.pieces] == ["wall", "hill"]
    rounded = read({**typed(table), "piece-0-shape_kind": "circle", "piece-0-depth": "4"}).layout
    assert rounded.pieces[0].shape == Circle(12, 12, 2)


@pytest.mark.parametrize(
    ("field_", "value", "where"),
    [("x", "left", "x"), ("width", "0", "width"), ("depth", "3", "depth"), ("outline", "1 2,x", "outline")],
)
def test_what_cannot_be_read_is_said_beside_its_field(field_: str, value: str, where: str) -> None:
    table = Layout(width=40, depth=32, pieces=(Piece(kind="well", shape=Circle(20, 20, 1)),), zones=ZONES)
    form = read({**typed(table), f"piece-0-{field_}": value})
    assert not form.is_valid()
    assert where in form.pieces.forms[0].errors
    assert form.layout.pieces == ()


# Laying out


@pytest.mark.django_db
def test_laying_out_publishes_the_hash_of_a_secret_seed(fight: Field) -> None:
    row = ground.lay_out(battle=fight.battle, layout=ready_tables()["ruins"], turn_limit=7)
    row.refresh_from_db()
    assert (row.ready, row.turn_limit, row.version) == ("ruins", 7, 1)
    assert row.commitment == commitment(bytes.fromhex(row.seed))
    assert msgspec.convert(row.layout, Layout) == ready_tables()["ruins"]
    ground.lay_out(battle=fight.battle, layout=ready_tables()["forest"], turn_limit=7)
    assert BattleGround.objects.get().seed == row.seed


@pytest.mark.django_db
def test_every_fault_of_a_table_is_named_with_its_row(fight: Field) -> None:
    wrong = Layout(
        width=40,
        depth=32,
        pieces=(
            Piece(kind="wood", shape=Rectangle(38, 3, 4, 4), ground=Ground.DIFFICULT),
            Piece(kind="wall", shape=Rectangle(3, 3, 4, 1), form=Form.WALL),
        ),
        zones=ZONES[:1],
    )
    with pytest.raises(Refused) as refused:
        ground.lay_out(battle=fight.battle, layout=wrong, turn_limit=101)
    found = {(problem.code, problem.field) for problem in refused.value.problems}
    assert found == {
        ("table_outside", "piece 1"),
        ("table_flat", "piece 2"),
        ("battle_zone", None),
        ("battle_turns", "turn_limit"),
    }
    assert not BattleGround.objects.exists()


@pytest.mark.django_db
def test_two_who_lay_out_at_once_do_not_overwrite_each_other(fight: Field) -> None:
    ground.lay_out(battle=fight.battle, layout=ready_tables()["ruins"], turn_limit=7, version=0)
    with pytest.raises(Stale):
        ground.lay_out(battle=fight.battle, layout=ready_tables()["forest"], turn_limit=7, version=0)


@pytest.mark.django_db
def test_only_a_battle_that_is_ahead_gets_a_table(fight: Field) -> None:
    schedule.cancel_battle(battle=fight.battle, author=fight.referee)
    with pytest.raises(Refused) as refused:
        ground.lay_out(battle=fight.battle, layout=ready_tables()["ruins"], turn_limit=7)
    assert refused.value.codes == ["not_scheduled"]


# By the pages


@pytest.mark.django_db
def test_a_ready_made_table_is_chosen_and_stored(fight: Field, player: Client) -> None:
    page = player.get(address(fight), {"table": "warehouse"})
    form = page.context["form"]
    assert form.shown == ready_tables()["warehouse"]
    assert page.content.decode().count('class="map-choice"') == len(READY)
    answer = player.post(address(fight), {**typed(form.shown), "action": "save"})
    assert answer.status_code == 302
    assert answer["Location"] == address(fight, "resolution")
    assert BattleGround.objects.get().ready == "warehouse"
    assert "Deployment zone of Axes" in player.get(address(fight, "resolution")).content.decode()


@pytest.mark.django_db
def test_a_refused_table_keeps_what_was_typed_and_opens_the_row(fight: Field, player: Client) -> None:
    sent = {**typed(ready_tables()["village"]), "piece-2-x": "39.5", "action": "save"}
    answer = player.post(address(fight), sent)
    assert answer.status_code == 422
    shown = answer.content.decode()
    row = re.search(r'<details class="disclosure" id="piece-3" open>.*?</details>', shown, re.DOTALL)
    assert row is not None
    assert "This lies partly outside the table." in row[0]
    assert 'value="39.5"' in row[0]
    assert not BattleGround.objects.exists()


@pytest.mark.django_db
def test_rows_are_added_without_a_script_and_nothing_is_stored_yet(fight: Field, player: Client) -> None:
    sent = typed(Layout(width=40, depth=32, zones=ZONES))
    answer = player.post(address(fight), {**sent, "action": "add_piece", "add_kind": "house"})
    form = answer.context["form"]
    assert (answer.status_code, len(form.pieces.forms), form.wrong) == (200, 1, 0)
    house = form.layout.pieces[0]
    assert (house.kind, house.form, house.veil) == ("house", Form.LEVEL, Veil.SOLID)
    zones = player.post(address(fight), {**sent, "action": "add_zone"}).context["form"].layout.zones
    assert len(zones) == 3
    assert not BattleGround.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize("kind", [code for code, _name in kinds()])
def test_every_kind_of_piece_is_added_ready_to_be_stored(fight: Field, player: Client, kind: str) -> None:
    sent = typed(Layout(width=40, depth=32, zones=ZONES))
    form = player.post(address(fight), {**sent, "action": "add_piece", "add_kind": kind}).context["form"]
    ground.lay_out(battle=fight.battle, layout=form.layout, turn_limit=6)
    assert BattleGround.objects.get().layout["pieces"][0]["kind"] == kind


@pytest.mark.django_db
def test_the_map_is_drawn_anew_from_what_is_typed(fight: Field, player: Client) -> None:
    table = Layout(width=40, depth=32, pieces=(Piece(kind="wall", shape=Rectangle(3, 3, 4, 1)),), zones=ZONES)
    sent = {**typed(table), "piece-0-x": "11"}
    drawn = player.post(address(fight, "ground_map"), sent).content.decode()
    assert 'd="M11 3h4v1h-4z"' in drawn
    assert "<form" not in drawn
    unread = player.post(address(fight, "ground_map"), {**sent, "piece-0-x": ""}).content.decode()
    assert "1 entry cannot be read" in unread


@pytest.mark.django_db
@pytest.mark.parametrize(("who", "status"), [("outsider", 403), ("player", 302), ("referee", 302), (None, 404)])
def test_who_may_set_the_table_up(fight: Field, who: str | None, status: int) -> None:
    people = {"outsider": MemberFactory.create(), "player": fight.players[1], "referee": fight.referee}
    client = Client(headers={"accept-language": "en"})
    if who:
        client.force_login(people[who])
    answer = client.post(address(fight), {**typed(ready_tables()["ruins"]), "action": "save"})
    assert answer.status_code == status


@pytest.mark.django_db
def test_there_is_nothing_to_lay_out_for_a_battle_that_is_over(fight: Field, player: Client) -> None:
    schedule.cancel_battle(battle=fight.battle, author=fight.referee)
    assert player.get(address(fight))["Location"] == fight.battle.get_absolute_url()


# The map


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(("code", "table"), READY)
def test_a_map_is_well_formed_and_shows_every_piece_zone_and_figure(code: str, table: Layout, language: str) -> None:
    figures = [Token(7, 1, 3.25, 4, 0.5, "Ann & <Bob>", "1", "is-out")]
    with translation.override(language):
        drawing = battle_map(table, sides=["Axes"], figures=figures, numbered=True)
        svg = Template("{% load campaigns %}{% battle_map map %}").render(Context({"map": drawing}))
    root = ElementTree.fromstring(svg)  # noqa: S314  our own drawing
    tag = "{http://www.w3.org/2000/svg}"
    assert len(root.findall(f".//{tag}path[@class]")) >= len(table.pieces) + len(table.zones)
    figure = root.find(f".//{tag}g[@data-figure='7']")
    assert figure is not None
    assert figure.get("transform") == "translate(3.25 4)"
    assert figure.findtext(f"{tag}title") == "Ann & <Bob>"
    assert "," not in (root.get("viewBox") or ",")
    assert code == table.code
