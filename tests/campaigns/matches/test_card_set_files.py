"""Card sets as files: what comes in, what is refused with its place, what goes out and comes back the same."""

from __future__ import annotations

import tomllib
from time import process_time
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from campaigns.matches.cards import files, operations
from campaigns.matches.cards.play import tally
from campaigns.matches.cards.sets import CARDS
from campaigns.matches.models.card_set import ScoreCards
from club.models import Member
from club.operations import Refused
from engines.core.score import encode
from tests.campaigns.matches.asking import as_, at, text

pytestmark = pytest.mark.django_db
GAMES = sorted(CARDS)

TOOLBOX = """
language = 1
name = { fr = "Boîte", en = "Box" }

[[cards]]
code = "toolbox"
name = { fr = "Boîte à outils", en = "Toolbox" }
cost = 3
play = [{ do = "may", steps = [{ do = "trash" }] }]

[[cards]]
code = "jam_night"
name = { fr = "Jam", en = "Jam night" }
copies = 2
text = { fr = "Le bœuf commence.", en = "The jam begins." }
"""


def problems(game: str, file: str, author: Member) -> list[str]:
    with pytest.raises(Refused) as refused:
        operations.add_cards(game=game, text=file, author=author)
    assert not ScoreCards.objects.exists()
    return [str(problem.message) for problem in refused.value.problems]


@pytest.mark.parametrize("game", GAMES)
def test_a_set_goes_out_as_a_file_and_comes_back_the_same(ann: Member, game: str) -> None:
    data = encode(CARDS[game].training())
    file = files.written(data)
    assert files.written(dict(reversed(data.items()))) == file  # PostgreSQL keeps keys in an order of its own
    assert CARDS[game].read(tomllib.loads(file)) == CARDS[game].training()
    kept = operations.add_cards(game=game, text=file, author=ann)
    assert (kept.data, kept.ready) == (data, True)
    page = as_(ann).get(at("match_card_set_file", kept.pk))
    assert page.content.decode() == files.written(kept.data)
    assert as_(ann).get(at("match_cards_practice", game)).content.decode() == file
    seen = text(as_(ann).get(at("match_card_set", kept.pk)))
    assert "This is enough to play here, without the box." in seen


def test_an_unfinished_file_is_kept_and_says_how_far_it_is(ann: Member) -> None:
    kept = operations.add_cards(game="bebop", text=TOOLBOX, author=ann)
    assert not kept.ready
    found = tally("bebop", kept.data)
    # Toolbox is whole; of both Jam nights only the words are there. The box has 21 criminals, 92 common cards,
    # 6 neutral and 4 × 4 coloured base cards, and 30 damage cards (Space Serenade, Contenu and Mise en place).
    assert (found.whole, found.asks, found.text, found.missing) == (1, 0, 2, 21 + 92 + 6 + 16 + 30 - 3)
    seen = text(as_(ann).get(at("match_card_set", kept.pk)))
    assert "Complete cards: 1 of 165." in seen
    assert "not playable yet: 2" in seen
    assert "To keep score, what is marked “score” below is still missing." in seen


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"trash"', '"trahs"',
         "Line 9, “Toolbox”, When it is played, step 1, inner step 1: unknown verb “trahs”; did you mean “trash”?"),
        ("cost = 3", "costs = 3", "Line 8, “Toolbox”: “costs” is not known here; did you mean “cost”?"),
        ("cost = 3", "cost = 99", "Toolbox, cost: 99 is not between 0 and 20."),
        ("cost = 3", 'cost = "three"', "Line 8, “Toolbox”, cost: this cannot be read"),
        ("cost = 3", 'colour = "blue"', "Line 8, “Toolbox”, colour: “blue” is not possible here"),
        ('code = "jam_night"', "", "“cards 2”: “code” is missing"),
        ("language = 1", "language = 2", "The language of effects has the version 1, not 2."),
        ("language = 1", "language = ", "This cannot be read from line 2, column 12 onwards."),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_with_its_place_and_nothing_is_kept(ann: Member, old: str, new: str, said: str) -> None:
    assert said in problems("bebop", TOOLBOX.replace(old, new, 1), ann)


def test_everything_wrong_is_told_at_once(ann: Member) -> None:
    spoilt = TOOLBOX.replace('"trash"', '"trahs"').replace("cost = 3", "cost = 99").replace("copies = 2", "copies = 0")
    assert len(problems("bebop", spoilt, ann)) == 3


@pytest.mark.parametrize(
    "file",
    ["", "{", "[]", "[1]", "null", "x" * 10, "a = " + "[" * 5000, '{"name": "\\u0000"}', 'name = "\\u0000"',
     "n = 1979-05-27", "n = " + "9" * 5000, "[[cards]]\ncards = 1", "cards = 7", "faces = 3", "name = 3",
     "[[cards]]\ncode = 5\nname = []", "[cards]\na = 1"],
)  # fmt: skip
@pytest.mark.parametrize("game", GAMES)
def test_no_file_does_any_harm(ann: Member, game: str, file: str) -> None:
    answer = as_(ann).post(at("match_cards"), {"game": game, "text": file})
    assert answer.status_code == 422
    assert not ScoreCards.objects.exists()


def test_a_file_is_sent_from_a_phone(ann: Member) -> None:
    sent: dict[str, Any] = {"game": "bebop", "text": "", "file": SimpleUploadedFile("box.toml", TOOLBOX.encode())}
    assert as_(ann).post(at("match_cards"), sent).status_code == 302
    assert ScoreCards.objects.get().name == "Box"


@pytest.mark.parametrize("depth", [files.DEEPEST + 1, 5_000, 20_000])
def test_tables_without_end_are_refused_though_they_have_no_bracket(depth: int) -> None:
    """Dotted keys make a table in a table each; no reader or drawing of a card may run out of stack for them."""
    dotted = "a." * depth + "b = 1"
    with pytest.raises(Refused):
        files.data_of(dotted, "bebop")
    with pytest.raises(ValueError, match="without end"):
        files.steps_of(f'{{ do = "gain", n.{dotted} }}')


HOSTILE = {
    "a key of very many parts": ".".join(["a"] * 50_000) + " = 1",
    "many keys of many parts": "\n".join(".".join(["a"] * 40) + f".k{number} = 1" for number in range(1_000)),
    "very many cards": "characters = [" + "{}, " * 40_000 + "]",
    "one card with very many steps": '[[characters]]\ncode = "c"\npower = [' + '{ do = "gian" }, ' * 10_000 + "]",
    "very many keys": "".join(f"kay{number} = 1\n" for number in range(15_000)),
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_no_file_costs_more_time_or_answer_than_its_length_is_worth(ann: Member, text: str) -> None:
    """A hundred kilobytes of dotted keys took 44 s of a worker."""
    began = process_time()
    with pytest.raises(Refused) as refused:
        operations.add_cards(game="badass_force", text=text, author=ann)
    assert process_time() - began < 5
    assert len(str(refused.value)) < 20_000
