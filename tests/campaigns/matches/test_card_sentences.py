"""What cards say, in words: each verb, condition and value of the languages of effects has some, in both languages."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import translation

from campaigns.matches.cards.sentences import LANGUAGES, sentence
from campaigns.matches.cards.sentences.conditions import CONDITIONS
from campaigns.matches.cards.sentences.fields import FIELDS, INSIDE
from campaigns.matches.cards.sentences.values import COUNTS, VALUES, WHO
from campaigns.matches.cards.sentences.verbs import VERBS
from engines.core.effects.reading import Reader, fields, words_of
from engines.core.effects.steps import Step

GAMES = sorted(LANGUAGES)


def told(game: str, slot: str, written: list[dict[str, Any]], language: str = "en") -> str:
    reader = Reader(LANGUAGES[game], "card")
    steps = reader.slot(slot, written)
    assert reader.problems == []
    with translation.override(language):
        return sentence(game, steps)


@pytest.mark.parametrize("game", GAMES)
def test_every_verb_and_condition_has_a_sentence_of_its_own_in_both_languages(game: str) -> None:
    spoken = LANGUAGES[game]
    assert set(VERBS[game]) == set(spoken.verbs)
    assert set(spoken.conditions) <= set(CONDITIONS)
    said = [*VERBS[game].values(), *(CONDITIONS[word] for word in spoken.conditions)]
    for one in said:
        with translation.override("en"):
            english = str(one)
        with translation.override("fr"):
            french = str(one)
        assert english
        assert french
        assert english != french


@pytest.mark.parametrize("game", GAMES)
def test_every_seat_count_field_and_value_has_a_word(game: str) -> None:
    spoken = LANGUAGES[game]
    assert set(spoken.who) <= set(WHO)
    assert set(spoken.counts) <= set(COUNTS)
    for word, verb in spoken.verbs.items():
        for field in fields(verb):
            name = field.encode_name
            said = f"%({name})s" in str(VERBS[game][word]) or name in FIELDS or name in INSIDE or name == "who"
            assert said, f"{game}, {word}: nothing says {name!r}"
    for kind in (*spoken.verbs.values(), *spoken.conditions.values()):
        for field in fields(kind):
            missing = set(words_of(field.type)) - set(VALUES.get(field.encode_name, {}))
            assert not missing, f"{game}, {kind.__name__}, {field.encode_name}: {missing}"


@pytest.mark.parametrize(
    ("game", "slot", "written", "english", "french"),
    [
        ("bebop", "play", [{"do": "draw", "n": 2}], "Draw 2 × card.", "Piocher 2 × carte."),
        (
            "bebop",
            "play",
            [{"do": "discard", "who": "others"}, {"do": "gain", "what": "fuel"}],
            "All others: discard 1 × card. Gain 1 × fuel.",
            "Tous les autres\u00a0: défausser 1 × carte. Gagner 1 × carburant.",
        ),
        (
            "bebop",
            "play",
            [{"do": "may", "steps": [{"do": "trash", "from": ["hand", "discard"], "sort": "damage"}]}],
            "If wished: trash 1 × card: hand, discard pile (damage card).",
            "Si souhaité\u00a0: écarter 1 × carte\u00a0: main, défausse (carte Dégât).",
        ),
        (
            "bebop",
            "grey",
            [{"do": "pay", "what": "fuel", "n": 2, "steps": [{"do": "trash", "card": "this"}]}],
            "Pay 2 × fuel if wished, then: trash this very card.",
            "Si souhaité, payer 2 × carburant, puis\u00a0: écarter cette carte-ci.",
        ),
        (
            "bebop",
            "play",
            [{"do": "gain", "what": "clues", "n": {"count": "captured", "who": "others", "most": 3}}],
            "Gain (1 for each captured criminal (all others), 3 at most) × clue.",
            "Gagner (1 par criminel capturé (tous les autres), au plus 3) × indice.",
        ),
        (
            "badass_force",
            "vengeance",
            [
                {"do": "take", "what": "ammo", "n": 2, "who": "chosen", "as": "victim"},
                {"do": "if", "when": {"ammo_least": 4}, "steps": [{"do": "kill", "who": "victim"}]},
            ],
            (
                "Take 2 × ammunition from a player you choose (called “victim”). "
                "If ammunition ≥ 4: kill a character: “victim”."
            ),
            (
                "Prendre 2 × munition chez un joueur de votre choix (nom\u00a0: «\u00a0victim\u00a0»). "
                "Si munitions ≥ 4\u00a0: tuer un personnage\u00a0: «\u00a0victim\u00a0»."
            ),
        ),
        (
            "badass_force",
            "power",
            [{"do": "choose", "of": [[{"do": "kill"}], [{"do": "gain", "what": "points", "n": 3}]]}],
            "Choose: 1) kill a character: a player you choose; 2) gain 3 × point.",
            "Au choix\u00a0: 1) tuer un personnage\u00a0: un joueur de votre choix\u202f; 2) gagner 3 × point.",
        ),
    ],
)
def test_cards_say_what_they_do(game: str, slot: str, written: list[dict[str, Any]], english: str, french: str) -> None:
    assert told(game, slot, written) == english
    assert told(game, slot, written, "fr") == french


@pytest.mark.parametrize("game", GAMES)
def test_a_step_with_every_field_unusual_says_them_all(game: str) -> None:
    for word, kind in LANGUAGES[game].verbs.items():
        for field in fields(kind):
            for value in words_of(field.type):
                if field.required or field.encode_name in INSIDE:
                    continue
                several = isinstance(field.default, tuple)
                plain = _least(kind)
                changed = {**plain, "do": word, field.encode_name: [value] if several else value}
                usual = Reader(LANGUAGES[game], "card").slot(_slot(game, kind), [{**plain, "do": word}])
                other = Reader(LANGUAGES[game], "card").slot(_slot(game, kind), [changed])
                if usual and other and usual != other:
                    assert sentence(game, usual) != sentence(game, other), (word, field.encode_name, value)


def _slot(game: str, kind: type[Step]) -> str:
    return kind.slots[0] if kind.slots else LANGUAGES[game].slots[0]


def _least(kind: type[Step]) -> dict[str, Any]:
    return {f.encode_name: words_of(f.type)[0] for f in fields(kind) if f.required and words_of(f.type)}
