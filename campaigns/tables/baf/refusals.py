"""Why BAF! refuses an action, in words, with the ruling that says so."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from campaigns.tables.contract import Game
from campaigns.tables.refusing import Sentences, refused
from club.operations import Objection
from engines.baf.notation import action

SENTENCES: Final[Sentences] = {
    "not_shown_yet": _("The monsters are not shown yet: a touch before that does not count."),
    "monster_taken": _("Another hand was first on that monster."),
    "hand_is_laid": _("That hand lies on a monster already, and stays there."),
    "has_done": _("You have done for this round."),
    "hero_taken": _("Somebody else leads that hero."),
    "other_gain_first": _("Another of your monsters comes first."),
    "runes_count": _("Choose a category for every rune of the card."),
}


def refusal(game: Game, code: str) -> Objection:
    """Return why an action that is not offered is refused; the game stays as it is."""
    return refused(game, code, action, SENTENCES)
