"""Why a table refuses an action: tried on a copy of the game, and told in the game's words with the ruling."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from club.operations import Objection
from engines.core.game import AnyGame, IllegalAction
from engines.core.problems import Illegal, Malformed
from rosters.wording import with_ruling

USUAL: Final = _("The rules do not allow that now: choose one of the options offered.")

type Sentences = Mapping[str, str | Promise]
"""By the engine's code; what pages never offer and nobody chooses by mistake is refused in the usual words."""


def refused(game: AnyGame, code: str, sentences: Sentences) -> Objection:
    """Return why an action that is not offered is refused; the game stays as it is."""
    try:
        game.copy().play(game.action(code))
    except IllegalAction as illegal:
        (problem,) = illegal.problems
        if problem.code in sentences:
            words = with_ruling(str(sentences[problem.code]) % problem.params, problem.rule)
            return Objection(problem.code, words, params=problem.params)
    except (Illegal, Malformed):
        pass
    return Objection("illegal_action", USUAL)
