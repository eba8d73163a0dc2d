"""Why Space Serenade refuses an action, in words, with the ruling that says so."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from campaigns.tables.refusing import Sentences, refused
from club.operations import Objection
from engines import bebop

SENTENCES: Final[Sentences] = {
    "card_not_in_hand": _("You do not hold that card any more."),
    "card_not_in_market": _("That card is not in the market any more."),
    "woolongs_short": _("Woolongs: you have %(value)s, the card costs %(needs)s."),
    "fuel_short": _("Fuel: you have %(value)s, it takes %(needs)s."),
    "force_short": _("Force: you have %(value)s, a token costs %(needs)s."),
    "clues_short": _("Clues: you have %(value)s, a token costs %(needs)s."),
    "market_empty": _("The market is empty: there is nothing to renew."),
    "already_there": _("You are there already."),
    "nobody_to_confront": _("Nobody can be confronted there: go there first."),
    "character_taken": _("Somebody else plays that character."),
    "skill_not_yours": _("Of another character only the first skill can be used."),
    "skill_elsewhere": _("Whose skill it is stands somewhere else."),
    "skill_without_object": _("There is nothing that skill could be used on."),
}


def refusal(game: bebop.Game, code: str) -> Objection:
    """Return why an action that is not offered is refused; the game stays as it is."""
    return refused(game, code, game.action, SENTENCES)
