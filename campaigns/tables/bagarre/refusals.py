"""Why La Bagarre refuses an action, in words, with the ruling that says so."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from club.operations import Objection
from engines.bagarre.notation import action
from engines.core.game import CardGame, IllegalAction
from engines.core.problems import Malformed, Problem
from rosters.wording import with_ruling

USUAL: Final = _("The rules do not allow that now: choose one of what is offered.")
SENTENCES: Final[Mapping[str, str | Promise]] = {
    "target_is_out": _("Whom you aim at is out of the game."),
    "attacks_itself": _("Nobody attacks themselves."),
    "counter_is_an_attack": _("A counter is an attack on whoever attacked you."),
    "no_card_to_draw": _("Neither draw pile nor discard pile has a card left: only attacks are possible."),
    "discard_not_usable": _("Your hero does not play from the discard pile."),
    "discard_is_empty": _("The discard pile is empty."),
    "shield_may_not_come_back": _("A shield that has just been changed does not come back."),
    "no_second_target": _("Your hero attacks one target only."),
    "not_adjacent": _("The second target sits beside the first."),
    "charge_limit": _("You have no room for another charge: %(count)s of %(most)s."),
    "no_exchange": _("Your hero exchanges no hit points."),
    "not_a_hit_point_card": _("That card is none of their hit points."),
}
"""By the engine's code; what pages never offer and nobody chooses by mistake is refused in the usual words."""


def refusal(game: CardGame, code: str) -> Objection:
    """Return why an action that is not offered is refused; the game stays as it is."""
    try:
        game.copy().play(action(code))
    except IllegalAction as illegal:
        (problem,) = illegal.problems
        if problem.code in SENTENCES:
            return Objection(problem.code, sentence(problem), params=problem.params)
    except Malformed:
        pass
    return Objection("illegal_action", USUAL)


def sentence(problem: Problem) -> str:
    """Say what forbids an action that has a sentence, and the ruling that says so."""
    return with_ruling(str(SENTENCES[problem.code]) % problem.params, problem.rule)
