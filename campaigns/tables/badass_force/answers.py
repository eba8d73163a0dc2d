"""What the rules or a card's text ask, as buttons; and the question in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from django.utils.translation import gettext as _
from msgspec import Struct

from campaigns.tables.badass_force.account_proposals import describe_proposal
from campaigns.tables.badass_force.texts import REACTIONS, Sayings
from campaigns.tables.badass_force.words import SLOTS, Cards, Names, amount
from campaigns.tables.scene import ActionButton
from engines.badass_force.actions import Kind
from engines.badass_force.cards import EXECUTION, POWER, REACTION
from engines.badass_force.events import Announced
from engines.badass_force.verbs.characters import Copy
from engines.badass_force.view import Phase, View
from engines.core.effects.combinators import Choose, Pay
from engines.core.effects.steps import Step


class Asked(Struct, frozen=True):
    """What an answer is an answer to."""

    view: View
    cards: Cards
    sayings: Sayings
    names: Names

    @property
    def step(self) -> Step | None:
        """The step of a card's text that asks."""
        return self.view.effects[-1].asking if self.view.effects else None

    @property
    def announced(self) -> str:
        """The character announced last, whose text is to be chosen; empty where nothing was recorded."""
        told = (event.character for event in reversed(self.view.events) if isinstance(event, Announced))
        return next(told, "")


def answers(codes: tuple[str, ...], asked: Asked) -> tuple[ActionButton, ...]:
    """Return answers as buttons."""
    return tuple(_WORDS[code.partition(" ")[0]](code, asked) for code in codes)


def _about(code: str) -> str:
    return code.partition(" ")[2]


def _react(code: str, asked: Asked) -> ActionButton:
    character = _about(code)
    label = _("I am %(character)s") % {"character": asked.cards.name(character)}
    return ActionButton(code, label, note=asked.sayings.slot(character, REACTION), primary=True)


def _weapon(code: str, asked: Asked) -> ActionButton:
    weapon = _about(code)
    return ActionButton(code, asked.cards.name(weapon), note=asked.sayings.slot(weapon, EXECUTION), icon="gun")


def _frame(code: str, asked: Asked) -> ActionButton:
    slot = _about(code)
    note = asked.sayings.slot(asked.announced, slot) if asked.announced else ""
    return ActionButton(code, str(SLOTS[slot]), note=note, primary=True)


def _card(code: str, asked: Asked) -> ActionButton:
    """A character: one to be copied says what it does."""
    card = _about(code)
    copies = isinstance(asked.step, Copy)
    return ActionButton(code, asked.cards.name(card), note=asked.sayings.slot(card, POWER) if copies else "")


def _branch(code: str, asked: Asked) -> ActionButton:
    """What one of several says; only a step that offers several asks so."""
    branches = asked.step.of if isinstance(asked.step, Choose) else ()
    return ActionButton(code, asked.sayings.describe_steps(branches[int(_about(code)) - 1]))


def _pay(code: str, asked: Asked) -> ActionButton:
    count = int(_about(code))
    paid = amount(asked.step.what, count) if isinstance(asked.step, Pay) else str(count)
    return ActionButton(code, _("Pay %(amount)s") % {"amount": paid}, primary=True)


_WORDS: Final[Mapping[str, Callable[[str, Asked], ActionButton]]] = {
    Kind.BELIEVE: lambda code, asked: ActionButton(code, _("I believe it"), icon="handshake"),
    Kind.CALL: lambda code, asked: ActionButton(code, _("It is a bluff!"), icon="speaker"),
    Kind.REACT: _react,
    Kind.DECLINE: lambda code, asked: ActionButton(code, _("I do not react")),
    Kind.WEAPON: _weapon,
    Kind.FRAME: _frame,
    Kind.SEAT: lambda code, asked: ActionButton(code, asked.names[int(_about(code))], icon="eye-target"),
    Kind.CARD: _card,
    Kind.BRANCH: _branch,
    Kind.YES: lambda code, asked: ActionButton(code, _("Yes, do it"), primary=True),
    Kind.NO: lambda code, asked: ActionButton(code, _("No, go on")),
    Kind.PAY: _pay,
    Kind.TABLE: lambda code, asked: ActionButton(code, _("Nothing happens")),
    Kind.ACCEPT: lambda code, asked: ActionButton(code, _("I agree"), primary=True),
    Kind.OBJECT: lambda code, asked: ActionButton(code, _("I object")),
}


# The question


def question(asked: Asked) -> str:
    """Return the question to the reader."""
    return _QUESTIONS[asked.view.phase](asked)


def _calls(asked: Asked) -> str:
    claim = asked.view.claim
    if claim is None:
        raise ValueError("nothing is announced")
    words = {"name": asked.names[claim.seat], "character": asked.cards.name(claim.character)}
    return _("%(name)s: “I am %(character)s.” Do you believe it?") % words


def _reacts(asked: Asked) -> str:
    character = next(_about(code) for code in asked.view.actions if code.startswith(Kind.REACT))
    on = asked.sayings.reacts_on(character)
    return _("%(when)s: do you react?") % {"when": REACTIONS[on] if on is not None else ""}


def _text(asked: Asked) -> str:
    if not asked.view.effects:
        return _("Which text of the card?")
    effect = asked.view.effects[-1]
    card = asked.cards.name(effect.card)
    if effect.proposal is not None:
        said = describe_proposal(effect.proposal, effect.seat, asked.names)
        return _("%(card)s: do you agree? %(proposal)s") % {"card": card, "proposal": said}
    return _("%(card)s: %(says)s") % {"card": card, "says": asked.sayings.slot(effect.card, effect.slot)}


_QUESTIONS: Final[Mapping[Phase, Callable[[Asked], str]]] = {
    Phase.LAY: lambda asked: _("Which character do you lay face down?"),
    Phase.TURN: lambda asked: _("Your turn: one action."),
    Phase.CALL: _calls,
    Phase.REACT: _reacts,
    Phase.WEAPON: lambda asked: _("Which weapon do you take?"),
    Phase.EFFECT: _text,
}

DOING: Final[Mapping[Phase, Callable[[], str]]] = {
    Phase.LAY: lambda: _("lays a character"),
    Phase.TURN: lambda: _("takes a turn"),
    Phase.CALL: lambda: _("thinks about the announcement"),
    Phase.REACT: lambda: _("may react"),
    Phase.WEAPON: lambda: _("takes a weapon"),
    Phase.EFFECT: lambda: _("follows a card’s text"),
}
