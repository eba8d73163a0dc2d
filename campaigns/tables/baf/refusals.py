"""Why BAF! refuses an action, in words, with the ruling that says so."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from club.operations import Objection
from engines.baf.notation import action
from engines.core.game import CardGame, IllegalAction
from engines.core.problems import Malformed
from rosters.wording import with_ruling

USUAL: Final = _("The rules do not allow that now: choose one of what is offered.")
SENTENCES: Final[Mapping[str, str | Promise]] = {
    "not_shown_yet": _("The monsters are not shown yet: a touch before that does not count."),
    "monster_taken": _("Another hand was first on that monster."),
    "hand_is_laid": _("That hand lies on a monster already, and stays there."),
    "has_done": _("You have done for this round."),
    "hero_taken": _("Somebody else leads that hero."),
    "other_gain_first": _("Another of your monsters comes first."),
    "runes_count": _("Choose a category for every rune of the card."),
}
"""By the engine's code; what pages never offer and nobody chooses by mistake is refused in the usual words."""


def refusal(game: CardGame, code: str) -> Objection:
    """Return why an action that is not offered is refused; the game stays as it is."""
    try:
        game.copy().play(action(code))
    except IllegalAction as illegal:
        (problem,) = illegal.problems
        if problem.code in SENTENCES:
            said = with_ruling(str(SENTENCES[problem.code]) % problem.params, problem.rule)
            return Objection(problem.code, said, params=problem.params)
    except Malformed:
        pass
    return Objection("illegal_action", USUAL)
