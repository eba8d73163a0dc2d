"""The verbs of each game in words. ``%(…)s`` are the fields that a verb says itself; ``fields`` adds the others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy

JOINING: Final[Mapping[str, Promise]] = {
    "choose": pgettext_lazy("card text", "choose: %(of)s"),
    "may": pgettext_lazy("card text", "if wished: %(steps)s"),
    "pay": pgettext_lazy("card text", "pay %(n)s × %(what)s if wished, then: %(steps)s"),
    "if": pgettext_lazy("card text", "if %(when)s: %(steps)s"),
    "each": pgettext_lazy("card text", "for each of these (%(who)s): %(steps)s"),
    "repeat": pgettext_lazy("card text", "%(times)s times: %(steps)s"),
    "table_decides": pgettext_lazy("card text", "the table agrees on what happens"),
}
"""Steps that join others, in all games."""

BEBOP: Final[Mapping[str, Promise]] = {
    "gain": pgettext_lazy("card text", "gain %(n)s × %(what)s"),
    "lose": pgettext_lazy("card text", "lose %(n)s × %(what)s"),
    "take": pgettext_lazy("card text", "take %(n)s × fuel from %(who)s"),
    "draw": pgettext_lazy("card text", "draw %(n)s × card"),
    "discard": pgettext_lazy("card text", "discard %(n)s × card"),
    "move": pgettext_lazy("card text", "move %(n)s × card: %(from)s → %(to)s"),
    "trash": pgettext_lazy("card text", "trash %(n)s × card: %(from)s"),
    "look": pgettext_lazy("card text", "look at %(n)s × card on top: %(deck)s"),
    "reveal": pgettext_lazy("card text", "show the hand to everybody"),
    "roll": pgettext_lazy("card text", "roll a die"),
    "copy": pgettext_lazy("card text", "do again what another card in play does"),
    "travel": pgettext_lazy("card text", "travel free of charge with %(n)s × figure: %(figure)s → %(to)s"),
    "gauge": pgettext_lazy("card text", "move a gauge by 1: %(change)s, %(planet)s"),
    "buy": pgettext_lazy("card text", "buy a card of the market for %(less)s less"),
    "renew_market": pgettext_lazy("card text", "renew the market free of charge"),
    "confront": pgettext_lazy("card text", "take a capture token free of charge"),
    "use_skill": pgettext_lazy("card text", "use a skill without its fuel: %(skill)s"),
}

BADASS_FORCE: Final[Mapping[str, Promise]] = {
    "gain": pgettext_lazy("card text", "gain %(n)s × %(what)s"),
    "lose": pgettext_lazy("card text", "lose %(n)s × %(what)s"),
    "take": pgettext_lazy("card text", "take %(n)s × %(what)s from %(who)s"),
    "kill": pgettext_lazy("card text", "kill a character: %(who)s"),
    "block": pgettext_lazy("card text", "it does not happen to you"),
    "revive": pgettext_lazy("card text", "take %(n)s × character back out of the graveyard: %(pick)s"),
    "change_character": pgettext_lazy("card text", "change the active character"),
    "change_weapon": pgettext_lazy("card text", "change the weapon"),
    "look": pgettext_lazy("card text", "look secretly: %(at)s, %(who)s"),
    "reveal": pgettext_lazy("card text", "show the active character, then lay one"),
    "exchange": pgettext_lazy("card text", "exchange with %(who)s: %(what)s"),
    "roll": pgettext_lazy("card text", "roll the armoury dice"),
    "copy": pgettext_lazy("card text", "do what the power of another character says"),
    "modify": pgettext_lazy("card text", "%(n)s more: %(what)s"),
    "forbid": pgettext_lazy("card text", "forbidden (%(who)s): %(what)s"),
    "guess": pgettext_lazy("card text", "guess an active character (%(who)s); if right, it dies"),
}

VERBS: Final[Mapping[str, Mapping[str, Promise]]] = {
    "bebop": {**JOINING, **BEBOP},
    "badass_force": {**JOINING, **BADASS_FORCE},
}
"""By game."""

THIS: Final[Mapping[str, Promise]] = {"trash": pgettext_lazy("card text", "trash this very card")}
"""What verbs say that act on the card itself."""
