"""The legal actions of La Bagarre as buttons: at whom they aim, what is on them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from django.utils.translation import gettext as _, ngettext

from campaigns.tables.bagarre.heroes import BY_CODE
from campaigns.tables.bagarre.words import card_text
from campaigns.tables.cards import face
from campaigns.tables.scene import ActionButton
from engines.bagarre.actions import Action, Kind
from engines.bagarre.notation import action
from engines.bagarre.view import Phase, View
from engines.core.cards import CODE

ATTACK: Final = "attack"
SHIELD: Final = "shield"


def choices(view: View, names: Sequence[str]) -> tuple[ActionButton, ...]:
    """Return the viewer's legal actions as buttons, in the engine's order."""
    return tuple(_WAYS[one.kind](one, view, names) for one in map(action, view.actions))


def is_mate(view: View, seat: int) -> bool:
    """Tell whether a seat, not the viewer's own, is on the viewer's team."""
    return view.viewer not in (None, seat) and view.seats[view.viewer].team == view.seats[seat].team


def _attack(one: Action, view: View, names: Sequence[str]) -> ActionButton:
    name = names[one.target]
    if one.second >= 0 and one.discard:
        label = _("Attack with %(card)s, and %(second)s too: fire potion")
    elif one.second >= 0:
        label = _("Attack, and %(second)s too: fire potion")
    elif one.discard:
        label = _("Attack with %(card)s of the discard")
    else:
        spoken = _("Attack %(name)s") % {"name": name}
        mate = is_mate(view, one.target)  # allowed, but no thumb should slip there
        return ActionButton(one.code, _("Attack"), one.target, spoken=spoken, primary=not mate, rare=mate, way=ATTACK)
    words = label % {"card": _top(view), "second": names[one.second] if one.second >= 0 else ""}
    spoken = _("%(name)s: %(label)s") % {"name": name, "label": words}
    return ActionButton(one.code, words, one.target, spoken=spoken, rare=True)


def _shield(one: Action, view: View, names: Sequence[str]) -> ActionButton:
    own = one.target == view.viewer
    if one.discard:
        label = _("Shield: %(card)s of the discard") % {"card": _top(view)}
        spoken = _("%(name)s: %(label)s") % {"name": names[one.target], "label": label}
        return ActionButton(one.code, label, one.target, spoken=spoken, rare=True)
    if own:
        return ActionButton(one.code, _("Change my shield"), one.target, icon="shield")
    # Short, so that it stands beside the attack on a phone.
    spoken = _("Shield of %(name)s: change it") % {"name": names[one.target]}
    return ActionButton(one.code, _("Shield"), one.target, spoken=spoken, way=SHIELD)


def _charge(one: Action, view: View, names: Sequence[str]) -> ActionButton:
    if one.discard:
        label = _("Charge with %(card)s of the discard") % {"card": _top(view)}
        return ActionButton(one.code, label, view.viewer, rare=True)
    return ActionButton(one.code, _("Lay a charge"), view.viewer, icon="bomb")


def _exchange(one: Action, view: View, names: Sequence[str]) -> ActionButton:
    label = (
        _("Exchange %(card)s for %(top)s of the discard") if one.discard else _("Exchange %(card)s for the top card")
    )
    label %= {"card": card_text(CODE[one.cards[0]]), "top": _top(view)}
    spoken = _("%(name)s: %(label)s") % {"name": names[one.target], "label": label}
    return ActionButton(one.code, label, one.target, spoken=spoken, rare=True)


def _hero(one: Action, view: View, names: Sequence[str]) -> ActionButton:
    hero = BY_CODE[one.hero]
    return ActionButton(one.code, str(hero.name), note=str(hero.power), hero=hero.code)


def _of_card(label: Callable[[], str]) -> Callable[[Action, View, Sequence[str]], ActionButton]:
    def made(one: Action, view: View, names: Sequence[str]) -> ActionButton:
        code = CODE[one.cards[0]]
        return ActionButton(one.code, label() % {"card": card_text(code)}, cards=(face(code),))

    return made


def _pick(one: Action, view: View, names: Sequence[str]) -> ActionButton:
    played, *rest = (CODE[card] for card in one.cards)
    words = {"card": card_text(played), "rest": ", ".join(map(card_text, rest))}
    label = (
        _("Play %(card)s; discard %(rest)s") if len(rest) < 2 else _("Play %(card)s; discard %(rest)s, in this order")
    )
    return ActionButton(one.code, label % words, cards=(face(played),))


def _swap(one: Action, view: View, names: Sequence[str]) -> ActionButton:
    own, other = (CODE[card] for card in one.cards)
    # The card that comes lies where the other lay: which of them are shields matters.
    shields = {seat.shield for seat in view.seats}
    told = [
        _("%(card)s (shield)") % {"card": card_text(card)} if card in shields else card_text(card)
        for card in (own, other)
    ]
    label = _("Give %(own)s, take %(other)s") % {"own": told[0], "other": told[1]}
    return ActionButton(one.code, label, cards=(face(own), face(other)))


def _plain(label: Callable[[], str], icon: str = "") -> Callable[[Action, View, Sequence[str]], ActionButton]:
    def made(one: Action, view: View, names: Sequence[str]) -> ActionButton:
        return ActionButton(one.code, label(), icon=icon, primary=True)

    return made


def _transform(one: Action, view: View, names: Sequence[str]) -> ActionButton:
    played = view.pending.transforming if view.pending is not None else None
    king = bool(played) and str(played).startswith("A")
    return ActionButton(
        one.code, _("Turn it into a king") if king else _("Turn it into an ace"), icon="star", primary=True
    )


def _reroll(one: Action, view: View, names: Sequence[str]) -> ActionButton:
    # At least 1 hit point is left, and with 1 it is free (La Bagarre, Héros: Démoniste).
    left = view.seats[view.viewer].hit_points - 1 if view.viewer is not None else 0
    if left <= 0:
        return ActionButton(one.code, _("Draw again, for free"), icon="refresh", primary=True)
    words = ngettext("Give %(count)s hit point, draw again", "Give %(count)s hit points, draw again", min(left, 3))
    return ActionButton(one.code, words % {"count": min(left, 3)}, icon="refresh", primary=True)


def _pass(one: Action, view: View, names: Sequence[str]) -> ActionButton:
    return ActionButton(one.code, str(_PASSING.get(view.phase, lambda: _("Pass"))()))


_PASSING: Final[Mapping[Phase, Callable[[], str]]] = {
    Phase.TRANSFORM: lambda: _("Leave the card as it is"),
    Phase.REROLL: lambda: _("Keep the card"),
    Phase.INVISIBLE: lambda: _("Let it happen"),
    Phase.THEFT: lambda: _("Take nothing"),
    Phase.SPEED: lambda: _("End the turn"),
}

_WAYS: Final[Mapping[Kind, Callable[[Action, View, Sequence[str]], ActionButton]]] = {
    Kind.HERO: _hero,
    Kind.LAY: _of_card(lambda: _("Shield: %(card)s")),
    Kind.START: _plain(lambda: _("Show the shield and begin")),
    Kind.DECLINE: lambda one, view, names: ActionButton(one.code, _("Keep it hidden: somebody else begins")),
    Kind.ATTACK: _attack,
    Kind.SHIELD: _shield,
    Kind.CHARGE: _charge,
    Kind.EXCHANGE: _exchange,
    Kind.TRANSFORM: _transform,
    Kind.REROLL: _reroll,
    Kind.PICK: _pick,
    Kind.INVISIBLE: _plain(lambda: _("Drink the potion of invisibility"), "potion"),
    Kind.SWAP: _swap,
    Kind.STEAL: _plain(lambda: _("Take the shield"), "shield"),
    Kind.LOSE: _of_card(lambda: _("Give %(card)s")),
    Kind.TAKE: _of_card(lambda: _("Take %(card)s")),
    Kind.SPEED: _plain(lambda: _("Drink the potion of speed: one more action"), "potion"),
    Kind.PASS: _pass,
}


def _top(view: View) -> str:
    """Return the top card of the discard pile, in words."""
    return card_text(view.discard[-1]) if view.discard else ""
