"""Whatever a card does can be typed in by the form alone: every card of both training sets, and what they leave out."""

from __future__ import annotations

from typing import Any

import pytest
from django.http import QueryDict
from django.utils import translation

from campaigns.matches.cards.editor import acted, editors, put_all
from campaigns.matches.cards.files import steps_of
from campaigns.matches.cards.forms import CardForm, FacesForm, ViciousForm
from campaigns.matches.cards.kinds import EMPTY, KINDS, CardData, Kind, kind_of
from campaigns.matches.cards.play import read_slots
from campaigns.matches.cards.sentences import LANGUAGES
from campaigns.matches.cards.sets import CARDS
from campaigns.matches.cards.steps.form import inputs_of, sent_for
from campaigns.matches.cards.steps.inputs import Here
from campaigns.matches.cards.steps.places import nests, places
from engines.core.effects.reading import Reader, fields
from engines.core.score import encode
from tests.campaigns.matches.asking import as_, at, text
from tests.campaigns.matches.test_card_editor import TOOLBOX, begun, shown

TRAINING = [
    pytest.param(game, kind, row, id=f"{game}-{row['code']}")
    for game in sorted(CARDS)
    for kind in KINDS[game]
    for row in kind.rows(encode(CARDS[game].training()))
]


def typed_steps(game: str, kind: Kind, code: str, steps: list[Any], data: QueryDict) -> None:
    """Put steps into a slot one by one, as somebody would who has chosen the verb and where it goes."""
    slot = next(slot for slot in kind.slots if slot.code == code)
    for place in places(game, steps):
        sent = sent_for(game, slot, steps, place)
        assert sent is not None, place.step
        for name, values in sent.items():
            data.setlist(name, values)
        data[f"new_{code}-instead"] = ""
        data[f"new_{code}-where"] = place.way.rpartition(".")[0]
        assert acted(game, kind, data, f"put {code}") == "", place.step
        assert f"new_{code}-do" not in data


def typed(game: str, kind: Kind, row: CardData) -> CardForm:
    """Return the form of a new card in which the card ``row`` has been typed: nothing of it is text for machines."""
    filled = CardForm.about(kind, row)
    data = QueryDict(mutable=True)
    slots = {slot.field for slot in kind.slots}
    for name in set(filled.fields) - slots - {"code", "was"}:
        value = filled[name].value()
        if isinstance(value, list | tuple):
            data.setlist(name, value)
        elif value is not None and value is not False:
            data[name] = str(value)
    for slot in kind.slots:
        typed_steps(game, kind, slot.code, slot.steps(row), data)
    return CardForm(data, kind=kind)


def read(game: str, kind: Kind, row: CardData) -> tuple[Any, Any]:
    """A card as the engine has it: what stands on it, and what it does."""
    whole = {**EMPTY[game], "name": {"fr": "x", "en": "x"}, kind.place: [row]}
    (card,) = encode(CARDS[game].read(whole))[kind.place]
    if not kind.slots:
        return card, None
    does, reader = read_slots(game, kind, card)
    assert reader.problems == []
    for slot in kind.slots:
        outer, _dot, last = slot.path.rpartition(".")
        (card[outer] if outer and card.get(outer) else card).pop(last, None)
    return card, does


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(("game", "kind", "row"), TRAINING)
def test_every_card_of_the_training_sets_is_typed_in_by_the_form_alone(
    game: str, kind: Kind, row: CardData, language: str
) -> None:
    with translation.override(language):
        form = typed(game, kind, row)
        assert form.is_valid(), form.errors
        made = {**form.row(), **kind.fixed, "code": row["code"]}
    assert read(game, kind, made) == read(game, kind, row)


def test_the_tokens_and_the_faces_are_typed_in_by_their_forms_alone() -> None:
    practice = encode(CARDS["bebop"].training())
    shown = ViciousForm.about(practice)
    vicious = ViciousForm({name: value for name, value in shown.initial.items() if value is not None})
    assert vicious.is_valid(), vicious.errors
    assert vicious.rows == practice["vicious"]
    assert {name: practice[name] for name in vicious.others} == vicious.others
    practice = encode(CARDS["badass_force"].training())
    data = QueryDict(mutable=True)
    for name, values in FacesForm.about(practice).initial.items():
        data.setlist(name, values)
    faces = FacesForm(data)
    assert faces.is_valid(), faces.errors
    assert faces.faces == practice["faces"]


BEYOND = [
    ("bebop", "common", "play", [{"do": "if", "when": {"here": "criminal"}, "steps": [{"do": "draw"}]}]),
    (
        "bebop",
        "common",
        "play",
        [
            {
                "do": "if",
                "when": {"all": [{"played": "jet"}, {"not": {"fuel_least": 3, "who": "left"}}]},
                "steps": [{"do": "draw", "n": 2}],
                "otherwise": [{"do": "gain", "what": "fuel"}, {"do": "if", "when": {"not": {"here": "mars"}},
                                                              "steps": [{"do": "draw"}]}],
            }
        ],
    ),
    (
        "bebop",
        "common",
        "play",
        [
            {"do": "gain", "what": "clues", "n": {"count": "captured", "who": "others", "most": 3}},
            {"do": "roll", "as": "eyes"},
            {"do": "gain", "what": "force", "n": "eyes"},
            {"do": "repeat", "times": {"count": "companions"}, "steps": [{"do": "draw"}]},
        ],
    ),
    (
        "bebop",
        "common",
        "play",
        [
            {"do": "roll"},
            {"do": "gain", "what": "fuel", "n": "face"},
            {"do": "pay", "what": "fuel", "n": 4, "up_to": True, "steps": [{"do": "draw", "n": "x"}]},
            {"do": "each", "who": "others", "steps": [{"do": "discard", "who": "it"}]},
            {"do": "each", "who": "all", "as": "victim", "steps": [{"do": "discard", "who": "victim"}]},
            {"do": "choose", "of": [[{"do": "draw"}], [{"do": "roll"}], [{"do": "draw", "n": 3}, {"do": "roll"}]]},
        ],
    ),
    (
        "badass_force",
        "characters",
        "vengeance",
        [
            {"do": "take", "what": "ammo", "n": 2, "who": "chosen", "as": "victim"},
            {
                "do": "if",
                "when": {"any": [{"ammo_least": 4}, {"mode": "cool", "who": "victim"}, {"first_this_turn": False}]},
                "steps": [{"do": "kill", "who": "victim"}],
            },
            {"do": "table_decides", "text": "Everybody sings."},
        ],
    ),
    (
        "badass_force",
        "characters",
        "reaction",
        [{"do": "if", "when": {"points_least": 2, "who": "attacker"}, "steps": [{"do": "block"}]}],
    ),
]  # fmt: skip
"""Conditions, numbers counted at the table, names that one step makes and another uses, steps within steps."""


@pytest.mark.parametrize(("game", "kind", "code", "steps"), BEYOND)
def test_conditions_counts_and_names_are_chosen(game: str, kind: str, code: str, steps: list[Any]) -> None:
    about = kind_of(game, kind)
    assert about is not None
    slot = next(slot for slot in about.slots if slot.code == code)
    data = QueryDict(mutable=True)
    typed_steps(game, about, code, steps, data)
    form = CardForm.again(about, data)
    (editor,) = (one for one in editors(game, about, form) if one.code == code)
    assert [line.faults for line in editor.lines if line.faults] == []
    assert all(line.changes for line in editor.lines)
    reader = Reader(LANGUAGES[game], "")
    asked = reader.slot(slot.code, steps)
    assert reader.problems == []
    assert reader.slot(slot.code, steps_of(str(data[slot.field]))) == asked


def pressed(author: Any, page: str, seen: dict[str, Any], act: str, **more: Any) -> str:
    """Press a button of the form as it was filled in; return the page that comes back."""
    return as_(author).post(page, {**seen, **more, "act": act}).content.decode()


@pytest.mark.django_db
def test_a_step_is_changed_where_it_stands_moved_and_left_as_it_is(ann: Any) -> None:
    page = at("match_card_kind", begun(ann).pk, "common")
    steps = '{ do = "draw", n = 2 }\n{ do = "may", steps = [{ do = "gain", what = "fuel" }] }'
    seen = {**TOOLBOX, "slot_play": steps}
    changing = pressed(ann, page, seen, "change play 2.steps.1")
    assert "Changing step 2.1" in changing
    assert '<option value="fuel" selected>' in changing
    instead = changing.partition('name="new_play-instead" value="')[2].partition('"')[0]
    draft = {"new_play-do": "gain", "new_play-drawn": "gain", "new_play-instead": instead, "new_play-what": "clues",
             "new_play-n": "1", "new_play-n__of": "hand", "new_play-n__most": "4", "new_play-who": "me"}  # fmt: skip
    changed = shown(pressed(ann, page, seen, "put play", **draft), "play").replace("&quot;", '"')
    assert steps_of(changed) == [
        {"do": "draw", "n": 2},
        {"do": "may", "steps": [{"do": "gain", "what": "clues", "n": {"count": "hand", "most": 4}}]},
    ]
    left = pressed(ann, page, seen, "leave play", **draft)
    assert steps_of(shown(left, "play").replace("&quot;", '"')) == steps_of(steps)
    assert "Changing step" not in left
    moved = shown(pressed(ann, page, seen, "up play 2"), "play").replace("&quot;", '"')
    assert [step["do"] for step in steps_of(moved)] == ["may", "draw"]
    # The step it was has changed in the text meanwhile: nothing there is written over.
    other = {**seen, "slot_play": steps.replace("fuel", "force")}
    added = shown(pressed(ann, page, other, "put play", **draft), "play").replace("&quot;", '"')
    assert [step["do"] for step in steps_of(added)] == ["draw", "may", "gain"]


@pytest.mark.django_db
def test_what_cannot_be_put_in_is_told_beside_its_field_and_stays(ann: Any) -> None:
    page = at("match_card_kind", begun(ann).pk, "common")
    draft = {"new_play-do": "if", "new_play-drawn": "if", "new_play-when__1": "fuel_least",
             "new_play-when__2_n": "7", "new_play-when__join": "any"}  # fmt: skip
    seen = pressed(ann, page, TOOLBOX, "put play", **draft)
    assert "Type the number, too." in seen.partition('id="id_new_play-when__1_n_error"')[2][:300]
    assert "Choose what has to be true, too." in seen.partition('id="id_new_play-when__2_error"')[2][:300]
    assert '<option value="fuel_least" selected>' in seen
    assert '<option value="any" selected>' in seen
    assert 'name="new_play-when__2_n" value="7"' in seen
    # The button of another slot keeps it all, and says nothing yet of what is missing.
    seen = pressed(ann, page, TOOLBOX, "choose team", **draft, **{"new_team-do": "draw"})
    assert 'name="new_play-when__2_n" value="7"' in seen
    assert "Type the number, too." not in seen
    assert 'name="new_team-n"' in seen


@pytest.mark.django_db
def test_whose_condition_it_is_alone_is_asked_about(ann: Any) -> None:
    page = at("match_card_kind", begun(ann).pk, "common")
    draft = {"new_play-do": "if", "new_play-drawn": "if", "new_play-when__1": "fuel_least", "new_play-when__1_n": "1",
             "new_play-when__2_who": "left", "new_play-when__join": "any"}  # fmt: skip
    seen = pressed(ann, page, TOOLBOX, "put play", **draft)
    assert "Choose what has to be true, too." in seen.partition('id="id_new_play-when__2_error"')[2][:300]


@pytest.mark.django_db
def test_the_card_is_not_kept_without_a_step_that_is_filled_in(ann: Any) -> None:
    cards = begun(ann)
    page = at("match_card_kind", cards.pk, "common")
    chosen = as_(ann).post(page, {**TOOLBOX, "new_play-do": "draw", "new_play-drawn": ""})
    assert chosen.status_code == 422
    assert "The step you filled in has not been added yet" in text(chosen)
    assert 'name="new_play-n"' in chosen.content.decode()
    draft = {"new_play-do": "draw", "new_play-drawn": "draw", "new_play-n": "99"}
    wrong = as_(ann).post(page, {**TOOLBOX, **draft})
    assert wrong.status_code == 422
    assert 'name="new_play-n" value="99"' in wrong.content.decode()
    cards.refresh_from_db()
    assert cards.data["cards"] == []
    assert as_(ann).post(page, {**TOOLBOX, **draft, "new_play-n": "3"}).status_code == 302
    cards.refresh_from_db()
    assert cards.data["cards"][0]["play"] == [{"do": "draw", "n": 3}]


@pytest.mark.django_db
def test_a_fault_is_told_at_its_step(ann: Any) -> None:
    page = at("match_card_kind", begun(ann).pk, "common")
    steps = '{ do = "draw" }\n{ do = "may", steps = [{ do = "gain", what = "feul" }, { do = "draw", n = "eyes" }] }'
    seen = pressed(ann, page, {**TOOLBOX, "slot_play": steps}, "choose play")
    lines = seen.partition('class="card-slot__steps"')[2].partition("</ul>")[0].split("<li ")[1:]
    told = [part.partition("card-slot__fault")[2] for part in lines]
    assert [bool(one) for one in told] == [False, False, True, True]
    assert "did you mean “fuel”?" in told[2]
    assert "the name “eyes” is used before a step makes it".capitalize() in told[3]


@pytest.mark.parametrize("name", ["1st", "me", "this", "…"])
def test_a_name_that_cannot_be_is_refused_beside_its_field(name: str) -> None:
    about = kind_of("bebop", "common")
    assert about is not None
    data = QueryDict(mutable=True)
    data.update({"new_play-do": "draw", "new_play-drawn": "draw", "new_play-n": "1", "new_play-as": name})
    assert acted("bebop", about, data, "put play") == "play"
    (editor, _team) = editors("bebop", about, CardForm.again(about, data), data, "play")
    assert list(editor.draft.errors) == ["as"]


def test_a_name_is_written_as_the_language_wants_it() -> None:
    about = kind_of("bebop", "common")
    assert about is not None
    data = QueryDict(mutable=True)
    data.update({"new_play-do": "draw", "new_play-drawn": "draw", "new_play-n": "1", "new_play-as": "La pioché "})
    assert put_all("bebop", about, data) == ""
    assert steps_of(str(data["slot_play"])) == [{"do": "draw", "as": "la_pioche"}]


INSIDE = {"moved"}
"""Fields that a step only has while it is carried out: nobody types them in."""


@pytest.mark.parametrize("game", sorted(LANGUAGES))
def test_the_form_asks_for_every_field_of_every_verb(game: str) -> None:
    for word, verb in LANGUAGES[game].verbs.items():
        nested = {name for name, _reads, _required in nests(verb)}
        slot = next(iter(verb.slots), "play" if game == "bebop" else "power")
        asked = {one.name: one for one in inputs_of(verb, Here(game, slot))}
        assert set(asked) == {field.encode_name for field in fields(verb)} - nested - INSIDE, word
        for one in asked.values():
            assert all(field.label for _name, field in one.fields()), (word, one.name)
