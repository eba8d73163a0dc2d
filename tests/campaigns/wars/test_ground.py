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

from campaigns.wars.battles import operations as schedule
from campaigns.wars.battles.setup import setup_of
from campaigns.wars.ground import operations as ground
from campaigns.wars.ground.forms import GroundForm, kinds
from campaigns.wars.ground.map import Token, battle_map
from campaigns.wars.models.battle import Battle
from campaigns.wars.models.resolution import BattleGround
from campaigns.wars.resolution import operations as resolution
from club.operations import Refused, Stale
from engines.core.dice import commitment
from engines.musg.ground.layout import Climb, Form, Ground, Layout, Piece, Veil, Zone
from engines.musg.ground.ready_tables import ready_tables
from engines.musg.ground.shapes import Circle, Polygon, Rectangle
from tests.factories.battles import Field
from tests.factories.club import MemberFactory

READY = tuple(ready_tables().items())
ZONES = (Zone(Rectangle(0, 0, 40, 5)), Zone(Rectangle(0, 27, 40, 5)))


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


def test_a_row_that_was_added_and_emptied_again_is_told_so() -> None:
    data = typed(READY[0][1])
    added = f"zone-{data['zone-TOTAL_FORMS']}"
    data["zone-TOTAL_FORMS"] = str(int(data["zone-TOTAL_FORMS"]) + 1)
    form = read(data | {f"{added}-{name}": "" for name in ("x", "y", "width", "depth", "outline")})
    assert not form.is_valid()
    assert form.zones.forms[-1].errors.keys() == {"x", "y", "width", "depth"}
    assert form.layout.zones == READY[0][1].zones


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


@pytest.mark.django_db
def test_a_table_typed_too_late_stands_there_still_and_can_be_sent_once_more(fight: Field, player: Client) -> None:
    sent = typed(READY[0][1])
    assert player.post(address(fight), sent).status_code == 302
    late = player.post(address(fight), {**sent, "turn_limit": "11"})
    page = late.content.decode()
    assert late.status_code == 422
    assert '<input type="hidden" name="version" value="1"' in page
    assert 'name="turn_limit" value="11"' in page
    assert f'href="{address(fight)}" target="_blank"' in page
    assert player.post(address(fight), {**sent, "turn_limit": "11", "version": "1"}).status_code == 302


@pytest.mark.django_db
def test_whoever_changes_a_table_asks_the_others_anew(fight: Field) -> None:
    one, other = fight.players
    layout = ready_tables()["ruins"]

    def agreeing() -> list[bool]:
        return [fight.side(n).lets_engine_resolve for n in (0, 1)]

    # From the first consent on a ready table stands there, so that whoever agrees knows on what.
    for player in (one, other):
        resolution.agree(battle=fight.battle, member=player, lets=True)
    ground.lay_out(battle=fight.battle, layout=layout, turn_limit=7, author=one)
    assert agreeing() == [True, False]
    resolution.agree(battle=fight.battle, member=other, lets=True)
    ground.lay_out(battle=fight.battle, layout=layout, turn_limit=7, author=one)
    assert agreeing() == [True, True], "it is the same table"
    ground.lay_out(battle=fight.battle, layout=layout, turn_limit=8, author=fight.referee)
    assert agreeing() == [False, False]


# By the pages


@pytest.mark.django_db
def test_who_would_ask_the_others_anew_is_told_so_before(fight: Field, player: Client) -> None:
    words = "they are asked again"
    ground.lay_out(battle=fight.battle, layout=ready_tables()["ruins"], turn_limit=7)
    assert words not in player.get(address(fight)).content.decode()
    resolution.agree(battle=fight.battle, member=fight.players[1], lets=True)
    assert words in player.get(address(fight)).content.decode()


@pytest.mark.django_db
def test_the_scenario_stands_beside_the_table(fight: Field, player: Client) -> None:
    assert "No scenario has been written down" in player.get(address(fight)).content.decode()
    Battle.objects.update(scenario="Hold the well.")
    for page in ("ground", "resolution"):
        assert "Hold the well." in player.get(address(fight, page)).content.decode()


@pytest.mark.django_db
def test_a_ready_made_table_is_chosen_and_stored(fight: Field, player: Client) -> None:
    page = player.get(address(fight), {"table": "warehouse"})
    form = page.context["form"]
    assert form.layout_on_map == ready_tables()["warehouse"]
    assert page.content.decode().count('class="map-choice"') == len(READY)
    answer = player.post(address(fight), {**typed(form.layout_on_map), "action": "save"})
    assert answer.status_code == 302
    assert answer["Location"] == address(fight, "resolution")
    stored = BattleGround.objects.get()
    assert stored.ready == "warehouse"
    assert stored.layout["name_en"] == ready_tables()["warehouse"].name_en
    assert "Deployment zone of Axes" in player.get(address(fight, "resolution")).content.decode()


@pytest.mark.django_db
def test_a_battle_straight_after_another_is_fought_as_one(fight: Field, player: Client) -> None:
    """Ruling M104: the engine is told, so that grenades and rockets may run out."""
    sent = {**typed(ready_tables()["village"]), "action": "save"}
    player.post(address(fight), sent)
    assert not setup_of(fight.battle).back_to_back
    assert "may run out" not in player.get(address(fight, "resolution")).content.decode()
    assert player.post(address(fight), {**sent, "version": "1", "back_to_back": "on"}).status_code == 302
    assert setup_of(fight.battle).back_to_back
    assert "may run out" in player.get(address(fight, "resolution")).content.decode()
    assert player.get(address(fight)).context["form"].table["back_to_back"].value() is True


@pytest.mark.django_db
def test_a_refused_table_keeps_what_was_typed_and_opens_the_row(fight: Field, player: Client) -> None:
    sent = {**typed(ready_tables()["village"]), "piece-2-x": "39.5", "action": "save"}
    answer = player.post(address(fight), sent)
    assert answer.status_code == 422
    shown = answer.content.decode()
    row = re.search(r'<details class="disclosure" data-row-of="piece-2"\s+open>.*?</details>', shown, re.DOTALL)
    assert row is not None
    assert "Part of this is outside the table." in row[0]
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
def test_the_map_bears_the_numbers_of_the_rows_whatever_is_not_drawn(fight: Field, player: Client) -> None:
    walls = tuple(Piece(kind="wall", shape=Rectangle(x, 9, 4, 1)) for x in (3, 13, 23))
    sent = {**typed(Layout(width=40, depth=32, pieces=walls, zones=ZONES)), "piece-1-x": "", "zone-0-DELETE": "on"}
    drawn = player.post(address(fight, "ground_map"), sent).content.decode()
    assert re.findall(r'data-row="([^"]+)"', drawn) == ["zone-1", "piece-0", "piece-2"]
    assert re.findall(r'class="map__mark"[^>]*>(\d+)<', drawn) == ["1", "3"]


@pytest.mark.django_db
def test_zones_nearer_than_the_rules_ask_are_stored_but_pointed_out(fight: Field, player: Client) -> None:
    """Musg, Déploiement: at least 20 paces between two zones."""
    near = Layout(width=40, depth=32, zones=(Zone(Rectangle(0, 0, 40, 5)), Zone(Rectangle(0, 17.5, 40, 5))))
    drawn = player.post(address(fight, "ground_map"), typed(near)).content.decode()
    assert "Zones A and B are only 12.5 paces apart; the rules ask for 20." in drawn
    assert player.post(address(fight), {**typed(near), "action": "save"}).status_code == 302
    apart = player.post(address(fight, "ground_map"), typed(Layout(width=40, depth=32, zones=ZONES))).content.decode()
    assert "paces apart" not in apart


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
        drawing = battle_map(table, sides=["Axes"], figures=figures, piece_rows=range(len(table.pieces)))
        svg = Template("{% load wars %}{% battle_map map %}").render(Context({"map": drawing}))
    root = ElementTree.fromstring(svg)  # noqa: S314  our own drawing
    tag = "{http://www.w3.org/2000/svg}"
    assert len(root.findall(f".//{tag}path[@class]")) >= len(table.pieces) + len(table.zones)
    figure = root.find(f".//{tag}g[@data-figure='7']")
    assert figure is not None
    assert figure.get("transform") == "translate(3.25 4)"
    assert figure.findtext(f"{tag}title") == "Ann & <Bob>"
    assert "," not in (root.get("viewBox") or ",")
    assert code == table.code
