"""Card sets on paper: every card as often as the box has it, every number and sentence, nothing beyond its cell."""

from __future__ import annotations

import io
import itertools
from collections import Counter
from functools import cache
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation
from pypdf import PdfReader

from campaigns.matches.cards import operations
from campaigns.matches.cards.kinds import kind_of
from campaigns.matches.cards.sets import CARDS, name_of
from campaigns.matches.paper import cards
from club.models import Member
from club.paper import press
from club.paper.choices import PaperChoices
from engines.core.score import encode
from tests.rosters.test_cards_pdf import inner, stains

HOSTILE = (
    '#panic("x") $ x $ *b* _i_ `c` <l> @r // c',
    "right to left שלום مرحبا",
    "龍 🐉 Ωμέγα Ёж 😀",
    "Bartholomé-Ézéchiel de la Très-Haute-Marche, dit",
    "Donaudampfschifffahrtsgesellschaftskapitän",
)


NO_BAR: dict[str, Any] = {"legend": []}


def told(game: str, language: str = "en", **wishes: Any) -> dict[str, Any]:
    with translation.override(language):
        box = CARDS[game].training()
        return cards.sheet_data(game, name_of(box), encode(box), PaperChoices(language=language, **wishes))


def read(data: dict[str, Any]) -> PdfReader:
    return PdfReader(io.BytesIO(press.pdf(cards.TEMPLATE, data)))


@cache
def practice(game: str, language: str = "en", *, large: bool = False) -> tuple[dict[str, Any], PdfReader]:
    """The practice set of a game: what the template was handed, and the PDF; set once for all that ask for it."""
    data = told(game, language, large_cards=large)
    return data, read(data)


def unspaced(text: str) -> str:
    return "".join(text.split()).replace("-", "").replace("\xad", "").replace("\u2010", "")


def said(reader: PdfReader) -> str:
    return unspaced(" ".join(page.extract_text() for page in reader.pages))


def signs(card: dict[str, Any]) -> list[dict[str, Any]]:
    """Every sign of a card: in its corner, in groups, in the legend of its bar."""
    corner = [card["corner"]] if card["corner"] else []
    return [*corner, *(sign for group in card["signs"] for sign in group["signs"]), *(card["bar"] or NO_BAR)["legend"]]


def figures(reader: PdfReader) -> list[tuple[str, float]]:
    """Every number in the face of figures, with its size in points."""
    found: list[tuple[str, float]] = []

    def look(text: str, cm: list[float], tm: list[float], font: dict[str, Any] | None, size: float) -> None:
        if text.strip() and font and "Libertinus" in font["/BaseFont"]:
            found.append((text.strip(), round(size * abs(tm[3] * cm[3]), 1)))

    for page in reader.pages:
        page.extract_text(visitor_text=look)
    return found


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("game", list(CARDS))
def test_every_name_number_and_sentence(game: str, language: str, large: bool) -> None:
    data, reader = practice(game, language, large=large)
    printed = said(reader)
    each = 4 if large else 9
    assert len(reader.pages) == -(-len(data["cards"]) // each)
    texts = {text for card in data["cards"] for line in card["lines"] for text in line[:2]}
    texts |= {card[key] for card in data["cards"] for key in ("name", "kind", "belongs", "words", "stands")}
    texts |= {sign[key] for card in data["cards"] for sign in signs(card) for key in ("value", "said")}
    texts |= {group["title"] for card in data["cards"] for group in card["signs"]}
    assert len(texts) > 30
    assert [text for text in texts if unspaced(text) not in printed] == []


@pytest.mark.parametrize(("large", "sizes"), [(False, {15.0, 17.0, 21.0, 28.0}), (True, {22.5, 25.5, 31.5, 42.0})])
@pytest.mark.parametrize("game", list(CARDS))
def test_figures_are_read_at_arms_length(game: str, large: bool, sizes: set[float]) -> None:
    """14 points and more, on every card, each number as often as the cards have it: none is shrunk to make room."""
    data, reader = practice(game, large=large)
    wanted: Counter[str] = Counter()
    for card in data["cards"]:
        shown = signs(card | {"bar": None})
        wanted.update(sign["value"] for sign in shown if sign["value"])
        if card["bar"]:
            wanted.update(str(case) for case in range(card["bar"]["most"] + 1))
    found = figures(reader)
    assert Counter(text for text, _size in found) == wanted
    assert {size for _text, size in found} <= sizes
    assert len(found) >= len(data["cards"]) // 2


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", list(CARDS))
def test_names_stand_on_two_lines_and_break_between_words(game: str, language: str) -> None:
    data, reader = practice(game, language)
    lines = [" ".join(line.split()) for page in reader.pages for line in page.extract_text().splitlines()]
    pairs = {f"{first} {second}" for first, second in itertools.pairwise(lines)}
    # After a hyphen of its own a name may go on in the next line.
    pairs |= {pair.replace("- ", "-") for pair in pairs}
    missing = {card["name"] for card in data["cards"] if not any(card["name"] in pair for pair in pairs)}
    assert missing == set()


@pytest.mark.parametrize("game", list(CARDS))
def test_every_sign_is_drawn_and_named(game: str) -> None:
    """No colour and no drawing says what a word beside it does not say, too."""
    data = told(game)
    shown = [sign for card in data["cards"] for sign in signs(card)]
    assert len(shown) > 30
    assert [sign for sign in shown if sign["icon"] and not sign["said"]] == []
    assert {sign["icon"] for sign in shown if sign["icon"]} <= data["icons"].keys()
    assert [name for name, drawn in data["icons"].items() if "<path" not in drawn] == []


def test_colours_are_said_by_a_sign_and_a_word() -> None:
    """Levels by pips, 34 cards of each; characters by their suits, 23 cards of each in the common deck."""
    levels = Counter((card["pips"], card["colour"]) for card in told("baf")["cards"] if card["pips"])
    assert sorted((pips, count) for (pips, _colour), count in levels.items()) == [(1, 34), (2, 34), (3, 34)]
    assert len({colour for _pips, colour in levels}) == 3
    common = [card for card in told("bebop")["cards"] if card["kind"] == "Common deck"]
    suits = Counter((card["belongs"], card["mark"], card["colour"]) for card in common)
    assert sorted(suits.values()) == [23, 23, 23, 23]
    assert len({mark for _belongs, mark, _colour in suits}) == 4


def test_the_bar_of_a_weapon() -> None:
    """The office stapler of the practice set: it starts at 1, may be used from 3, and case 4 is its last."""
    [bar] = {
        (card["bar"]["start"], card["bar"]["usable"], card["bar"]["most"])
        for card in told("badass_force")["cards"]
        if card["name"] == "Office Stapler"
    }
    assert bar == (1, 3, 4)


@pytest.mark.parametrize("game", list(CARDS))
def test_as_often_as_the_box_has_it(game: str) -> None:
    box = encode(CARDS[game].training())
    printed = Counter(card["name"] for card in told(game)["cards"])
    rows = [row for place in box.values() if isinstance(place, list) for row in place if isinstance(row, dict)]
    named = [row for row in rows if "name" in row]
    wanted: Counter[str] = Counter()
    for row in named:
        # Colourless cards of the base stand in each of four decks; of each weapon of Badass Force there are three.
        decks = 4 if row in box.get("base", ()) and not row.get("colour") else 1
        decks = 3 if row in box.get("weapons", ()) else decks
        wanted[row["name"]["en"] or row["name"]["fr"]] += row.get("copies", 1) * decks
    assert len(named) > 10
    assert {name: printed[name] for name in wanted} == dict(wanted)


def test_boxes_as_counted_by_the_rulebook() -> None:
    """BAF!: 10 heroes. Space Serenade: 92 common cards, 40 of the base, 30 of damage; one of them is Vicious."""
    assert Counter(card["kind"] for card in told("baf")["cards"])["Heroes"] == 10
    kinds = Counter(card["kind"] for card in told("bebop")["cards"])
    assert kinds["Common deck"] == 92
    assert kinds["Damage cards"] == 30
    assert sum(count for kind, count in kinds.items() if kind.startswith("Base deck")) == 40
    assert [card["name"] for card in told("bebop")["cards"]].count("Vicious") == 1


@pytest.mark.parametrize("wishes", [{}, {"large_cards": True}, {"ink": True}])
@pytest.mark.parametrize("game", list(CARDS))
def test_nothing_leaves_its_card(game: str, wishes: dict[str, Any]) -> None:
    """Names and words far too long among the real ones: the gutters between the frames stay white."""
    data = told(game, "fr", **wishes)
    loaded = [
        card | {"name": name, "words": " ".join([*HOSTILE, "mot"] * 8), "lines": card["lines"] * 2}
        for card, name in zip(data["cards"], HOSTILE, strict=False)
    ]
    data["cards"] = [*loaded, *data["cards"][::9]]
    cells = (2, 2, 95.0, 132.0) if wishes.get("large_cards") else (3, 3, 63.0, 88.0)
    for page in press.pages(cards.TEMPLATE, data, ppi=100):
        assert stains(page, inner(*cells)) == []


def test_what_is_typed_in_is_never_markup() -> None:
    data = told("baf")
    data["cards"] = [data["cards"][0] | {"name": HOSTILE[0], "words": HOSTILE[0]}]
    assert said(read(data)).count(unspaced(HOSTILE[0])) == 2


def test_can_be_read_aloud() -> None:
    reader = read(told("badass_force", "fr"))
    root: Any = reader.trailer["/Root"]
    assert root["/Lang"] == "fr"
    assert "/StructTreeRoot" in root
    assert b"<pdfuaid:part>1</pdfuaid:part>" in root["/Metadata"].get_object().get_data()
    assert reader.metadata
    assert "Badass Force" in (reader.metadata.title or "")


@pytest.mark.django_db
class TestPages:
    def test_the_clubs_own_set(self, client: Client, ann: Member) -> None:
        shown = operations.begin_cards(game="baf", name="Notre boîte", author=ann)
        kind = kind_of("baf", "heroes")
        assert kind
        hero = {"name": {"fr": "Magicienne", "en": ""}, "skills": {"melee": 1, "magic": 1}}
        operations.put_card(cards=shown, kind=kind, row=hero, author=ann)
        address = reverse("campaigns:match_card_set_pdf", args=[shown.pk])
        assert client.get(address).status_code == 302
        client.force_login(ann)
        answer = client.get(address)
        assert answer["Content-Disposition"] == 'inline; filename="notre-boite.pdf"'
        assert "Magicienne" in said(PdfReader(io.BytesIO(answer.content)))
        assert address in client.get(reverse("campaigns:match_card_set", args=[shown.pk])).content.decode()

    def test_an_empty_set(self, client: Client, ann: Member) -> None:
        shown = operations.begin_cards(game="bebop", name="Vide", author=ann)
        client.force_login(ann)
        answer = client.get(reverse("campaigns:match_card_set_pdf", args=[shown.pk]))
        assert len(PdfReader(io.BytesIO(answer.content)).pages) == 1

    def test_practice_sets(self, client: Client, ann: Member) -> None:
        client.force_login(ann)
        page = client.get(reverse("campaigns:match_cards")).content.decode()
        for game in CARDS:
            address = reverse("campaigns:match_cards_practice_pdf", args=[game])
            assert address in page
            assert client.get(address)["Content-Type"] == "application/pdf"
        assert client.get(reverse("campaigns:match_cards_practice_pdf", args=["musg"])).status_code == 404
