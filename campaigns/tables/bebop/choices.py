"""The legal actions of Space Serenade as the page offers them: at a card, at a place, as buttons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from django.utils.translation import gettext as _, ngettext
from msgspec import Struct, field

from campaigns.tables.bebop.answers import answers
from campaigns.tables.bebop.texts import Sayings
from campaigns.tables.bebop.words import CHARACTERS, PILES, PLACES, SKILLS, TARGETS, VICIOUS, Cards, Names, amount
from campaigns.tables.scene import ActionButton
from engines.bebop.cards import ActionCard
from engines.bebop.skills import BY_NAME
from engines.bebop.view import Phase, View

PLAIN: Final = "plain"
"""What the page sends for "play all plain cards"; no code of the engine."""
SKILL_REDUCTION: Final = 2
"""Spike's bargain (Space Serenade, Compétences des personnages)."""

type At = Mapping[str, tuple[ActionButton, ...]]
"""Buttons by the card or place that they stand at."""


class Choices(Struct, frozen=True):
    """What the reader may do: at cards of the hand, the market and the discard pile, at places, and as buttons.

    ``tray`` holds skills and the renewal, ``answers`` what a card's text or the set-up asks; ``plain`` plays all cards
    at once that leave no choice.
    """

    hand: At = field(default_factory=dict)
    market: At = field(default_factory=dict)
    discard: At = field(default_factory=dict)
    places: At = field(default_factory=dict)
    tray: tuple[ActionButton, ...] = ()
    answers: tuple[ActionButton, ...] = ()
    end: ActionButton | None = None
    plain: ActionButton | None = None

    @property
    def codes(self) -> list[str]:
        """Every code of the engine that can be sent."""
        at = (self.hand, self.market, self.discard, self.places)
        found = [one.code for some in at for row in some.values() for one in row]
        found += [one.code for one in (*self.tray, *self.answers)]
        return [*found, self.end.code] if self.end is not None else found


def choices(view: View, cards: Cards, sayings: Sayings, names: Names) -> Choices:
    """Return the legal actions of the viewer as the page offers them."""
    if view.phase is not Phase.TURN:
        return Choices(answers=answers(view, cards, sayings, names))
    found = _Sorted(view, cards)
    for code in view.actions:
        found.put(code)
    return found.choices()


def plain_cards(view: View, cards: Cards) -> list[str]:
    """Return the codes that play all cards of the viewer's hand that bring resources and say nothing besides."""
    if view.viewer is None or view.phase is not Phase.TURN or not view.actions:
        return []
    hand = [code for code in view.seats[view.viewer].hand if code is not None]
    return [f"play {code}" for code in hand if _is_plain(cards, code)]


def _is_plain(cards: Cards, code: str) -> bool:
    card = cards.held(code)
    return isinstance(card, ActionCard) and not card.play and card.team is None


class _Sorted:
    """Buttons put where they belong, one action after the other."""

    def __init__(self, view: View, cards: Cards) -> None:
        self._view = view
        self._cards = cards
        self._hand: dict[str, tuple[ActionButton, ...]] = {}
        self._market: dict[str, tuple[ActionButton, ...]] = {}
        self._discard: dict[str, tuple[ActionButton, ...]] = {}
        self._places: dict[str, tuple[ActionButton, ...]] = {}
        self._tray: list[ActionButton] = []
        self._end: ActionButton | None = None
        self._put: Final = {
            "play": self._play,
            "buy": self._buy,
            "renew": self._renew,
            "travel": self._travel,
            "take": self._take,
            "skill": self._skill,
            "end": self._end_turn,
        }

    def put(self, code: str) -> None:
        """Make the button of one action."""
        kind, _space, about = code.partition(" ")
        self._put[kind](code, about)

    def choices(self) -> Choices:
        """Return them all."""
        plain = plain_cards(self._view, self._cards)
        words = ngettext("Play %(count)s plain card", "Play %(count)s plain cards", len(plain)) % {"count": len(plain)}
        return Choices(
            self._hand,
            self._market,
            self._discard,
            self._places,
            tuple(self._tray),
            (),
            self._end,
            ActionButton(PLAIN, words, primary=True) if len(plain) > 1 else None,
        )

    def _play(self, code: str, card: str) -> None:
        self._hand[card] = (ActionButton(code, _("Play this card"), primary=True),)

    def _buy(self, code: str, card: str) -> None:
        cost = amount("woolongs", _cost(self._cards, card))
        self._add(self._market, card, ActionButton(code, _("Buy for %(cost)s") % {"cost": cost}, primary=True))

    def _renew(self, code: str, _about: str) -> None:
        label = _("Renew the market (%(fuel)s)") % {"fuel": amount("fuel", SKILL_REDUCTION)}
        self._tray.append(ActionButton(code, label, icon="refresh"))

    def _travel(self, code: str, place: str) -> None:
        gauge = next((one.gauge for one in self._view.planets if one.planet == place), 1)
        words = {"place": PLACES[place], "fuel": amount("fuel", gauge)}
        spoken = _("Fly: %(place)s (%(fuel)s)") % words
        self._add(self._places, place, ActionButton(code, str(gauge), spoken=spoken, icon="jet-pack"))

    def _take(self, code: str, about: str) -> None:
        target, pile = about.split(" ")
        force, clues = prices(self._view, self._cards, target)
        price = amount("force", force) if pile == "resistance" else amount("clues", clues)
        words = {"target": TARGETS[target], "pile": PILES[pile], "price": price}
        spoken = _("Take a token: %(target)s, %(pile)s (%(price)s)") % words
        icon = "fist" if pile == "resistance" else "search"
        shown = str(force if pile == "resistance" else clues)
        button = ActionButton(code, f"−{shown}", spoken=spoken, icon=icon, primary=True, way=target)
        self._add(self._places, self._where(target), button)

    def _skill(self, code: str, about: str) -> None:
        name, _space, object_ = about.partition(" ")
        fuel = amount("fuel", BY_NAME[name].fuel)
        words = {"skill": SKILLS[name], "fuel": fuel}
        if object_ in TARGETS:
            spoken = _("Skill: %(skill)s (%(fuel)s)") % words
            icon = "search" if name == "ed_a" else "fist"
            button = ActionButton(code, CHARACTER_OF[name], spoken=spoken, icon=icon, way=object_)
            self._add(self._places, self._where(object_), button)
        elif name == "ed_b":
            self._add(self._discard, object_, ActionButton(code, _("Into your hand (%(fuel)s)") % words))
        elif object_:
            self._add(self._market, object_, self._bargain(code, name, object_))
        else:
            label = _("%(character)s, %(fuel)s: %(skill)s") % {**words, "character": CHARACTER_OF[name]}
            self._tray.append(ActionButton(code, label))

    def _bargain(self, code: str, name: str, card: str) -> ActionButton:
        cost = _cost(self._cards, card)
        if name == "faye_b":
            return ActionButton(code, _("Faye’s skill: buy for %(fuel)s") % {"fuel": amount("fuel", cost)})
        words = {
            "fuel": amount("fuel", BY_NAME[name].fuel),
            "cost": amount("woolongs", max(0, cost - SKILL_REDUCTION)),
        }
        return ActionButton(code, _("Spike’s skill: for %(cost)s and %(fuel)s, onto your deck") % words)

    def _end_turn(self, code: str, _about: str) -> None:
        self._end = ActionButton(code, _("End my turn"))

    def _where(self, target: str) -> str:
        if target != VICIOUS or self._view.vicious is None:
            return target
        return self._view.vicious.planet

    @staticmethod
    def _add(at: dict[str, tuple[ActionButton, ...]], where: str, button: ActionButton) -> None:
        at[where] = (*at.get(where, ()), button)


CHARACTER_OF: Final = {name: str(CHARACTERS[name.partition("_")[0]]) for name in SKILLS}


def _cost(cards: Cards, code: str) -> int:
    card = cards.held(code)
    return card.cost if isinstance(card, ActionCard) else 0


def prices(view: View, cards: Cards, target: str) -> tuple[int, int]:
    """Return what a token of each of a target's piles costs: Force, and clues."""
    if target == VICIOUS:
        return cards.set.vicious_force or 1, cards.set.vicious_clues
    code = next(one.criminal for one in view.planets if one.planet == target)
    if code is None:
        return 1, 1
    card = cards.wanted(code)
    return card.force_each or 1, card.clues_each or 1


def unfolded(view: View, cards: Cards, code: str) -> Sequence[str]:
    """Return the engine's codes that what was sent stands for, one after the other."""
    return plain_cards(view, cards) or [code] if code == PLAIN else [code]
