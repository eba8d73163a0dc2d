"""Badass Force in words: whatever happens has a sentence, which names no character that its reader may not know."""

from __future__ import annotations

import ast
import inspect
import itertools
import re
from collections.abc import Iterator

import msgspec
import pytest
from django.utils import translation
from django.utils.functional import Promise

from campaigns.matches.cards.sentences.badass_force import lasting
from campaigns.tables.badass_force import account, account_effects, refusals, words
from campaigns.tables.badass_force.answers import Asked, answers
from campaigns.tables.badass_force.options import remind_of_rules
from campaigns.tables.badass_force.texts import Sayings
from campaigns.tables.badass_force.words import Cards
from engines import badass_force
from engines.badass_force import events as e, refusals as engine_refusals
from engines.badass_force.bots import BOTS
from engines.badass_force.cards import On, slots, training
from engines.badass_force.lasting import remember
from engines.badass_force.options import DEFAULTS
from engines.badass_force.outcome import Ending, Outcome
from engines.badass_force.score.entries import Means
from engines.badass_force.score.points import TIE_BREAKS
from engines.badass_force.score.setup import Symbol
from engines.badass_force.turn import PERFORM
from engines.badass_force.verbs.characters import Copy, Guess, Kill, Revive
from engines.badass_force.verbs.lasting import Deed, Figure
from engines.badass_force.verbs.weapons import Gain
from engines.badass_force.verbs.words import Until, What
from engines.badass_force.view import EffectView, Phase
from engines.core import game as contract
from engines.core.dice import FastDice
from engines.core.effects.combinators import Choose, May, Pay
from engines.core.effects.steps import Step
from engines.core.event import Event
from tests.engines.events import kinds_of

NAMES = ("Ann", "Alex", "Éva")
"""Two of them begin with a vowel: nothing before a name may elide."""
CARDS = Cards(training())
READERS = (None, 0, 1, 2)
LANGUAGES = ("en", "fr")


def played(seed: int, bot: str = "random") -> badass_force.Game:
    """A recorded game of three, at most 60 turns long."""
    dice = FastDice(seed)
    game = badass_force.Game.new(badass_force.Setup(players=3), dice=dice)
    while game.outcome is None and game.turns < 60:
        game.play(BOTS[bot].choose(game, dice))
    return game


def told(event: Event, language: str = "en") -> str:
    with translation.override(language):
        (line,) = account.lines([event], NAMES, CARDS)
    return line.text


def both(event: Event) -> tuple[str, str]:
    return told(event, "en"), told(event, "fr")


# Nothing is left out


def test_every_event_has_a_telling() -> None:
    assert set(account._TELLING) == kinds_of(e)
    assert len(account._TELLING) == 36


@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_happens_in_whole_games_is_told_to_every_reader(language: str) -> None:
    for game, reader in itertools.product([played(1), played(2), played(3, "thumb")], READERS):
        seen = [event.seen_from(reader) for event in game.events or ()]
        with translation.override(language):
            lines = account.lines(seen, NAMES, CARDS)
        assert len(lines) == len(seen)
        for line, event in zip(lines, seen, strict=True):
            assert line.text.endswith((".", "”", "»")) or isinstance(event, e.TurnBegan)
            assert not re.search(r"None|%\(|_", line.text), line.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_names_a_character_that_its_reader_may_not_know(language: str) -> None:
    """Badass Force, Mise en place: characters lie face down, in the dressing room (F11) and in front (F28)."""
    hidden = 0
    for game, reader in itertools.product([played(seed) for seed in range(4)], READERS):
        with translation.override(language):
            characters = [CARDS.name(code) for code in game.codes]
        for event in game.events or ():
            seen = event.seen_from(reader)
            if getattr(seen, "character", "") is None:
                hidden += 1
                assert not [name for name in characters if name in told(seen, language)]
    assert hidden > 200


def test_what_an_event_can_hold_has_words() -> None:
    """Every word that the engine puts into an event, and into a refusal, has one here."""
    assert set(words.CAUSES) == set(On)
    assert set(words.DEEDS) == set(Deed)
    assert set(lasting._RAISED) == set(lasting.RAISES) == set(Figure)
    assert set(words.UNTIL) == set(Until)
    assert set(words.FACES) == set(Symbol)
    assert set(words.ACTIONS) == set(PERFORM)


def test_means_endings_and_slots_have_words() -> None:
    assert set(account_effects._LOST) == set(Means)
    assert set(account._WHY) == set(Ending)
    assert set(account._TIES) == set(TIE_BREAKS)
    assert set(account_effects._BEGAN) == {slot for _, slot, _ in slots(training())}


# Sentences by hand


BARONESS, GRANNY, MONK = "bullet_baroness", "grenade_granny", "rubber_monk"
BAZOOKA = "banana_bazooka"

SENTENCES: list[tuple[Event, str, str]] = [
    (e.Laid(seat=1, character=None), "Alex lays a character face down.", "Alex pose un personnage face cachée."),
    (
        e.Laid(seat=1, character=MONK),
        "Alex lays The Rubber Monk face down.",
        "Alex pose Le Moine caoutchouc face cachée.",
    ),
    (
        e.LogeDrawn(seat=0, character=None),
        "Ann puts a character into the dressing room.",
        "Ann écarte un personnage dans sa Loge.",
    ),
    (
        e.LookedAt(seat=0, target=1, dressing_room=True, character=None),
        "Ann looks secretly into the dressing room of Alex.",
        "Ann regarde en secret la Loge chez Alex.",
    ),
    (
        e.LookedAt(seat=0, target=1, dressing_room=False, character=MONK),
        "Ann looks secretly at the active character of Alex: The Rubber Monk.",
        "Ann regarde en secret le personnage actif chez Alex\u00a0: Le Moine caoutchouc.",
    ),
    (
        e.Announced(seat=0, character=BARONESS),
        "Ann announces: “I am The Bullet Baroness.”",
        "Ann annonce\u00a0: «\u00a0Je suis La Baronne des Munitions.\u00a0»",
    ),
    (
        e.Announced(seat=1, character=MONK, on="targeted"),
        "Alex reacts: “I am The Rubber Monk.”",
        "Alex réagit\u00a0: «\u00a0Je suis Le Moine caoutchouc.\u00a0»",
    ),
    (
        e.Declined(seat=1, on="killed"),
        "Alex does not react (loss of a character).",
        "Alex ne réagit pas (perte d’un personnage).",
    ),
    (e.Answered(seat=0, callers=()), "Nobody calls a bluff.", "Personne ne dénonce de bluff."),
    (e.Answered(seat=0, callers=(1,)), "Alex calls a bluff.", "Alex dénonce un bluff."),
    (e.Answered(seat=0, callers=(1, 2)), "Alex and Éva call a bluff.", "Alex et Éva dénoncent un bluff."),
    (
        e.BluffCalled(seat=0, caller=1, true=False),
        "Ann was bluffing: Alex was right.",
        "Ann bluffait\u00a0: Alex a vu juste.",
    ),
    (
        e.Lost(seat=0, character=GRANNY, by=1, means="bluff_called"),
        "Ann loses Grenade Granny to a call by Alex.",
        "Bluff dénoncé par Alex\u00a0: Ann perd Mamie Grenade.",
    ),
    (
        e.Lost(seat=0, character=GRANNY, by=1, means="weapon"),
        "Alex strikes with a weapon: Ann loses Grenade Granny.",
        "Alex frappe avec son arme\u00a0: Ann perd Mamie Grenade.",
    ),
    (
        e.Lost(seat=0, character=GRANNY, by=None, means="explosion"),
        "Ann loses Grenade Granny; nobody scores.",
        "Ann perd Mamie Grenade\u202f; personne ne marque.",
    ),
    (
        e.Charged(seat=0, gain=1, ammo=2, by=None),
        "Ann gains 1 charge: 2 in all.",
        "Ann gagne 1 charge\u00a0: 2 en tout.",
    ),
    (
        e.Charged(seat=0, gain=2, ammo=3, by=1),
        "Alex gives Ann 2 charges: 3 in all.",
        "Alex donne 2 charges à Ann\u00a0: 3 en tout.",
    ),
    (
        e.WeaponDealt(seat=0, weapon=BAZOOKA, ammo=0),
        "Ann is dealt a weapon: Banana Bazooka, 0 charges.",
        "Ann reçoit une arme\u00a0: Bazooka à bananes, 0 charge.",
    ),
    (
        e.Scored(seat=0, points=2, total=6, source="first_kill"),
        "Ann: +2 points (first kill of the turn), 6 in all.",
        "Ann\u00a0: +2 points (première élimination du tour), 6 en tout.",
    ),
    (
        e.Scored(seat=0, points=-1, total=0, source="card", card=BAZOOKA),
        "Ann: −1 point (Banana Bazooka), 0 in all.",
        "Ann\u00a0: −1 point (Bazooka à bananes), 0 en tout.",
    ),
    (
        e.Rolled(seat=0, faces=(1, 6), symbols=(("green", "red"), ())),
        "Ann rolls the armoury dice: green + red, blank.",
        "Ann lance les dés de l’armurerie\u00a0: vert + rouge, vide.",
    ),
    (
        e.Lasts(seat=1, what="armoury", amount=0, until="my_next_turn", card=MONK),
        "Alex, until their next turn: may not roll the armoury dice (The Rubber Monk).",
        "Alex, jusqu’à son prochain tour\u00a0: lancer les dés de l’armurerie est interdit (Le Moine caoutchouc).",
    ),
    (
        e.Lasts(seat=1, what="kill_points", amount=1, until="turn_end", card=MONK),
        "Alex, until the end of the turn: +1 point for each kill (The Rubber Monk).",
        "Alex, jusqu’à la fin du tour\u00a0: +1 point par élimination (Le Moine caoutchouc).",
    ),
    (
        e.PileReformed(count=1),
        "The weapon pile is used up: the discard, 1 weapon, becomes the new one.",
        "La pioche d’armes est épuisée\u00a0: la défausse, 1 arme, devient la nouvelle pioche.",
    ),
    (
        e.VengeanceBegan(seat=1, again=False),
        "Alex has one character left, goes into Vengeance mode and takes all seven back.",
        "Alex n’a plus qu’un personnage, passe en mode Vengeance et récupère les sept.",
    ),
    (e.Proposed(seat=0, proposal="nothing"), "Ann proposes to the table: nothing happens.", ""),
]


@pytest.mark.parametrize(("event", "english", "french"), SENTENCES)
def test_sentences(event: Event, english: str, french: str) -> None:
    assert told(event) == english
    assert told(event, "fr") == (french or "Ann propose à la table\u00a0: il ne se passe rien.")


def test_how_a_game_ended() -> None:
    """Rulings F27, F52, F53: points, then cards in hand, then ammunition; if all are equal, another game decides."""
    won = Outcome(
        ending=Ending.LIMIT, winners=(1,), places=(2, 1, 3), points=(16, 16, 3), turns=40, tie_breaks=("cards",)
    )
    with translation.override("en"):
        assert account.ending(won, NAMES) == (
            "The limit was reached. Alex wins with 16 points. The tie was broken by: cards in hand."
        )
    level = Outcome(ending=Ending.TURN_LIMIT, winners=(), undecided=(0, 2), places=(1, 3, 1), points=(1, 0, 1), turns=9)
    with translation.override("fr"):
        assert account.ending(level, NAMES) == (
            "Le nombre de tours convenu est atteint. "
            "Égalité à 1 point entre Ann et Éva\u00a0: une autre partie décidera."
        )
    over = e.GameOver(outcome=won, hands=(4, 5, 2), ammo=(0, 1, 2))
    assert told(over).endswith("Points: Ann 16, Alex 16, Éva 3. Cards in hand: Ann 4, Alex 5, Éva 2.")


def test_the_reminder_says_the_limit_that_was_agreed() -> None:
    with translation.override("en"):
        told_ = dict(remind_of_rules(DEFAULTS))
    assert "16 points" in told_["The end"]


# Refusals


def codes(module: object) -> Iterator[str]:
    for node in ast.walk(ast.parse(inspect.getsource(module))):  # type: ignore[arg-type]
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "refuse":
            assert isinstance(node.args[0], ast.Constant)
            yield str(node.args[0].value)


def test_every_refusal_has_words() -> None:
    met = {*codes(engine_refusals), *codes(contract)}
    assert met <= set(refusals.SENTENCES)
    assert set(refusals.SENTENCES) - met == {"effect_not_literal"}
    assert all(isinstance(said, Promise) for said in refusals.SENTENCES.values())


@pytest.fixture
def turn() -> badass_force.Game:
    """Somebody's first turn; nobody has more than a charge or two."""
    game = badass_force.Game.new(badass_force.Setup(players=3), dice=FastDice(3))
    while game.phase is not Phase.TURN:
        game.play(game.actions()[0])
    return game


def refused(game: badass_force.Game, code: str) -> tuple[str, str]:
    before = tuple(game.log or ())
    with translation.override("en"):
        objection = refusals.refusal(game, code)
    assert tuple(game.log or ()) == before
    return objection.code, str(objection.message)


def test_why_an_action_is_refused(turn: badass_force.Game) -> None:
    assert turn.actor is not None
    seat = turn.seats[turn.actor]
    explode = turn.arms[seat.weapon].explode
    assert refused(turn, "execute") == (
        "too_few_charges",
        f"Charges on your weapon: {seat.ammo}; its execution needs {explode}.",
    )
    assert refused(turn, "weapon nothing_such") == (
        "not_offered",
        "That weapon is no longer in the middle of the table.",
    )
    assert refused(turn, "believe") == (
        "not_now",
        "Something else is being decided now: choose one of the options offered.",
    )
    assert refused(turn, "resign 7") == ("no_such_seat", "Nobody sits there (ruling F2).")
    assert refused(turn, "nonsense")[0] == "illegal_action"
    left_out = next(card.code for card in training().characters if card.code not in turn.codes)
    assert refused(turn, f"announce {left_out}")[1] == "That character is not in this game."


def test_what_a_card_forbids_is_said_with_its_ruling(turn: badass_force.Game) -> None:
    """Ruling F34: what a card says wins over the rules."""
    assert turn.actor is not None
    remember(turn, "armoury", turn.actor, 0, "turn_end", owner=1, card="rubber_monk")
    turn.legal = tuple(one for one in turn.legal if one.code != "armoury")
    code, said = refused(turn, "armoury")
    assert code == "forbidden"
    assert said.startswith("A card forbids that for now: roll the armoury dice (")
    assert "F34" in said


# Answers to a card's text

ASKS: dict[str, tuple[type[Step], ...]] = {
    "pay": (Pay,),
    "yes": (May,),
    "branch": (Choose,),
    "card": (Copy, Guess, Revive),
}
"""Which steps ask for which answers; "seat" is asked by whatever aims."""


def test_a_view_tells_the_step_that_asks() -> None:
    """In the middle of a text, also of a copied one, it is the step whose answer is waited for."""
    met = set()
    for seed in range(6):
        dice = FastDice(seed)
        game = badass_force.Game.new(badass_force.Setup(players=3), dice=dice)
        while game.outcome is None and game.turns < 60:
            view = game.view(game.actor)
            word = view.actions[0].partition(" ")[0]
            if view.phase is Phase.EFFECT and view.effects and word in (*ASKS, "seat"):
                asking = view.effects[-1].asking
                assert isinstance(asking, ASKS[word]) if word in ASKS else getattr(asking, "who", "") == "chosen"
                met.add(word)
            game.play(BOTS["random"].choose(game, dice))
    assert met == {"pay", "yes", "card", "seat"}


def test_choices_and_payments_are_those_of_the_step_that_asks() -> None:
    """Whatever else the card says, and whoever is asked."""
    game = badass_force.Game.new(badass_force.Setup(players=3), dice=FastDice(1))
    branches = ((Gain(what=What.POINTS, n=2),), (Kill(),))

    def labels(step: Step, *codes: str) -> list[str]:
        effect = EffectView(seat=0, card="stunt_double", slot="power", proposal=None, asking=step)
        view = msgspec.structs.replace(game.view(1), effects=(effect,))
        return [one.label for one in answers(codes, Asked(view, CARDS, Sayings(CARDS), NAMES))]

    with translation.override("en"):
        assert labels(Choose(of=branches, by="left"), "branch 1", "branch 2") == [
            "Gain 2 points.",
            "Kill the active character (another player, your choice).",
        ]
        assert labels(Pay(what="points", steps=(Kill(),), n=2), "pay 1", "pay 2") == ["Pay 1 point", "Pay 2 points"]
        assert labels(Pay(what="ammo", steps=(Kill(),)), "pay 1") == ["Pay 1 charge"]
