"""Why Badass Force refuses an action, in words, with the ruling that says so."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _, pgettext_lazy

from campaigns.matches.cards.problems import EFFECTS
from campaigns.tables.badass_force.words import DEEDS, Cards
from campaigns.tables.refusing import USUAL
from club.operations import Objection
from engines import badass_force
from engines.badass_force.actions import Kind
from engines.badass_force.notation import action
from engines.core.game import IllegalAction
from engines.core.problems import Illegal, Malformed, Problem
from rosters.wording import with_ruling

SENTENCES: Final[Mapping[str, str | Promise]] = {
    "game_over": _("The game is over."),
    "forbidden": _("A card forbids that for now: %(item)s."),
    "too_few_charges": _("Charges on your weapon: %(value)s; its execution needs %(least)s."),
    "needs_vengeance": _("%(item)s only has a power in Vengeance mode."),
    "pays_too_much": _("You cannot pay %(value)s: at most %(most)s."),
    "no_such_seat": _("Nobody sits there."),
    "no_power": _("%(item)s has no power that you could announce now."),
    "not_now": _("Something else is being decided now: choose one of the options offered."),
    "not_offered": USUAL,
    "seat_is_out": _("This seat has already left the game."),
    "effect_not_literal": pgettext_lazy("card problem", "“%(value)s” cannot be proposed to the table"),
}
"""By the engine's code."""
NOT_OFFERED: Final[Mapping[Kind, str | Promise]] = {
    Kind.LAY: _("You do not hold that character."),
    Kind.WEAPON: _("That weapon is no longer in the middle of the table."),
    Kind.ANNOUNCE: _("That character is not in this game."),
    Kind.REACT: _("That character has no reaction to this."),
    Kind.SEAT: _("The card cannot choose that player."),
    Kind.CARD: _("That character cannot be chosen here."),
}
"""What a turn or a text asks for is given, but not so: by the kind of the action."""


def refusal(game: badass_force.Game, code: str) -> Objection:
    """Return why an action that is not offered is refused; the game stays as it is."""
    try:
        game.copy().play(action(code))
    except IllegalAction as illegal:
        (problem,) = illegal.problems
        said = with_ruling(_explain(problem, Cards(game.options.cards), code), problem.rule)
        return Objection(problem.code, said, params=problem.params)
    except Illegal as illegal:
        problem = illegal.problems[0]
        said = str(EFFECTS.get(problem.code) or SENTENCES.get(problem.code, USUAL)) % problem.params
        return Objection(problem.code, f"{capfirst(said.removesuffix('.'))}.", params=problem.params)
    except Malformed:
        pass
    return Objection("illegal_action", USUAL)


def _explain(problem: Problem, cards: Cards, code: str) -> str:
    params: dict[str, Any] = dict(problem.params)
    if "item" in params:
        params["item"] = DEEDS.get(params["item"]) or cards.name(params["item"])
    sentence = SENTENCES.get(problem.code, USUAL)
    if sentence is USUAL:
        sentence = NOT_OFFERED.get(action(code).kind, USUAL)
    return str(sentence) % params
