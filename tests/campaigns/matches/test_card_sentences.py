"""What cards say, in words: each verb, condition and value of the languages of effects has some, in both languages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from django.utils import translation

from campaigns.matches.cards.files import written_steps
from campaigns.matches.cards.kinds import KINDS
from campaigns.matches.cards.sentences import LANGUAGES, VOCABULARIES, sentence, speaker
from campaigns.matches.cards.sentences.speaker import WHO
from engines.badass_force.cards import training as badass_force
from engines.bebop.cards import training as bebop
from engines.core.effects.literal import steps_of
from engines.core.effects.reading import Reader, enumeration_of, fields, reads_of, walk
from engines.core.effects.steps import Reads, Step

GAMES = sorted(LANGUAGES)
TRAINING = {"badass_force": badass_force, "bebop": bebop}


def read(game: str, slot: str, written: list[dict[str, Any]]) -> tuple[Step, ...]:
    reader = Reader(LANGUAGES[game], "card")
    steps = reader.slot(slot, written)
    assert reader.problems == []
    return steps


def told(game: str, slot: str, written: list[dict[str, Any]], language: str = "en") -> str:
    with translation.override(language):
        return sentence(game, read(game, slot, written))


def both(said: object) -> tuple[str, str]:
    with translation.override("en"):
        english = str(said)
    with translation.override("fr"):
        return english, str(said)


# Nothing is without words


@pytest.mark.parametrize("game", GAMES)
def test_every_verb_and_condition_has_words_of_its_own(game: str) -> None:
    spoken, words = LANGUAGES[game], VOCABULARIES[game]
    assert set(words.verbs) >= set(spoken.verbs.values())
    assert set(words.conditions) == set(spoken.conditions.values())
    labels = [both(words.verbs[kind].label) for kind in spoken.verbs.values()]
    assert len(set(labels)) == len(labels)
    assert all(english and english != french for english, french in labels)


@pytest.mark.parametrize("game", GAMES)
def test_every_seat_count_price_and_value_has_a_word(game: str) -> None:
    spoken, words = LANGUAGES[game], VOCABULARIES[game]
    assert set(spoken.who) <= set(WHO)
    assert set(spoken.counts) == set(words.counts)
    for word, kind in spoken.verbs.items():
        for field in fields(kind):
            values = enumeration_of(field.type)
            if values is not None:
                assert set(values) <= set(words.values[values]), f"{game}, {word}: {field.encode_name}"
            if reads_of(field) is Reads.PRICE:
                assert set(spoken.payable) <= set(words.amounts)


def samples(game: str, kind: type[Step]) -> Iterator[dict[str, Any]]:
    """The least step of a verb, then one for each other value of each of its fields."""
    least: dict[str, Any] = {"do": str(kind.__struct_config__.tag)}
    others: dict[str, list[Any]] = {}
    roll, show = {"do": "roll"}, {"do": "reveal"}
    usual: dict[Reads, list[Any]] = {
        Reads.STEPS: [[roll], [show]],
        Reads.BRANCHES: [[[roll], [show]], [[show], [roll]]],
        Reads.AMOUNT: [2, 3, {"count": "hand"}, {"count": "hand", "who": "others", "most": 4}],
        Reads.WHO: ["others", "left", "right", "all"],
        Reads.PRICE: list(LANGUAGES[game].payable),
        Reads.WHEN: [
            *({word: value} for word, value in CONDITIONS[game].items()),
            {"not": dict([next(iter(CONDITIONS[game].items()))])},
            *({word: [dict([pair]) for pair in CONDITIONS[game].items()]} for word in ("all", "any")),
        ],
        Reads.CARD: ["this"],
    }
    for field in fields(kind):
        name, values, reads = field.encode_name, enumeration_of(field.type), reads_of(field)
        if name in ("as", "moved"):
            continue
        given: list[Any]
        if values is not None:
            given = [[word.value] for word in values] if isinstance(field.default, tuple) else [w.value for w in values]
        elif reads is not None:
            given = usual[reads]
        else:
            plain: dict[Any, list[Any]] = {bool: [True], int: [3], str: ["Whatever."]}
            given = plain[field.type]
        if field.required or name == "steps":
            least[name], given = given[0], given[1:]
        others[name] = given
    yield least
    for name, given in others.items():
        for value in given:
            yield {**least, name: value}


CONDITIONS: dict[str, dict[str, Any]] = {
    "bebop": {"played": "jet", "here": "planet", "fuel_least": 2},
    "badass_force": {
        "mode": "cool",
        "ammo_least": 1,
        "points_least": 2,
        "graveyard_least": 2,
        "first_this_turn": True,
    },
}


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", GAMES)
def test_whatever_a_step_says_is_heard_in_its_sentence(game: str, language: str) -> None:
    """Steps that differ in any field differ in words, too; and no sentence has holes."""
    for word, kind in LANGUAGES[game].verbs.items():
        slot = kind.slots[0] if kind.slots else LANGUAGES[game].slots[0]
        heard: dict[str, tuple[Step, ...]] = {}
        for written in samples(game, kind):
            steps = Reader(LANGUAGES[game], "card").slot(slot, [written])
            if not steps:
                continue  # fields that do not go together
            with translation.override(language):
                said = sentence(game, steps)
            assert "%(" not in said
            assert "None" not in said
            same = heard.setdefault(said, steps)
            assert same == steps or written.get("less") or written.get("card"), (word, said)
        assert heard, f"{game}: no example of {word}"


@pytest.mark.parametrize("game", GAMES)
def test_all_sentences_are_said_otherwise_in_french(game: str) -> None:
    for kind in LANGUAGES[game].verbs.values():
        slot = kind.slots[0] if kind.slots else LANGUAGES[game].slots[0]
        steps = Reader(LANGUAGES[game], "card").slot(slot, [next(samples(game, kind))])
        assert sentence_in("en", game, steps) != sentence_in("fr", game, steps)


def sentence_in(language: str, game: str, steps: tuple[Step, ...]) -> str:
    with translation.override(language):
        return sentence(game, steps)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", GAMES)
def test_every_card_of_the_training_set_says_what_it_does(game: str, language: str) -> None:
    data = msgspec.to_builtins(TRAINING[game]())
    spoken = 0
    for kind in KINDS[game]:
        for row in kind.rows(data):
            for slot in kind.slots:
                steps = Reader(LANGUAGES[game], "card").slot(slot.code, slot.steps(row))
                said = sentence_in(language, game, steps)
                assert bool(said) == bool(steps)
                assert said.count(".") >= len(steps)
                spoken += bool(said)
    assert spoken > 20


# By hand

SAID = [
    ("bebop", "play", [{"do": "draw", "n": 2}], "Draw 2 cards.", "Piocher 2 cartes."),
    (
        "bebop",
        "play",
        [{"do": "discard", "who": "others"}, {"do": "gain", "what": "fuel"}],
        "All others: discard 1 card. Gain 1 fuel.",
        "Chaque adversaire\u00a0: défausser 1 carte. Gagner 1 carburant.",
    ),
    (
        "bebop",
        "play",
        [{"do": "discard", "n": 2, "up_to": True, "who": "left"}],
        "Your left neighbour: discard up to 2 cards, or none.",
        "À votre gauche\u00a0: défausser jusqu’à 2 cartes, ou aucune.",
    ),
    (
        "bebop",
        "play",
        [{"do": "may", "steps": [{"do": "trash", "from": ["hand", "discard"], "sort": "damage"}]}],
        "You may trash 1 card (damage, from: hand or discard pile).",
        "Vous pouvez écarter 1 carte (Dégât, depuis\u00a0: main ou défausse).",
    ),
    (
        "bebop",
        "grey",
        [{"do": "pay", "what": "fuel", "n": 2, "steps": [{"do": "trash", "card": "this"}]}],
        "You may pay 2 fuel to trash this card.",
        "Vous pouvez payer 2 carburant pour écarter cette carte.",
    ),
    (
        "bebop",
        "play",
        [{"do": "pay", "what": "woolongs", "by": "left", "steps": [{"do": "draw"}]}],
        "Your left neighbour: pay 1 Woolong to draw 1 card, or not.",
        "À votre gauche\u00a0: payer 1 Woolong pour piocher 1 carte, ou non.",
    ),
    (
        "bebop",
        "play",
        [{"do": "gain", "what": "clues", "n": {"count": "captured", "who": "others", "most": 3}}],
        "Gain X clues (X: criminals captured, all others, at most 3).",
        "Gagner X indices (X\u00a0: criminels capturés, chaque adversaire, au plus 3).",
    ),
    (
        "bebop",
        "play",
        [{"do": "each", "who": "others", "steps": [{"do": "discard", "who": "it"}, {"do": "draw"}]}],
        "All others: discard 1 card, then you: draw 1 card.",
        "Chaque adversaire\u00a0: défausser 1 carte, puis vous\u00a0: piocher 1 carte.",
    ),
    (
        "badass_force",
        "vengeance",
        [
            {"do": "take", "what": "ammo", "n": 2, "who": "chosen", "as": "victim"},
            {"do": "if", "when": {"ammo_least": 4}, "steps": [{"do": "kill", "who": "victim"}]},
        ],
        (
            "Take 2 charges (another player, your choice). "
            "If you have at least 4 charges: kill the active character (that player)."
        ),
        (
            "Prendre 2 charges (l’adversaire de votre choix). "
            "Quand vous avez au moins 4 charges\u00a0: éliminer le personnage actif (cette personne)."
        ),
    ),
    (
        "badass_force",
        "power",
        [{"do": "choose", "of": [[{"do": "kill"}], [{"do": "gain", "what": "points", "n": 1}]]}],
        "Choose: kill the active character (another player, your choice); or gain 1 point.",
        "Au choix\u00a0: éliminer le personnage actif (l’adversaire de votre choix)\u202f; ou gagner 1 point.",
    ),
    (
        "badass_force",
        "power",
        [{"do": "revive"}, {"do": "revive", "n": 2, "pick": "random"}],
        (
            "Take 1 character back from the graveyard, of your choice. "
            "Take 2 characters back from the graveyard, drawn at random."
        ),
        "Récupérer 1 personnage au cimetière, au choix. Récupérer 2 personnages au cimetière, tirés au hasard.",
    ),
    (
        "badass_force",
        "power",
        [{"do": "forbid", "what": "call", "until": "turn_end", "who": "others"}],
        "All others: may not call a bluff, until the end of the turn.",
        "Chaque adversaire\u00a0: dénoncer un bluff est interdit, jusqu’à la fin du tour.",
    ),
    (
        "badass_force",
        "power",
        [{"do": "modify", "what": "turn_charge", "until": "used"}],
        "+1 charge at the start of the turn, once.",
        "+1 charge au début du tour, une seule fois.",
    ),
    (
        "badass_force",
        "power",
        [{"do": "if", "when": {"graveyard_least": 1, "who": "leader"}, "steps": [{"do": "roll"}]}],
        "If at least 1 character in the graveyard (the player in the lead): roll the armoury dice.",
        "Quand au moins 1 personnage au cimetière (la tête du classement)\u00a0: lancer les dés de l’armurerie.",
    ),
]


@pytest.mark.parametrize(("game", "slot", "written", "english", "french"), SAID)
def test_cards_say_what_they_do(game: str, slot: str, written: list[dict[str, Any]], english: str, french: str) -> None:
    assert told(game, slot, written) == english
    assert told(game, slot, written, "fr") == french


def test_a_proposal_names_players() -> None:
    """Where the table decides, seats stand by number."""
    steps = steps_of(LANGUAGES["badass_force"], "table kill who=1; lose n=2 what=ammo who=0", 2)
    with translation.override("en"):
        said = speaker("badass_force", ("Ann", "Éva")).inner(steps)
    assert said == "kill the active character (Éva), then Ann: lose 2 charges"


# While a card is typed


@pytest.mark.parametrize("game", GAMES)
def test_half_a_step_is_no_error(game: str) -> None:
    """Whatever part of a text is there: what can be read is said, and nothing fails."""
    data = msgspec.to_builtins(TRAINING[game]())
    for kind in KINDS[game]:
        for row in kind.rows(data):
            for slot in kind.slots:
                for step in half_typed(list(slot.steps(row))):
                    steps = Reader(LANGUAGES[game], "").slot(slot.code, [step])
                    assert isinstance(sentence(game, steps), str)
                    assert len(list(walk(steps))) < 50


def half_typed(steps: list[Any]) -> Iterator[Any]:
    """Every step with a key less, or with something in it that is none of its values."""
    for step in steps:
        assert written_steps([step])
        for key, value in step.items():
            yield {name: one for name, one in step.items() if name != key}
            odds: tuple[Any, ...] = ("", "x", 0, -1, [], {}, [[]], None, True, [value], {"count": []}, {"do": "draw"})
            for odd in odds:
                yield {**step, key: odd}
            if isinstance(value, list | tuple):
                yield from half_typed([one for one in value if isinstance(one, dict)])
