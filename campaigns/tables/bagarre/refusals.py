"""Why La Bagarre refuses an action, in words, with the ruling that says so."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from campaigns.tables.contract import Game
from campaigns.tables.refusing import Sentences, refused
from club.operations import Objection
from engines.bagarre.notation import action

SENTENCES: Final[Sentences] = {
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


def refusal(game: Game, code: str) -> Objection:
    """Return why an action that is not offered is refused; the game stays as it is."""
    return refused(game, code, action, SENTENCES)
