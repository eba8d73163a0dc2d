"""What a card's text, a skill or the set-up asks, as buttons."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from django.utils.translation import gettext as _
from msgspec import Struct

from campaigns.tables.bebop.proposing import describe_proposal
from campaigns.tables.bebop.texts import Sayings
from campaigns.tables.bebop.words import (
    CHARACTERS,
    PILES,
    PLACES,
    PLANETS,
    SKILLS,
    TARGETS,
    ZONES,
    Cards,
    Names,
    amount,
)
from campaigns.tables.scene import ActionButton
from engines.bebop.view import Phase, View
from engines.core.effects.combinators import ACCEPT, NOTHING, OBJECT, Choose, Pay
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
        return self.view.texts[-1].asking if self.view.texts else None


def answers(view: View, cards: Cards, sayings: Sayings, names: Names) -> tuple[ActionButton, ...]:
    """Return the viewer's answers to what is asked; none while nothing is."""
    asked = Asked(view, cards, sayings, names)
    return tuple(_WORDS[code.partition(" ")[0]](code, asked) for code in view.actions)


def _yes(code: str, asked: Asked) -> ActionButton:
    if asked.view.phase is Phase.SKILL:
        return ActionButton(code, _("Discard it for another"))
    return ActionButton(code, _("Yes, do it"), primary=True)


def _no(code: str, asked: Asked) -> ActionButton:
    if asked.view.phase is Phase.SKILL and "yes" in asked.view.actions:
        return ActionButton(code, _("Keep it"))
    return ActionButton(code, _("No, go on"))


def _branch(code: str, asked: Asked) -> ActionButton:
    """What one of several says; only a step that offers several asks so."""
    branches = asked.step.of if isinstance(asked.step, Choose) else ()
    return ActionButton(code, asked.sayings.speaker.sentences(branches[int(code.partition(" ")[2]) - 1]))


def _pay(code: str, asked: Asked) -> ActionButton:
    count = int(code.partition(" ")[2])
    paid = amount(asked.step.what, count) if isinstance(asked.step, Pay) else str(count)
    return ActionButton(code, _("Pay %(amount)s") % {"amount": paid}, primary=True)


def _card(code: str, asked: Asked) -> ActionButton:
    """A card of one of the reader's piles."""
    card, _space, zone = code.partition(" ")[2].rpartition(" ")
    label = _("%(card)s (%(zone)s)") % {"card": asked.cards.name(card), "zone": ZONES[zone]}
    return ActionButton(code, label, note=asked.sayings.brief(card))


def _move(code: str, asked: Asked) -> ActionButton:
    first, _space, last = code.partition(" ")[2].rpartition(" ")
    if last not in PLACES:
        return _card(code, asked)
    figure, place = str(CHARACTERS[first]), str(PLACES[last])
    spoken = _("%(figure)s → %(place)s") % {"figure": figure, "place": place}
    return ActionButton(code, place, spoken=spoken, way=figure, hero=first)


def _named(code: str, asked: Asked) -> ActionButton:
    """A card of the market or in play."""
    card = code.partition(" ")[2]
    return ActionButton(code, asked.cards.name(card), note=asked.sayings.brief(card))


def _token(code: str, asked: Asked) -> ActionButton:
    _word, target, pile = code.split(" ")
    return ActionButton(code, _("%(target)s, %(pile)s") % {"target": TARGETS[target], "pile": PILES[pile]})


def _gauge(code: str, asked: Asked) -> ActionButton:
    _word, planet, way = code.split(" ")
    return ActionButton(code, f"{PLANETS[planet]} {'+1' if way == 'up' else '−1'}")


def _use(code: str, asked: Asked) -> ActionButton:
    _word, name, *about = code.split(" ", 2)
    if not about:
        return ActionButton(code, str(SKILLS[name]))
    said = str(TARGETS[about[0]]) if about[0] in TARGETS else asked.cards.name(about[0])
    return ActionButton(code, said, note=str(SKILLS[name]))


def _team(code: str, asked: Asked) -> ActionButton:
    card = code.partition(" ")[2]
    return ActionButton(code, asked.cards.name(card), note=asked.sayings.slot(card, "team"))


def _character(code: str, asked: Asked) -> ActionButton:
    who = code.partition(" ")[2]
    skills = [str(SKILLS[f"{who}_{one}"]) for one in "ab"]
    return ActionButton(code, str(CHARACTERS[who]), note=" · ".join(skills))


_WORDS: Final[Mapping[str, Callable[[str, Asked], ActionButton]]] = {
    "yes": _yes,
    "no": _no,
    "branch": _branch,
    "seat": lambda code, asked: ActionButton(code, asked.names[int(code.partition(" ")[2])]),
    "pay": _pay,
    "trash": _card,
    "discard": _card,
    "move": _move,
    "obtain": _named,
    "copy": _named,
    "token": _token,
    "gauge": _gauge,
    "use": _use,
    "team": _team,
    "character": _character,
    NOTHING.partition(" ")[0]: lambda code, asked: ActionButton(code, _("Nothing happens")),
    ACCEPT: lambda code, asked: ActionButton(code, _("I agree"), primary=True),
    OBJECT: lambda code, asked: ActionButton(code, _("I object")),
}


# The question


def question(view: View, cards: Cards, sayings: Sayings) -> str:
    """Return the question to the reader."""
    if view.phase is Phase.TEXT and view.texts:
        text = view.texts[-1]
        if text.proposal is not None:
            said = describe_proposal(text.proposal, text.seat, sayings.speaker.names)
            return _("%(card)s: do you agree? %(proposal)s.") % {"card": cards.name(text.card), "proposal": said}
        words = {"card": cards.name(text.card), "says": sayings.slot(text.card, text.slot)}
        return _("%(card)s: %(says)s") % words
    if view.phase is Phase.SKILL:
        return _("Keep the card you drew?") if "yes" in view.actions else _("Which damage card is trashed?")
    return _ASKED[view.phase]()


_ASKED: Final[Mapping[Phase, Callable[[], str]]] = {
    Phase.CHARACTER: lambda: _("Who do you play?"),
    Phase.TURN: lambda: _("Your turn: play, buy, fly, hunt."),
    Phase.TEAM: lambda: _("Which team effect comes first?"),
    Phase.TEXT: lambda: _("What do you choose?"),
}

DOING: Final[Mapping[Phase, Callable[[], str]]] = {
    Phase.CHARACTER: lambda: _("chooses a character"),
    Phase.TURN: lambda: _("plays"),
    Phase.TEAM: lambda: _("orders team effects"),
    Phase.TEXT: lambda: _("follows a card’s text"),
    Phase.SKILL: lambda: _("uses a skill"),
}
