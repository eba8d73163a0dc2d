"""Why a table refuses an action: tried on a copy of the game, and told in the game's words with the ruling."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from campaigns.tables.contract import Game
from club.operations import Objection
from engines.core.game import IllegalAction
from engines.core.problems import Illegal, Malformed, Problem
from rosters.wording import with_ruling

USUAL: Final = _("The rules do not allow that now: choose one of what is offered.")

type Sentences = Mapping[str, str | Promise]
"""By the engine's code; what pages never offer and nobody chooses by mistake is refused in the usual words."""


def refused(game: Game, code: str, read: Callable[[str], object], sentences: Sentences) -> Objection:
    """Return why an action that is not offered is refused; the game stays as it is. ``read`` reads its code."""
    try:
        game.copy().play(read(code))
    except IllegalAction as illegal:
        (problem,) = illegal.problems
        if problem.code in sentences:
            return Objection(problem.code, sentence(problem, sentences), params=problem.params)
    except (Illegal, Malformed):
        pass
    return Objection("illegal_action", USUAL)


def sentence(problem: Problem, sentences: Sentences) -> str:
    """Say what forbids an action that has a sentence, and the ruling that says so."""
    return with_ruling(str(sentences[problem.code]) % problem.params, problem.rule)
