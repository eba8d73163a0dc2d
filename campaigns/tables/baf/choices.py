"""The legal actions of BAF! as the page offers them: buttons, or a form whose fields make up a code together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from django.http import QueryDict
from django.utils.translation import gettext as _, pgettext
from msgspec import Struct

from campaigns.matches.scores.baf_words import BOSSES, LETTERS, SIDES, SKILL_ICONS, SKILLS
from campaigns.tables.baf.words import Cards
from campaigns.tables.scene import ActionButton
from engines.baf.actions import NONE, Action, Kind, hand, in_order, lay, put, rune_choices
from engines.baf.cards import Skill
from engines.baf.score.state import Boss, Side
from engines.baf.view import View

HANDS: Final = (Side.LEFT, Side.RIGHT)


class HandChoice(Struct, frozen=True):
    """Where a hand may go. ``places`` are those on offer, ``NONE`` for nowhere; one alone is where it lies already."""

    side: Side
    places: tuple[int, ...]

    @property
    def label(self) -> str:
        """Which hand."""
        return _("Left hand") if self.side is Side.LEFT else _("Right hand")

    @property
    def fixed(self) -> bool:
        """Whether it lies where it lies."""
        return len(self.places) == 1

    @property
    def value(self) -> str:
        """Where it lies, as a form sends it."""
        return hand(self.places[0])


class SkillChoice(Struct, frozen=True):
    """A category that a rune may go to."""

    code: str
    name: str
    icon: str


class Choices(Struct, frozen=True):
    """What the reader may do. ``hands`` is the form that lays them; ``touches`` the buttons of a race, by place.

    ``runes`` have to be allocated before one of ``buttons`` is pressed that puts a card under a hero.
    """

    buttons: tuple[ActionButton, ...] = ()
    hands: tuple[HandChoice, ...] = ()
    touches: Mapping[int, tuple[ActionButton, ...]] | None = None
    runes: int = 0

    @property
    def skills(self) -> list[SkillChoice]:
        """The four categories of a rune."""
        return [SkillChoice(skill.value, str(SKILLS[skill.value]), SKILL_ICONS[skill.value]) for skill in Skill]

    @property
    def each_rune(self) -> range:
        """The runes of the card, counted from 1."""
        return range(1, self.runes + 1)

    @property
    def codes(self) -> set[str]:
        """Every code that can be sent."""
        found = {button.code for some in (self.touches or {}).values() for button in some}
        for button in self.buttons:
            found |= set(_with_runes(button.code, self.runes))
        if self.hands:
            left, right = (choice.places for choice in self.hands)
            found |= {lay(one, other).code for one in left for other in right}
        return found


def choices(legal: Sequence[Action], view: View, cards: Cards) -> Choices:
    """Return the legal actions of the viewer as the page offers them."""
    if not legal:
        return Choices()
    if legal[0].kind is Kind.LAY:
        return Choices(hands=tuple(_hand(side, legal) for side in HANDS))
    if any(one.kind in (Kind.TOUCH, Kind.DONE) for one in legal):
        touches: dict[int, tuple[ActionButton, ...]] = {}
        for one in legal:
            if one.kind is Kind.TOUCH:
                touches[one.place] = (*touches.get(one.place, ()), _touch(one, view, cards))
        done = tuple(ActionButton(one.code, _("I am done"), icon="check") for one in legal if one.kind is Kind.DONE)
        return Choices(buttons=done, touches=touches)
    runes = len(legal[0].runes)
    # The runes are chosen apart: one button for each hero.
    plain = [one for one in legal if not one.runes or one.runes == legal[0].runes]
    return Choices(buttons=tuple(_button(one, view, cards) for one in plain), runes=runes)


def code_of(sent: QueryDict) -> str:
    """Return the code that a form's fields make up together: both hands, or a card, a hero and the runes' categories.

    What makes up none is returned as it came; the engine refuses it.
    """
    code = str(sent.get("action", ""))
    try:
        if code == Kind.LAY.value:
            return lay(*(_parse_place(sent.get(side.value, "")) for side in HANDS)).code
        if "rune.1" in sent and code.startswith(f"{Kind.PUT.value} "):
            _word, place, side = code.split(" ")
            return put(_parse_place(place), Side(side), in_order(_runes(sent))).code
    except ValueError:
        return code
    return code


def _runes(sent: QueryDict) -> Iterable[Skill]:
    number = 1
    while f"rune.{number}" in sent:
        yield Skill(sent.get(f"rune.{number}", ""))
        number += 1


def _parse_place(sent: str) -> int:
    return NONE if sent == hand(NONE) else int(sent)


def _hand(side: Side, legal: Sequence[Action]) -> HandChoice:
    places = dict.fromkeys(one.left if side is Side.LEFT else one.right for one in legal)
    return HandChoice(side, tuple(places))


def _touch(one: Action, view: View, cards: Cards) -> ActionButton:
    left = one.side is Side.LEFT
    monster = cards.monster(view.monsters[one.place].code)
    spoken = (_("Left hand on %(monster)s") if left else _("Right hand on %(monster)s")) % {"monster": monster}
    label = pgettext("left hand, one letter", "L") if left else pgettext("right hand, one letter", "R")
    return ActionButton(one.code, label, spoken=spoken)


def _button(one: Action, view: View, cards: Cards) -> ActionButton:
    return _WAYS[one.kind](one, view, cards)


def _left(one: Action, view: View, cards: Cards) -> ActionButton:
    label = _("%(hero)s on the left") % {"hero": cards.hero(one.card)}
    return ActionButton(one.code, label, hero=one.card, primary=True)


def _put(one: Action, view: View, cards: Cards) -> ActionButton:
    code = " ".join(one.code.split(" ")[:3])
    here = next(seat for seat in view.seats if seat.seat == view.viewer)
    hero = here.heroes[HANDS.index(one.side or Side.LEFT)]
    side = (one.side or Side.LEFT).value
    spoken = _("Under %(hero)s (%(side)s)") % {"side": SIDES[side], "hero": cards.hero(hero.code)}
    return ActionButton(code, cards.hero(hero.code), spoken=spoken, icon=str(LETTERS[side]), primary=True)


def _attempt(one: Action, view: View, cards: Cards) -> ActionButton:
    if one.boss is None:
        return ActionButton(one.code, _("No final attempt"))
    code = view.master if one.boss is Boss.MASTER else view.dragon
    return ActionButton(one.code, cards.boss(code), note=str(BOSSES[one.boss.value]), primary=True)


_WAYS: Final = {
    Kind.DRAFT: lambda one, view, cards: ActionButton(one.code, cards.hero(one.card), hero=one.card),
    Kind.LEFT: _left,
    Kind.PUT: _put,
    Kind.DECLINE: lambda one, view, cards: ActionButton(one.code, _("Under nobody")),
    Kind.ATTEMPT: _attempt,
}


def _with_runes(code: str, runes: int) -> Iterable[str]:
    """Return what a button's code becomes with each way to allocate the runes."""
    if not runes or not code.startswith(f"{Kind.PUT.value} "):
        return [code]
    return [" ".join([code, *(skill.value for skill in chosen)]) for chosen in rune_choices(runes)]
