"""Random matches of any score pad, entered as a page would: from the choices the pad offers."""

from random import Random
from typing import Any

from hypothesis import strategies as st
from msgspec.structs import replace

from engines.badass_force.score.setup import BadassSetup
from engines.baf import cards as baf_cards
from engines.baf.score import GAME as BAF, BafSetup
from engines.bagarre.score.game import GAME as BAGARRE
from engines.bagarre.score.setup import BagarreSetup
from engines.bebop import cards as bebop_cards
from engines.bebop.score import GAME as BEBOP, BebopSetup
from engines.bebop.score.state import BebopState
from engines.core.score import Entry, Field, Number, Pick, Rows, ScoreGame, Setup, Words
from tests.engines.score.filling_in import legal_match

ENDS = {"stop", "final"}
"""Kinds that end a match at once, so they are drawn seldom."""
BEYOND = 30
"""How far a random number goes where there is no limit."""


def badass_setups() -> st.SearchStrategy[BadassSetup]:
    house = st.integers(0, 4)
    return st.integers(2, 6).flatmap(
        lambda seats: st.builds(
            BadassSetup,
            seats=st.just(seats),
            start=st.integers(0, seats - 1),
            limit=st.integers(2, 12),
            first_kill=house,
            later_kill=house,
            leader_bonus=house,
            cool_bonus=house,
        )
    )


TEAMS = {4: [(), (0, 1, 0, 1), (0, 0, 1, 1)], 6: [(), (0, 1, 0, 1, 0, 1), (0, 1, 2, 0, 1, 2)]}


@st.composite
def bagarre_setups(draw: st.DrawFn) -> BagarreSetup:
    seats = draw(st.integers(2, 6))
    heroes = draw(st.booleans())
    teams = draw(st.sampled_from(TEAMS.get(seats, [()])))
    return BagarreSetup(
        seats=seats,
        start=draw(st.integers(0, seats - 1)),
        rules_version=draw(st.sampled_from(BAGARRE.versions)),
        heroes=heroes,
        trolls=heroes and draw(st.booleans()),
        teams=teams,
        same_hero_per_team=heroes and bool(teams) and draw(st.booleans()),
        unique=draw(st.booleans()),
        own_heroes=draw(st.sampled_from([(), ("dwarf",), ("dwarf", "cook")])) if heroes else (),
    )


SETUPS: dict[str, st.SearchStrategy[Any]] = {"badass_force": badass_setups(), "bagarre": bagarre_setups()}
"""The games whose entries Hypothesis draws one by one; those of the others come from a seed, so that they get far."""
SEEDS = st.integers(0, 2**32)


@st.composite
def baf_matches(draw: st.DrawFn) -> tuple[BafSetup, list[dict[str, Any]]]:
    """A match of BAF! with or without cards, as data; every entry holds."""
    seats = draw(st.integers(2, 5))
    cards = baf_cards.training() if draw(st.booleans()) else None
    setup = BafSetup(seats=seats, start=draw(st.integers(0, seats - 1)), cards=cards, penalty=draw(st.integers(0, 2)))
    setup = replace(setup, rules_version=draw(st.sampled_from(BAF.versions)))
    kept = draw(st.integers(0, 9)) > 0
    random, tries = Random(draw(SEEDS)), draw(st.sampled_from([10, 60, 200]))
    return setup, legal_match(
        random, BAF, setup, tries, lambda _, entry: kept and entry["kind"] in ("result", "stop", "count", "leave")
    )


def hasty(state: BebopState, entry: dict[str, Any]) -> bool:
    """What keeps a match of Space Serenade from getting far."""
    return entry["kind"] in ("result", "stop", "choose", "leave")


def impatient(state: BebopState, entry: dict[str, Any]) -> bool:
    """What keeps Vicious from appearing soon and running through his movement deck, hit once in every turn."""
    if state.vicious is None:
        weak = entry["kind"] == "arrival" and entry.get("resistance", 9) < 9
        return hasty(state, entry) or weak or entry["kind"] in ("gauge", "end_turn")
    if entry["kind"] == "take":
        return state.vicious.hit or (entry["target"], entry["pile"], entry["count"]) != ("vicious", "resistance", 1)
    return entry["kind"] == "gauge" or (
        entry["kind"] == "end_turn" and not state.vicious.hit and bool(sum(state.vicious.deck))
    )


@st.composite
def bebop_matches(draw: st.DrawFn) -> tuple[BebopSetup, list[dict[str, Any]]]:
    """A match of Space Serenade with or without cards, as data; every entry holds."""
    seats = draw(st.integers(2, 4))
    cards = bebop_cards.training() if draw(st.booleans()) else None
    rate = draw(st.integers(1, 3))
    setup = BebopSetup(seats=seats, start=draw(st.integers(0, seats - 1)), cards=cards, token_renown=rate)
    unwanted = draw(st.sampled_from([hasty, hasty, impatient, impatient, lambda state, entry: False]))
    return setup, legal_match(Random(draw(SEEDS)), BEBOP, setup, draw(st.sampled_from([10, 60, 400])), unwanted)


SEEDED: dict[str, st.SearchStrategy[Any]] = {"baf": baf_matches(), "bebop": bebop_matches()}


@st.composite
def values(draw: st.DrawFn, field: Field, seats: int) -> Any:
    """A value of one field, as JSON data."""
    match field:
        case Pick(values=choices, many=many, count=count):
            one = st.sampled_from(choices)
            some = st.lists(one, min_size=min(count or 1, len(choices)), max_size=count or 2, unique=True)
            return draw(some if many else one)
        case Number(seats=asked) if asked:
            return [draw(st.integers(field.least, field.most)) if seat in asked else None for seat in range(seats)]
        case Number(least=least, most=most, per_seat=per_seat):
            one = st.integers(least, least + BEYOND if most is None else most)
            return draw(st.lists(one, min_size=seats, max_size=seats) if per_seat else one)
        case Words(most=most):
            return draw(st.text("abc ", max_size=min(most, 3)))
        case Rows(fields=fields, least=least, most=most):
            count = draw(st.integers(least, min(least + 2, least + 2 if most is None else most)))
            return [{inner.name: draw(values(inner, seats)) for inner in fields} for _ in range(count)]


@st.composite
def matches(draw: st.DrawFn, game: ScoreGame[Any, Any]) -> tuple[Setup, list[Entry[Any]]]:
    """A setup and entries of which each was offered when it was made; the rules may have refused it all the same."""
    if game.code in SEEDED:
        seeded, written = draw(SEEDED[game.code])
        return seeded, [game.decode_entry(entry) for entry in written]
    setup = draw(SETUPS[game.code])
    state, entries = game.begin(setup), []
    for _ in range(draw(st.integers(0, 25))):
        choices = game.choices(state)
        if not choices:
            break
        rare = draw(st.integers(0, 9)) == 0
        choice = draw(st.sampled_from([c for c in choices if rare or c.kind not in ENDS] or choices))
        data = {field.name: draw(values(field, setup.seats)) for field in choice.fields}
        entry = game.decode_entry({"kind": choice.kind, **data})
        entries.append(entry)
        if not game.problems(state, entry):
            state = game.apply(state, entry)
    return setup, entries
