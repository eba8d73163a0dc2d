"""A club's own Badass Force, typed in by choices, played to the end by two members, a guest and a bot."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import Final

import msgspec
import pytest
from playwright.sync_api import Locator, Page, expect

from campaigns.matches.cards.kinds import CardData
from campaigns.matches.models.card_set import ScoreCards
from campaigns.tables.operations.play import codes_of
from club.models import Member
from engines.core.proof import read_proof, verify_game
from engines.registry import PROVABLE
from tests.browser.conftest import OpenPage
from tests.browser.evenings import Taps, open_table, play_to_the_end, put_in_beside, sit_down_as_guest, type_in_kinds
from tests.browser.measures import faults
from tests.factories.club import MemberFactory
from tests.factories.tables import BADASS

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

SET: Final = "Tenement at night"
CALLED: Final = 3
"""Every announcement of this number is called a bluff, the others are believed."""
BLUFFED: Final = 4
"""Every turn of this number is a bluff."""


@dataclass(frozen=True)
class Step:
    """A step as it is chosen: its verb, and what is said otherwise than the form has it."""

    verb: str
    said: dict[str, str]


@dataclass(frozen=True)
class Card:
    """What is typed in of a card: its name, the boxes and lists beside it, figures, and steps by their slots."""

    name: str
    steps: dict[str, tuple[Step, ...]]
    classes: tuple[str, ...] = ()
    reacts: str = ""
    bar: tuple[int, int, int] | None = None


def row(name: str, **said: object) -> CardData:
    """A card as the engine's JSON has it."""
    return {"name": {"fr": name, "en": name}, **said}


def name_of(card: Card | CardData) -> str:
    return card.name if isinstance(card, Card) else str(card["name"]["en"])


def gain(number: int, what: str = "Charges", who: str = "you") -> Step:
    return Step("Gain charges or points", {"What": what, "How many": str(number), "Who": who})


def kill(who: str) -> Step:
    return Step("Kill a character", {"Who": who})


def take(number: int, who: str) -> Step:
    return Step("Take charges or points from others", {"What": "Charges", "How many": str(number), "Who": who})


ANOTHER, OTHERS, LEFT, RIGHT = (
    "another player, your choice",
    "all others",
    "your left neighbour",
    "your right neighbour",
)
AWAY: Final = Step("It does not happen to you", {})
BACK: Final = Step("Take characters back from the graveyard", {"How many": "1"})
POWER, VENGEANCE, DEATH, REACTION = "Power", "Power in Vengeance mode", "When it dies", "Its reaction"
# What is typed in has, one with the other, each verb, slot and class, a reaction, bars and an overload; the rows come
# in by the operation, as if somebody else typed them in meanwhile.
CHARACTERS: Final[list[Card | CardData]] = [
    Card("The Lift Attendant", {POWER: (gain(2), take(1, LEFT)), REACTION: (AWAY,)}, ("Defence",), "killed"),
    Card("The Night Porter", {POWER: (kill(LEFT),), VENGEANCE: (kill(ANOTHER),)}, ("Assassin",)),
    row("The Fire Warden", classes=["ammo"], power=[{"do": "gain", "what": "ammo", "n": 3}]),
    row("The Bell-Ringer", classes=["ammo"], power=[{"do": "take", "what": "ammo", "n": 2, "who": "chosen"}]),
    row("The Lodger", power=[{"do": "gain", "what": "ammo", "who": "others"}, {"do": "gain", "what": "points"}]),
    row("The Piano Mover", classes=["assassin", "ammo"], power=[{"do": "kill", "who": "chosen"}]),
    Card("The Caretaker", {POWER: (BACK, gain(1, who=OTHERS))}, ("Defence", "Ammunition")),
    Card("The Window Cleaner", {POWER: (kill(RIGHT),), DEATH: (gain(1, "Points"),)}, ("Assassin",)),
]
FIRE: Final = "Execution"
WEAPONS: Final[list[Card | CardData]] = [
    row("Bunch of Keys", bar={"start": 1, "explode": 2, "most": 3}, execution=[{"do": "kill", "who": "chosen"}]),
    row("Wet Mop", bar={"start": 1, "explode": 2, "most": 4}, execution=[{"do": "kill", "who": "left"}]),
    row("Letter Box Flap", bar={"start": 1, "explode": 2, "most": 4}, execution=[{"do": "kill", "who": "right"}]),
    row("Stair Carpet", bar={"start": 0, "explode": 4, "most": 5}, execution=[{"do": "kill", "who": "others"}]),
    row(
        "Milk Crate",
        bar={"start": 1, "explode": 3, "most": 4},
        execution=[{"do": "kill", "who": "left"}, {"do": "gain", "what": "points"}],
    ),
    row(
        "Radiator Key",
        bar={"start": 1, "explode": 3, "most": 4},
        execution=[{"do": "kill", "who": "right"}, {"do": "gain", "what": "points"}],
    ),
    Card("Door Chain", {FIRE: (kill(ANOTHER),), "When it overloads": (kill("you"),)}, bar=(0, 2, 3)),
    Card("Fuse Wire", {FIRE: (kill(ANOTHER),), "At each of its turns": (gain(1),)}, bar=(0, 3, 4)),
]
FACES: Final = ("green", "green", "green", "yellow", "yellow", "red")


@pytest.fixture
def ann(transactional_db: None) -> Member:
    return MemberFactory.create(username="ann", display_name="Ann")


@pytest.fixture
def bob(transactional_db: None) -> Member:
    return MemberFactory.create(username="bob", display_name="Bob")


def put_in(page: Page, title: str, step: Step) -> None:
    """Choose a step of a slot, and what it says."""
    slot = page.get_by_role("group", name=title, exact=True)
    slot.get_by_label("Another step").select_option(label=step.verb)
    slot.get_by_role("button", name="Go on with this step").click()
    put = slot.get_by_role("button", name="Add this step")
    expect(put).to_be_visible()
    for label, value in step.said.items():
        field = slot.get_by_label(label, exact=True)
        if field.evaluate("field => field.tagName") == "SELECT":
            field.select_option(label=value)
        else:
            field.fill(value)
    put.click()
    expect(put).to_have_count(0)


def type_in(page: Page, card: Card) -> None:
    """Type a card off into the form of its kind, and send it."""
    page.get_by_label("Name on the card").fill(card.name)
    for one in card.classes:
        page.get_by_role("checkbox", name=one).check()
    if card.reacts:
        page.get_by_label("It reacts when it is").select_option(label=card.reacts)
    for label, figure in zip(("Starts at", "May be used from", "Last case"), card.bar or (), strict=False):
        page.get_by_label(label).fill(str(figure))
    for title, steps in card.steps.items():
        for step in steps:
            put_in(page, title, step)
    page.get_by_role("button", name="Add the card").click()
    expect(page.get_by_text(f"{card.name} is in the set.")).to_be_visible()


def type_in_the_box(page: Page) -> None:
    """Begin a set and fill it: characters, weapons, the faces of the die."""
    kinds = {"Characters": CHARACTERS, "Weapons": WEAPONS}

    def come_in(title: str, card: Card | CardData) -> None:
        if isinstance(card, Card):
            type_in(page, card)
        else:
            put_in_beside(title, card)

    type_in_kinds(page, "Badass Force", SET, kinds, come_in)
    expect(page.get_by_role("heading", level=1)).to_have_text("Faces of the armoury die")
    assert faults(page) == []
    for number, shows in enumerate(FACES, start=1):
        page.get_by_role("group", name=f"Face {number}").get_by_label(shows).check()
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#messages")).to_contain_text("The faces of the die are in the set.")
    page.goto(f"/scores/cards/{ScoreCards.objects.get().pk}/")
    expect(page.get_by_text("This is enough to play here, without the box.")).to_be_visible()


def taps() -> Taps:
    """People who lay anything, fire what is charged, mostly tell the truth and believe, and aim at different seats."""
    turns, asked = count(1), count(1)

    def tap(page: Page, leaning: int) -> Iterator[Locator]:
        call, truth = page.locator("#do-call"), page.locator(".role__do.button--primary")
        bluffs = page.locator(".role__do:not(.button--primary)")
        acts = page.locator("#acts button")
        if call.count():
            yield call if next(asked) % CALLED == 0 else page.locator("#do-believe")
        elif page.locator("#do-execute").count():
            yield page.locator("#do-execute")
        elif truth.count() > 1:
            yield truth.nth(leaning % truth.count())
        elif truth.count() or bluffs.count():
            lies = bluffs.count() and (next(turns) % BLUFFED == 0 or not truth.count())
            yield bluffs.nth(leaning % bluffs.count()) if lies else truth.first
        else:
            yield acts.nth(leaning % acts.count())

    return tap


def test_a_force_typed_in_on_a_phone_is_played_to_the_end(open_page: OpenPage, ann: Member, bob: Member) -> None:
    phone, other, guest = (open_page("phone", language="en", member=member) for member in (ann, bob, None))
    type_in_the_box(phone)
    kept = ScoreCards.objects.get()
    assert [one["name"]["en"] for one in kept.data["characters"]] == [name_of(card) for card in CHARACTERS]
    porter = kept.data["characters"][1]
    assert (porter["power"], porter["vengeance"]) == ([{"do": "kill", "who": "left"}], [{"do": "kill"}])

    table = open_table(phone, BADASS, SET, "Bob", "open: anyone with the link", "bot, plays by rule of thumb")
    sit_down_as_guest(phone, guest, "Zoé")
    other.goto(table.get_absolute_url())
    other.get_by_role("button", name="Deal the cards").click()
    expect(other.locator("#dock")).to_be_visible()
    people = [phone, other, guest]
    decisions = play_to_the_end(people, table, taps())

    assert decisions > 10
    for page in people:
        expect(page.get_by_role("heading", name="The game is over")).to_be_visible()
        expect(page.locator(".ending li")).to_have_count(4)
        assert faults(page) == []
    rankings = {page.locator(".ending ol").inner_text() for page in people}
    assert len(rankings) == 1, "everybody reads the same places"
    assert "Zoé" in rankings.pop()
    proof = read_proof(msgspec.json.decode(guest.request.get(f"{table.get_absolute_url()}proof.json").body()))
    assert verify_game(proof, PROVABLE) == []
    assert proof.commitment == table.commitment
    weapons = proof.setup["options"]["cards"]["weapons"]
    assert [weapon["name"]["en"] for weapon in weapons] == [name_of(card) for card in WEAPONS]
    assert {"lay", "announce", "believe"} <= {code.partition(" ")[0] for code in codes_of(table)}
