"""A club's invented set, typed in on a phone, then played to the end by two members, a guest and a bot."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import msgspec
import pytest
from playwright.sync_api import Locator, Page, expect

from campaigns.matches.cards.kinds import CardData
from campaigns.matches.models.card_set import ScoreCards
from campaigns.matches.models.match import Match, MatchState
from club.models import Member
from engines.core.proof import read_proof, verify_game
from engines.registry import PROVABLE
from tests.browser.conftest import OpenPage
from tests.browser.evenings import BY_HAND, open_table, play_to_the_end, put_in_beside, sit_down_as_guest, type_in_kinds
from tests.browser.measures import faults
from tests.factories.club import MemberFactory

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

SET: Final = "Cellar and attic"


@dataclass(frozen=True)
class Card:
    """What is typed in of a card: its name, skills or defence, what it brings, how many there are.

    ``typed``: in a browser; the others come in by the operation, as if somebody else typed them in meanwhile.
    """

    name: str
    figures: dict[str, int]
    gain: dict[str, int] | None = None
    coins: int | None = None
    copies: int = 1
    typed: bool = False


M, R, G, S = "Melee", "Ranged", "Magic", "Stealth"
KINDS: Final = {
    "Heroes": [
        Card("Button sorter", {M: 2}, typed=True),
        Card("Kettle drummer", {R: 2}),
        Card("Chalk painter", {G: 2}),
        Card("Slipper thief", {S: 2}),
        Card("Broom fencer", {M: 1, R: 1}),
        Card("Spoon bender", {M: 1, G: 1}),
        Card("Cupboard climber", {M: 1, S: 1}),
        Card("Cork archer", {R: 1, G: 1}),
        Card("Curtain scout", {R: 1, S: 1}),
        Card("Candle reader", {G: 1, S: 1}, typed=True),
    ],
    # Each level has 34 cards (BAF!, Contenu).
    "Monsters of level I": [
        Card("Dust bunny", {M: 1}, {M: 1}, 1, 9, typed=True),
        Card("Damp sock", {R: 1}, {R: 1}, 1, 9),
        Card("Loose shelf", {G: 1}, {G: 1}, 1, 8),
        Card("Jam wasp", {S: 1}, {"Runes": 1}, 2, 8, typed=True),
    ],
    "Monsters of level II": [
        Card("Coat stand", {M: 2}, {M: 1}, 2, 9),
        Card("Rolling barrel", {R: 2}, {R: 1}, 2, 9),
        Card("Humming fuse box", {G: 2}, {G: 1}, 2, 8),
        Card("Moth of the wardrobe", {S: 2}, {"Runes": 1}, 3, 8, typed=True),
    ],
    "Monsters of level III": [
        Card("Boiler", {M: 3}, {M: 2}, 4, 9),
        Card("Chimney draught", {R: 3}, {R: 2}, 4, 9),
        Card("Box of old letters", {G: 3}, {G: 2}, 4, 8),
        Card("Landlord’s parrot", {S: 3}, {"Runes": 2}, 5, 8, typed=True),
    ],
    "Dungeon masters": [
        Card("Keeper of the keys", {M: 3, R: 2}, coins=8),
        Card("Great-aunt", {G: 3, S: 2}, coins=8),
        Card("Chimney sweep", {R: 3, S: 2}, coins=8),
        Card("Piano tuner", {M: 2, G: 3}, coins=8, typed=True),
    ],
    "Dragons": [
        Card("Dragon in the boiler", {M: 5, R: 4}, coins=14),
        Card("Dragon under the stairs", {G: 5, S: 4}, coins=14),
        Card("Dragon of the attic", {R: 5, S: 4}, coins=14),
        Card("Dragon in a hatbox", {M: 4, G: 5}, coins=14, typed=True),
    ],
}


@pytest.fixture
def ann(transactional_db: None) -> Member:
    return MemberFactory.create(username="ann", display_name="Ann")


@pytest.fixture
def bob(transactional_db: None) -> Member:
    return MemberFactory.create(username="bob", display_name="Bob")


def type_in(page: Page, card: Card, figures: str) -> None:
    """Type a card off into the form of its kind, and send it."""
    page.get_by_label("Name on the card").fill(card.name)
    for group, amounts in ((figures, card.figures), ("Skill gain", card.gain or {})):
        for skill, amount in amounts.items():
            page.get_by_role("group", name=group).get_by_label(skill, exact=True).fill(str(amount))
    if card.coins is not None:
        page.get_by_label("Coins", exact=True).fill(str(card.coins))
    if card.copies > 1:
        page.get_by_label("Copies", exact=True).fill(str(card.copies))
    page.get_by_role("button", name="Add the card").click()
    expect(page.get_by_text(f"{card.name} is in the set.")).to_be_visible()


def row_of(card: Card, figures: str) -> CardData:
    """The card as the engine's JSON has it."""
    row: CardData = {"name": {"fr": card.name, "en": card.name}, figures: by_code(card.figures)}
    if card.gain is not None:
        row["gain"] = by_code({skill: n for skill, n in card.gain.items() if skill != "Runes"})
        row |= {"runes": card.gain.get("Runes", 0), "copies": card.copies}
    return row if card.coins is None else row | {"coins": card.coins}


def by_code(skills: dict[str, int]) -> dict[str, int]:
    return {skill.lower(): amount for skill, amount in skills.items()}


def type_in_the_box(page: Page) -> None:
    """Begin a set and fill it kind by kind, as the pages lead on."""

    def come_in(title: str, card: Card) -> None:
        skills = title == "Heroes"
        if card.typed:
            type_in(page, card, "Skills" if skills else "Defence")
        else:
            put_in_beside(title, row_of(card, "skills" if skills else "defence"))

    type_in_kinds(page, "BAF!", SET, KINDS, come_in)
    expect(page.get_by_text("This is enough to play here, without the box.")).to_be_visible()


def taps(page: Page, leaning: int) -> Iterator[Locator]:
    """What somebody taps who looks at the page, the button that sends it last.

    Hands go where they suffice, everybody leaning to other ones; runes to one category; a boss is tried that is weak
    enough; of everything else the first is taken.
    """
    if page.locator("#do-lay").count():
        laid = False
        for side in ("left", "right"):
            hands = page.locator(f"#monsters .hand--{side}.hand--enough")
            if hands.count():
                laid = True
                yield hands.nth(leaning % hands.count())
        if laid:
            yield page.locator("#do-lay")
        else:
            yield page.locator("#pass summary")
            yield page.locator("#do-pass")
        return
    for rune in page.locator(".runes").all():
        yield rune.locator("label").nth(leaning % 4)
    wanted = page.locator(
        "#acts .button--boss.button--primary, #acts .hands .button--primary, #acts .adventurers--draft button"
    )
    yield (wanted if wanted.count() else page.locator("#acts button")).first


def test_a_set_typed_in_on_a_phone_is_played_to_the_end(open_page: OpenPage, ann: Member, bob: Member) -> None:
    phone, other, guest = (open_page("phone", language="en", member=member) for member in (ann, bob, None))
    type_in_the_box(phone)
    cards = ScoreCards.objects.get()
    assert cards.ready
    assert [len(cards.data[kind]) for kind in ("heroes", "monsters", "masters", "dragons")] == [10, 12, 4, 4]

    table = open_table(phone, "baf", SET, "Bob", "open: anyone with the link", "bot, plays by rule of thumb")
    sit_down_as_guest(phone, guest, "Zoé")
    other.goto(table.get_absolute_url())
    other.get_by_role("button", name="Deal the cards").click()
    expect(other.locator("#dock")).to_be_visible()
    people = [phone, other, guest]
    decisions = play_to_the_end(people, table, taps)

    assert decisions >= BY_HAND, "each drafts, and lays hands in round after round"
    for page in people:
        expect(page.get_by_role("heading", name="The game is over")).to_be_visible()
        expect(page.locator(".ending li")).to_have_count(4)
        assert faults(page) == []
    rankings = {page.locator(".ending ol").inner_text() for page in people}
    assert len(rankings) == 1, "everybody reads the same places"
    assert "Zoé" in rankings.pop()
    account = guest.locator("#account").text_content() or ""
    assert "Zoé (guest)" in account

    proof = read_proof(msgspec.json.decode(guest.request.get(f"{table.get_absolute_url()}proof.json").body()))
    assert verify_game(proof, PROVABLE) == []
    assert proof.commitment == table.commitment
    heroes = proof.setup["options"]["cards"]["heroes"]
    assert [hero["name"]["en"] for hero in heroes] == [card.name for card in KINDS["Heroes"]]
    # A bot decided: the game is nobody's result (campaigns/tables/operations/scores.py). The next one is.
    assert not Match.objects.exists()
    again = open_table(phone, "baf", SET, "Bob", "open: anyone with the link")
    sit_down_as_guest(phone, guest, "Zoé")
    other.goto(again.get_absolute_url())
    expect(guest.get_by_role("button", name="Account")).to_be_hidden()
    other.get_by_role("button", name="Deal the cards").click()
    # The guest's page was loaded before the cards were dealt, and not again.
    for page in (guest, other):
        give_up(page)
    expect(phone.get_by_role("heading", name="The game is over")).to_be_visible()
    match = Match.objects.get(source=f"table:{again.pk}")
    assert match.state == MatchState.CONFIRMED
    assert match.setup["cards"]["dragons"][0]["name"]["en"] == "Dragon in the boiler"
    phone.goto(match.get_absolute_url())
    for name in ("Ann", "Bob", "Zoé"):
        expect(phone.get_by_role("main")).to_contain_text(name)


def give_up(page: Page) -> None:
    page.get_by_role("button", name="Account").click()
    page.locator("#table-resign summary").click()
    page.get_by_role("button", name="Yes, I give up").click()
