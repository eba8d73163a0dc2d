"""The legal actions of Badass Force as the page offers them: at a character, at a weapon, as buttons."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from django.utils.translation import gettext as _
from msgspec import Struct, field

from campaigns.tables.badass_force.answers import Asked, answers
from campaigns.tables.scene import ActionButton
from engines.badass_force.actions import Kind
from engines.badass_force.cards import EXECUTION
from engines.badass_force.view import Phase

type At = Mapping[str, ActionButton]
"""A button by the card that it stands at."""


class Choices(Struct, frozen=True):
    """What the reader may do: at characters, at the weapons in the middle, and as buttons.

    ``tray`` are the other actions of a turn, ``answers`` what the rules or a text ask.
    """

    characters: At = field(default_factory=dict)
    centre: At = field(default_factory=dict)
    tray: tuple[ActionButton, ...] = ()
    answers: tuple[ActionButton, ...] = ()

    @property
    def codes(self) -> list[str]:
        """Every code of the engine that can be sent."""
        found = (*self.characters.values(), *self.centre.values(), *self.tray, *self.answers)
        return [one.code for one in found]


def choices(codes: Sequence[str], asked: Asked) -> Choices:
    """Return legal actions as the page offers them."""
    view = asked.view
    if view.phase is Phase.LAY:
        return Choices({code.partition(" ")[2]: _lay(code, asked) for code in codes})
    if view.phase is not Phase.TURN:
        return Choices(answers=answers(tuple(codes), asked))
    characters, centre, tray = {}, {}, []
    for code in codes:
        kind, _space, about = code.partition(" ")
        if kind == Kind.ANNOUNCE:
            characters[about] = _announce(code, about, asked)
        elif kind == Kind.WEAPON:
            label = _("Take it, with nothing on it")
            spoken = _("Take %(weapon)s") % {"weapon": asked.cards.name(about)}
            centre[about] = ActionButton(code, label, spoken=spoken, primary=True)
        else:
            tray.append(_TRAY[kind](code, asked))
    return Choices(characters, centre, tuple(tray))


def _lay(code: str, asked: Asked) -> ActionButton:
    name = asked.cards.name(code.partition(" ")[2])
    spoken = _("Lay %(character)s face down") % {"character": name}
    return ActionButton(code, _("Lay"), spoken=spoken, primary=True)


def _announce(code: str, character: str, asked: Asked) -> ActionButton:
    """Truth and bluff are told apart by what the reader has laid, which nobody else sees."""
    view = asked.view
    mine = view.seats[view.viewer].active if view.viewer is not None else None
    true = character == mine
    words = {"character": asked.cards.name(character)}
    spoken = (_("I am %(character)s, the truth") if true else _("I am %(character)s, a bluff")) % words
    return ActionButton(code, _("I am…"), spoken=spoken, primary=true)


def _execute(code: str, asked: Asked) -> ActionButton:
    view = asked.view
    weapon = view.seats[view.viewer].weapon if view.viewer is not None else None
    if weapon is None:
        return ActionButton(code, _("Execution"), primary=True)
    name = asked.cards.name(weapon.code)
    note = asked.sayings.slot(weapon.code, EXECUTION)
    return ActionButton(code, _("Fire: %(weapon)s") % {"weapon": name}, note=note, icon="bomb", primary=True)


_TRAY: Final[Mapping[str, Callable[[str, Asked], ActionButton]]] = {
    Kind.CHANGE: lambda code, asked: ActionButton(code, _("Change character"), icon="swap"),
    Kind.EXECUTE: _execute,
    Kind.ARMOURY: lambda code, asked: ActionButton(code, _("Roll the armoury dice"), icon="dice"),
}
