"""The pad's forms say what the engine takes: whole matches played by nothing but what the buttons send."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from django.http import QueryDict

from campaigns.matches.scores import PADS, Pad
from campaigns.matches.scores.panels import filled, panels
from campaigns.matches.scores.reading import read_entry, read_options
from campaigns.matches.scores.widgets import EntryPanel, Widget
from campaigns.matches.scores.wording import Names
from engines.baf.cards import training as baf_cards
from engines.bebop.cards import training as bebop_cards
from engines.core.problems import Malformed
from engines.core.score import State, encode

PLAYERS = ("Ann", "Ben", "Cleo")
MATCHES: dict[str, tuple[str, dict[str, Any]]] = {
    "badass_force": ("badass_force", {"limit": 12}),
    "bagarre": ("bagarre", {}),
    "trolls": ("bagarre", {"trolls": True}),
    "baf typed": ("baf", {}),
    "baf with cards": ("baf", {"cards": encode(baf_cards())}),
    "bebop typed": ("bebop", {}),
    "bebop with cards": ("bebop", {"cards": encode(bebop_cards())}),
}
STEPS = 250


def begun(game: str, options: dict[str, Any]) -> tuple[Pad[Any], State, Names]:
    pad = PADS[game]
    setup = pad.game.decode_setup({"game": game, "seats": len(PLAYERS), **options})
    return pad, pad.game.begin(setup), pad.names(setup, PLAYERS)


def typed(widget: Widget, dice: Random) -> list[tuple[str, str]]:
    """What a browser sends of a field in which somebody chose at random."""
    if widget.look == "groups":
        return [(widget.name, dice.choice(dice.choice(widget.groups).options).value)]
    if widget.look in ("chips", "list", "select"):
        return [(widget.name, dice.choice(widget.options).value)]
    if widget.look == "ticks":
        most = min(2, len(widget.options))
        picked = dice.sample(widget.options, dice.randint(1, most))
        return [(widget.name, one.value) for one in widget.options if one in picked]
    if widget.look == "number":
        most = widget.most if widget.most is not None else 9
        return [(widget.name, str(dice.randint(widget.least, min(most, widget.least + 5))))]
    if widget.look == "seats":
        return [(cell.name, str(dice.randint(widget.least, widget.least + 5))) for cell in widget.cells]
    if widget.look == "words":
        return [(widget.name, f"Card {dice.randint(1, 9999)}")]
    if widget.look == "each":
        return [pair for row in widget.rows for inner in row for pair in typed(inner, dice)]
    if widget.look == "rows":
        count = dice.randint(widget.least, 1)
        return [pair for row in widget.rows[:count] for inner in row for pair in typed(inner, dice)]
    return [(widget.name, str(widget.value))]


def shown(widget: Widget) -> list[tuple[str, str]]:
    """What a browser sends of a field as it was drawn."""
    if widget.look in ("chips", "select", "ticks"):
        return [(widget.name, one.value) for one in widget.options if one.chosen]
    if widget.look == "seats":
        return [(cell.name, "" if cell.value is None else str(cell.value)) for cell in widget.cells]
    if widget.look in ("rows", "each"):
        return [pair for row in widget.rows for inner in row for pair in shown(inner)]
    return [(widget.name, "" if widget.value is None else str(widget.value))]


def sent(panel: EntryPanel, pairs: list[tuple[str, str]]) -> QueryDict:
    data = QueryDict(mutable=True)
    data["kind"] = panel.kind
    for name, value in pairs:
        data.appendlist(name, value)
    return data


def chosen(pad: Pad[Any], state: State, names: Names, dice: Random) -> Any:
    """An entry that the rules take, sent by one of the pad's forms at random; None if hundreds of tries find none."""
    offered = panels(pad, state, names)
    for _try in range(400):
        panel = dice.choice(offered)
        if panel.kind in ("stop", "count") and dice.random() < 0.98:
            continue
        widgets = panel.fixed if panel.quick else panel.widgets
        data = read_entry(pad, sent(panel, [pair for widget in widgets for pair in typed(widget, dice)]))
        entry = pad.game.decode_entry(data)
        if not pad.game.problems(state, entry):
            return entry
    return None


@pytest.mark.parametrize("name", MATCHES)
@pytest.mark.parametrize("seed", range(3))
def test_a_match_is_played_to_its_end_by_the_buttons(name: str, seed: int) -> None:
    """Each entry, put before its author again to be corrected, sends itself; the sentences and boards are drawn."""
    pad, state, names = begun(*MATCHES[name])
    dice = Random(seed)
    for _step in range(STEPS):
        if pad.game.outcome(state) is not None:
            break
        entry = chosen(pad, state, names, dice)
        assert entry is not None, f"no form sends anything the rules take: {state}"
        form = filled(pad, state, names, entry)
        again = read_entry(pad, sent(form, [pair for widget in form.widgets for pair in shown(widget)]))
        assert pad.game.decode_entry(again) == entry
        assert pad.sentence(entry, names)
        before, state = state, pad.game.apply(state, entry)
        for event in state.events:
            assert "%(" not in pad.event(event, names)
        for points in state.points[len(before.points) :]:
            assert pad.gain(points, names)
        assert pad.board(state, names)
        assert len(pad.parts(state)) == len(PLAYERS)
        assert all(pad.need(need, names) for need in pad.game.needs(state))
    outcome = pad.game.outcome(state)
    assert outcome is not None or len(state.points) > 5, "the match hardly moves"
    if outcome is not None:
        assert pad.verdict(outcome, names)
        assert str(pad.ending(outcome.reason)) in {str(text) for text in pad.ending_names.values()}


@pytest.mark.parametrize("game", PADS)
def test_what_is_no_entry_is_refused_and_nothing_else_happens(game: str) -> None:
    pad = PADS[game]
    for pairs in ((), (("kind", ""),), (("kind", "nonsense"),), (("kind", "kill"), ("f.killer", "x"))):
        data = QueryDict(mutable=True)
        for name, value in pairs:
            data.appendlist(name, value)
        with pytest.raises(Malformed):
            read_entry(pad, data)


@pytest.mark.parametrize(
    ("typed", "shown"), [((0, 1, 0, 1), [1, 2, 1, 2]), ((3, 1, 3, 1), [2, 1, 2, 1]), ((), [None] * 4)]
)
def test_teams_are_counted_from_one_whatever_was_typed(typed: tuple[int, ...], shown: list[int | None]) -> None:
    pad = PADS["bagarre"]
    state = pad.game.begin(pad.game.setup_type(seats=4, teams=typed))
    assert [fighter.team for fighter in pad.board(state, Names(list("ABCD")))["fighters"]] == shown


def test_options_come_as_the_engine_takes_them() -> None:
    pad = PADS["bagarre"]
    data = QueryDict("f.heroes=false&f.teams.0=0&f.teams.1=1&f.teams.2=0&f.teams.3=1&f.teams.4=&f.unique=true")
    read = read_options(pad, data)
    assert read == {"heroes": False, "teams": [0, 1, 0, 1], "unique": True}
    assert pad.tidy({"teams": [0, 0, 0, 0, 0, 0]}, 4) == {"teams": []}
    assert pad.tidy({"teams": [0, 1, 0, 1, 0, 0]}, 4) == {"teams": [0, 1, 0, 1]}
    faces = QueryDict("f.limit=30&f.faces=green&f.faces=red")
    assert read_options(PADS["badass_force"], faces) == {"limit": 30, "faces": ["green", "red"]}
    with pytest.raises(Malformed):
        read_options(PADS["badass_force"], QueryDict("f.limit=many"))


def titles(game: str, *entries: dict[str, Any], **options: Any) -> dict[str, list[str]]:
    """The titles of what may be entered after these entries, by kind."""
    pad, state, names = begun(game, options)
    for data in entries:
        state = pad.game.apply(state, pad.game.decode_entry(data))
    found: dict[str, list[str]] = {}
    for panel in panels(pad, state, names):
        found.setdefault(panel.kind, []).append(str(panel.label))
    return found


def test_a_choice_with_one_option_left_keeps_its_name() -> None:
    """The last player of the finals, each of the two bosses, the third planet, the only one who is still Cool."""
    rounds = [{"kind": "close_round", "round": number} for number in range(1, 10)]
    passes = [{"kind": "boss_pass", "seat": seat} for seat in (0, 1)]
    finals = titles("baf", *rounds, *passes)
    assert finals["boss_pass"] == ["Cleo: No final attempt"]
    assert finals["boss_win"] == ["Cleo, Dungeon master: Boss beaten", "Cleo, Dragon: Boss beaten"]
    assert titles("baf", *rounds)["boss_pass"] == ["No final attempt"]
    placed = [{"kind": "place", "planet": planet, "resistance": 1, "clues": 1} for planet in ("earth", "mars")]
    assert titles("bebop", *placed)["place"] == ["Ganymede: A criminal at the start"]
    cool = titles("badass_force", *[{"kind": "vengeance", "seat": seat} for seat in (0, 2)])
    assert cool["vengeance"] == ["Ben: Into Vengeance mode"]
    assert cool["end_turn"] == ["End of the turn"], "whose turn it is stands at the head of the page"


def test_a_tie_is_to_be_broken_on_one_form_and_no_shared_victory() -> None:
    """Badass Force: cards in hand, then ammunition, then another game (rulings F27, F53)."""
    pad, state, names = begun("badass_force", {})
    state = pad.game.apply(state, pad.game.decode_entry({"kind": "final", "totals": [16, 3, 16]}))

    def verdict() -> str:
        outcome = pad.game.outcome(state)
        assert outcome is not None
        return pad.verdict(outcome, names)

    assert verdict() == "Tie between Ann and Cleo, still to be broken"
    (form,) = panels(pad, state, names)
    assert [[cell.label for cell in widget.cells] for widget in form.widgets] == [["Ann", "Cleo"], ["Ann", "Cleo"]]
    typed_in = [("f.cards.0", "4"), ("f.cards.2", "4"), ("f.ammo.0", ""), ("f.ammo.2", "")]
    data = read_entry(pad, sent(form, typed_in))
    assert data["cards"] == [4, None, 4]
    state = pad.game.apply(state, pad.game.decode_entry(data))
    assert verdict() == "Tie between Ann and Cleo, still to be broken"
    (form,) = panels(pad, state, names)
    typed_in = [("f.cards.0", "4"), ("f.cards.2", "4"), ("f.ammo.0", "2"), ("f.ammo.2", "2")]
    entry = pad.game.decode_entry(read_entry(pad, sent(form, typed_in)))
    assert pad.sentence(entry, names) == "Ann holds 4 cards, ammunition 2; Cleo holds 4 cards, ammunition 2"
    state = pad.game.apply(state, entry)
    assert verdict() == "Tie between Ann and Cleo: another game decides"
    pad, state, names = begun("baf", {})
    state = pad.game.apply(state, pad.game.decode_entry({"kind": "result", "totals": [9, 3, 9]}))
    assert verdict() == "Ann and Cleo share the victory"


def test_eliminations_that_nobody_noted_are_not_known() -> None:
    """La Bagarre: places alone do not say through whom anybody fell; one fall with a name is counted all the same."""
    pad, start, names = begun("bagarre", {})
    state = start
    for entry in pad.final(start.setup, [{"place": place} for place in (1, 2, 3)], [()] * 3):
        state = pad.game.apply(state, entry)
    assert [fighter.kills for fighter in pad.board(state, names)["fighters"]] == [None] * 3
    fall = {"kind": "eliminated", "falls": [{"seat": 1, "by": 0, "cause": "attack"}]}
    state = pad.game.apply(start, pad.game.decode_entry(fall))
    assert [fighter.kills for fighter in pad.board(state, names)["fighters"]] == [1, 0, 0]
    nameless = {"kind": "eliminated", "falls": [{"seat": 2, "by": None, "cause": "unknown"}]}
    state = pad.game.apply(state, pad.game.decode_entry(nameless))
    assert [fighter.kills for fighter in pad.board(state, names)["fighters"]] == [1, None, None]


def test_a_row_in_which_somebody_is_forgotten_is_not_left_out() -> None:
    """A second fall with its cause, or through whom it came, but without who fell; an untouched one is none."""
    first = "kind=eliminated&f.falls.0.seat=0&f.falls.0.by=1&f.falls.0.cause=attack"
    untouched = QueryDict(f"{first}&f.falls.1.by=&f.falls.1.cause=attack")
    assert len(read_entry(PADS["bagarre"], untouched)["falls"]) == 1
    for typed in ("f.falls.1.by=2&f.falls.1.cause=attack", "f.falls.1.by=&f.falls.1.cause=counter"):
        with pytest.raises(Malformed):
            read_entry(PADS["bagarre"], QueryDict(f"{first}&{typed}"))
