"""La Bagarre in words and pictures: whatever happens has a sentence, every action a button, every card a face."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from campaigns.tables import cards, rules
from campaigns.tables.bagarre import account, board, choices
from campaigns.tables.bagarre.heroes import BY_CODE
from engines import bagarre
from engines.bagarre import events
from engines.bagarre.actions import Kind
from engines.bagarre.hero_codes import CODES
from engines.bagarre.notation import action
from engines.bagarre.options import Options
from engines.bagarre.position import Position, SeatPosition
from engines.bagarre.view import Phase
from engines.core.cards import CODE, DECK
from engines.core.dice import FastDice
from tests.engines.events import kinds_of

NAMES = ("Ann", "Alex", "Cleo")


def table(*seats: SeatPosition, draw: tuple[str, ...], discard: tuple[str, ...] = (), **more: object) -> bagarre.Game:
    return bagarre.Game.from_position(Position(seats=seats, draw=draw, discard=discard, **more), FastDice(1))  # type: ignore[arg-type]


def told(game: bagarre.Game, *codes: str, seat: int | None = None) -> list[str]:
    """What the account says of these actions, as a seat reads it. Text signs lose their variation selectors."""
    seen = [event.seen_from(seat) for code in codes for event in game.play(action(code))]
    return [line.text.replace("\N{VARIATION SELECTOR-15}", "") for line in account.lines(seen, NAMES)]


# Nothing is without words


def test_every_event_has_a_sentence_every_action_a_button_every_phase_a_question() -> None:
    assert set(account._TELLING) == kinds_of(events)
    # Giving up has a button of its own, below the table.
    assert set(choices._WAYS) == set(Kind) - {Kind.RESIGN}
    assert set(board._ASKED) == set(board.DOING) == set(Phase) - {Phase.OVER}


def test_every_hero_has_a_name_and_a_reminder() -> None:
    assert set(BY_CODE) == set(CODES) == set(rules.of("bagarre").hero_names())
    assert all(str(hero.name) and str(hero.power) for hero in BY_CODE.values())


@pytest.mark.parametrize("options", [Options(), Options(trolls=True), Options(heroes=False)])
def test_whatever_happens_there_are_words_for_every_reader(options: Options) -> None:
    for seed in range(12):
        dice = FastDice(seed)
        game = bagarre.Game.new(bagarre.Setup(players=3, options=options), dice=dice)
        while game.actor is not None:
            for seat in (None, 0, 1, 2):
                view = game.view(seat)
                offered = choices.choices(view, NAMES)
                assert [choice.code for choice in offered] == list(view.actions)
                assert all(choice.label for choice in offered)
                assert board.question(view, NAMES)
                drawn = board.board(view, NAMES)
                shown = [*(choice for seat in drawn.others for choice in (*seat.main, *seat.rare)), *drawn.tray]
                shown += [*drawn.own.main, *drawn.own.rare] if drawn.own is not None else []
                assert {choice.code for choice in shown} == set(view.actions), "every legal action is somewhere"
            legal = game.actions()
            for event in game.play(legal[dice.one_of(len(legal), "a test")]):
                for seat in (None, 0, 1, 2):
                    assert "None" not in " ".join(line.text for line in account.lines([event.seen_from(seat)], NAMES))


# What the sentences say


def test_the_rulebooks_example_is_told() -> None:
    """La Bagarre, Exemple de tour: a jack against Alex's shield of 6; of 7 and 8, the 7 becomes a 2."""
    game = table(
        SeatPosition(hp=("9C", "10C"), shield="3C"),
        SeatPosition(hp=("7S", "8S"), shield="6H"),
        draw=("JD",),
        discard=("2C",),
    )
    assert told(game, "attack 1")[0] == (
        "Ann attacks Alex. The card is J♦. 11 against the shield of Alex, 6. 5 get through. "
        "Alex gives 7♠ and takes 2♣ from the discard. 10 hit points left."
    )


def test_a_shield_that_holds_a_charge_and_a_changed_shield() -> None:
    def fresh() -> bagarre.Game:
        return table(
            SeatPosition(hp=("9C", "10C"), shield="3C", charges=("2D",)),
            SeatPosition(hp=("7S", "8S"), shield="10H"),
            draw=("5D",),
        )

    assert told(fresh(), "attack 1")[0] == (
        "Ann attacks Alex. The card is 5♦. The charge joins in: 2♦. 5 + 2 = 7 against the shield of Alex, 10. It holds."
    )
    assert told(fresh(), "shield 1")[0] == (
        "Ann changes the shield of Alex. The card is 5♦. 10♥ goes; the new shield of Alex is 5♦."
    )


def test_a_charge_is_told_without_its_card() -> None:
    game = table(SeatPosition(hp=("9C",), shield="3C"), SeatPosition(hp=("7S",), shield="6H"), draw=("5D",))
    assert told(game, "charge")[0] == "Ann lays a charge. It lies face down."


def test_a_kill_and_the_end() -> None:
    game = table(SeatPosition(hp=("9C",), shield="3C"), SeatPosition(hp=("2S",), shield="AH"), draw=("JD",))
    lines = told(game, "attack 1")
    assert lines[0] == "Ann attacks Alex. The card is J♦. 11 against the shield of Alex, 1. 10 get through."
    assert lines[1:] == ["Alex is out, killed by Ann.", "Ann is the last one standing and wins."]


def test_an_ogres_exact_attack_is_not_told_as_one_that_failed() -> None:
    """Ruling B40: an Ogre's attack exactly equal to the shield kills; anybody else's does nothing."""
    for hero, after in (("ogre", "Exactly as much: that kills."), ("beast", "It holds.")):
        game = table(
            SeatPosition(hp=("9C",), shield="3C", heroes=(hero,)),
            SeatPosition(hp=("7S", "8S"), shield="6H", heroes=("mage",)),
            SeatPosition(hp=("4S", "QS"), shield="5H", heroes=("bard",)),
            draw=("6D", "5C", "4C"),
        )
        lines = told(game, "attack 1")
        assert lines[0] == f"Ann attacks Alex. The card is 6♦. 6 against the shield of Alex, 6. {after}"
        assert ("Alex is out, killed by Ann." in lines) == (hero == "ogre")


def test_a_spys_shield_is_told_to_the_attacker_alone() -> None:
    """La Bagarre, Héros: the Spy's shield is hidden and shown to whoever attacks."""

    def fresh() -> bagarre.Game:
        seats = (
            SeatPosition(hp=("9C",), shield="3C", heroes=("ogre",)),
            SeatPosition(hp=("7S", "8S"), shield="10H", heroes=("spy",)),
            SeatPosition(hp=("4S", "QS"), shield="5H", heroes=("beast",)),
        )
        return table(*seats, draw=("KD",))

    assert "10♥" in told(fresh(), "attack 1", seat=0)[0]
    for other in (None, 2):
        text = " ".join(told(fresh(), "attack 1", seat=other))
        assert "10♥" not in text
        assert "Alex shows Ann the hidden shield." in text
        assert "13 against the hidden shield of Alex. 3 get through." in text


# Buttons


def test_the_main_actions_stand_at_whom_they_aim() -> None:
    game = table(
        SeatPosition(hp=("9C",), shield="3C", heroes=("necromancer",)),
        SeatPosition(hp=("7S",), shield="6H", heroes=("ogre",)),
        draw=("5D",),
        discard=("KS",),
    )
    drawn = board.board(game.view(0), NAMES)
    assert drawn.own is not None
    assert [choice.code for choice in drawn.others[0].main] == ["attack 1", "shield 1"]
    assert [choice.code for choice in drawn.others[0].rare] == ["attack 1 discard", "shield 1 discard"]
    assert [choice.code for choice in drawn.own.main] == ["shield 0", "charge"]
    assert drawn.tray == ()
    labels = {choice.code: (choice.label, choice.spoken) for choice in choices.choices(game.view(0), NAMES)}
    assert labels["attack 1"] == ("Attack", "Attack Alex")
    assert labels["attack 1 discard"][0].startswith("Attack with K♠")
    assert all(label in spoken for label, spoken in labels.values() if spoken), "one says what one reads"


def test_a_theft_says_which_cards_are_shields() -> None:
    """La Bagarre, Héros, Voleuse: any card of hers against any of the victim's, hit points or shield."""
    game = table(
        SeatPosition(hp=("9C",), shield="3C", heroes=("thief",)),
        SeatPosition(hp=("10S",), shield="6H", heroes=("ogre",)),
        draw=("8D", "2D"),
        discard=("8S",),
    )
    game.play(action("attack 1"))
    offered = choices.choices(game.view(0), NAMES)
    labels = {choice.label.replace("\N{VARIATION SELECTOR-15}", "") for choice in offered}
    assert labels == {
        "Give 9♣, take 8♠",
        "Give 9♣, take 6♥ (shield)",
        "Give 3♣ (shield), take 8♠",
        "Give 3♣ (shield), take 6♥ (shield)",
        "Take nothing",
    }


def test_an_attack_on_a_team_mate_is_allowed_but_folded_away() -> None:
    game = bagarre.Game.new(
        bagarre.Setup(players=4, options=Options(heroes=False, teams=(0, 1, 0, 1))), dice=FastDice(5)
    )
    while game.phase != Phase.TURN:
        game.play(game.actions()[0])
    actor = game.actor
    assert actor is not None
    drawn = board.board(game.view(actor), (*NAMES, "Dora"))
    for seat in drawn.others:
        attack = f"attack {seat.number}"
        folded = [choice.code for choice in seat.rare] == [attack]
        assert seat.mate == folded == (seat.number % 2 == actor % 2)
        assert [choice.code for choice in seat.main if choice.primary] == ([] if seat.mate else [attack])
    assert not any(seat.mate for seat in board.board(game.view(None), (*NAMES, "Dora")).others)


def test_a_card_under_a_token_says_what_it_counts_and_so_does_a_joker() -> None:
    """Ruling B7: where no card fits, a token lies on the old one. A joker's value is agreed, not printed."""
    game = table(
        SeatPosition(hp=("9C", "X1"), shield="3C"),
        SeatPosition(hp=("7S", "KS"), shield="6H", tokens=(0, 4)),
        draw=("5D",),
    )
    own, other = board.board(game.view(0), NAMES).own, board.board(game.view(0), NAMES).others[0]
    assert own is not None
    assert own.counting == ("the joker counts as 20.",)
    assert [words.replace("\N{VARIATION SELECTOR-15}", "") for words in other.counting] == ["K♠ counts as 9."]


@pytest.mark.parametrize(
    ("hp", "label"),
    [
        (("9C", "8C"), "Give 3 hit points, draw again"),
        (("3C",), "Give 2 hit points, draw again"),
        (("2C",), "Give 1 hit point, draw again"),
        (("AC",), "Draw again, for free"),
    ],
)
def test_drawing_anew_says_what_it_costs(hp: tuple[str, ...], label: str) -> None:
    """La Bagarre, Héros, Démoniste: 3 hit points, or as many as leave 1; with 1 it is free."""
    game = table(
        SeatPosition(hp=hp, shield="3H", heroes=("demonist",)),
        SeatPosition(hp=("7S",), shield="6H", heroes=("ogre",)),
        draw=("5D", "6D", "7D"),
    )
    game.play(action("attack 1"))
    assert label in {choice.label for choice in choices.choices(game.view(0), NAMES)}


def test_an_exchange_says_which_card_it_is_for() -> None:
    game = table(
        SeatPosition(hp=("9C",), shield="3C", heroes=("necromancer", "priestess")),
        SeatPosition(hp=("7S",), shield="6H"),
        draw=("5D",),
        discard=("KH",),
    )
    labels = {choice.code: choice.label for choice in choices.choices(game.view(0), NAMES)}
    assert labels["exchange 0 9C"].startswith("Exchange 9♣")
    assert labels["exchange 0 9C"].endswith("for the top card")
    assert labels["exchange 0 9C discard"].endswith("for K♥\N{VARIATION SELECTOR-15} of the discard")


def test_a_spy_without_a_choice_is_not_told_that_there_is_one() -> None:
    """A Spy is asked about the shield and the first turn even when neither is for her to choose."""
    asked = set()
    for seed in range(40):
        game = bagarre.Game.new(bagarre.Setup(players=2, options=Options(trolls=True)), dice=FastDice(seed))
        while game.phase in (Phase.LAY, Phase.OPENING):
            view = game.view(game.actor)
            words = board.question(view, NAMES)
            assert ("which one" in words or "do you show" in words) == (len(view.actions) > 1), words
            asked.add((view.phase, len(view.actions) > 1))
            game.play(game.actions()[-1])
    assert len(asked) == 4, "all of them came up"


def test_opponents_are_drawn_in_the_order_in_which_they_play() -> None:
    game = bagarre.Game.new(bagarre.Setup(players=3, options=Options(heroes=False)), dice=FastDice(3))
    for viewer in range(3):
        others = [seat.number for seat in board.board(game.view(viewer), NAMES).others]
        assert others == [(viewer + 1) % 3, (viewer + 2) % 3]
    assert [seat.number for seat in board.board(game.view(None), NAMES).others] == [0, 1, 2]


# Cards


def faces() -> Iterator[cards.Face]:
    return (cards.face(CODE[card]) for card in DECK)


def test_every_card_is_told_by_letter_shape_and_words() -> None:
    assert len({face.label for face in faces()}) == 53, "the two jokers are alike"
    for face in faces():
        if face.art == "joker":
            assert face.suit == ""
            continue
        assert (face.colour == "red") == (face.suit in "HD")
        rank = face.code[:-1]
        if rank.isdecimal():
            assert len(face.pips) == int(rank)
            assert len({(pip.x, pip.y) for pip in face.pips}) == len(face.pips)
        else:
            assert face.art in ("ace", "jack", "queen", "king")
    assert cards.face("10H").label == "10 of hearts"
    assert cards.face("QS").label == "queen of spades"
    assert cards.face("QS").corner == "Q"
