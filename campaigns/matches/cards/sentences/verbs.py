"""The verbs of each game in words. ``%(…)s`` are the fields that a verb says itself; ``fields`` adds the others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy

_: Final = pgettext_lazy

JOINING: Final[Mapping[str, Promise]] = {
    "choose": _("card text", "choose: %(of)s"),
    "may": _("card text", "if wished: %(steps)s"),
    "pay": _("card text", "pay %(n)s × %(what)s if wished, then: %(steps)s"),
    "if": _("card text", "if %(when)s: %(steps)s"),
    "each": _("card text", "for each of these (%(who)s): %(steps)s"),
    "repeat": _("card text", "%(times)s times: %(steps)s"),
    "table_decides": _("card text", "the table agrees on what happens"),
}
"""Steps that join others, in all games."""

BEBOP: Final[Mapping[str, Promise]] = {
    "gain": _("card text", "gain %(n)s × %(what)s"),
    "lose": _("card text", "lose %(n)s × %(what)s"),
    "take": _("card text", "take %(n)s × fuel from %(who)s"),
    "draw": _("card text", "draw %(n)s × card"),
    "discard": _("card text", "discard %(n)s × card"),
    "move": _("card text", "move %(n)s × card: %(from)s → %(to)s"),
    "trash": _("card text", "trash %(n)s × card: %(from)s"),
    "look": _("card text", "look at %(n)s × card on top: %(deck)s"),
    "reveal": _("card text", "show the hand to everybody"),
    "roll": _("card text", "roll a die"),
    "copy": _("card text", "do again what another card in play does"),
    "travel": _("card text", "travel free of charge with %(n)s × figure: %(figure)s → %(to)s"),
    "gauge": _("card text", "move a gauge by 1: %(change)s, %(planet)s"),
    "buy": _("card text", "buy a card of the market for %(less)s less"),
    "renew_market": _("card text", "renew the market free of charge"),
    "confront": _("card text", "take a capture token free of charge"),
    "use_skill": _("card text", "use a skill without its fuel: %(skill)s"),
}

BADASS_FORCE: Final[Mapping[str, Promise]] = {
    "gain": _("card text", "gain %(n)s × %(what)s"),
    "lose": _("card text", "lose %(n)s × %(what)s"),
    "take": _("card text", "take %(n)s × %(what)s from %(who)s"),
    "kill": _("card text", "kill a character: %(who)s"),
    "block": _("card text", "it does not happen to you"),
    "revive": _("card text", "take %(n)s × character back out of the graveyard: %(pick)s"),
    "change_character": _("card text", "change the active character"),
    "change_weapon": _("card text", "change the weapon"),
    "look": _("card text", "look secretly: %(at)s, %(who)s"),
    "reveal": _("card text", "show the active character, then lay one"),
    "exchange": _("card text", "exchange with %(who)s: %(what)s"),
    "roll": _("card text", "roll the armoury dice"),
    "copy": _("card text", "do what the power of another character says"),
    "modify": _("card text", "%(n)s more: %(what)s"),
    "forbid": _("card text", "forbidden (%(who)s): %(what)s"),
    "guess": _("card text", "guess an active character (%(who)s); if right, it dies"),
}

VERBS: Final[Mapping[str, Mapping[str, Promise]]] = {
    "bebop": {**JOINING, **BEBOP},
    "badass_force": {**JOINING, **BADASS_FORCE},
}
"""By game."""

THIS: Final[Mapping[str, Promise]] = {"trash": _("card text", "trash this very card")}
"""What verbs say that act on the card itself."""
