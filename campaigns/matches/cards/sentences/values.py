"""Words for what stands in the fields of steps: seats, resources, piles, places and the like."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy

_: Final = pgettext_lazy

WHO: Final[Mapping[str, Promise]] = {
    "me": _("card text", "you"),
    "chosen": _("card text", "a player you choose"),
    "others": _("card text", "all others"),
    "all": _("card text", "everybody"),
    "left": _("card text", "your neighbour on the left"),
    "right": _("card text", "your neighbour on the right"),
    "leader": _("card text", "whoever leads"),
    "attacker": _("card text", "whoever attacks"),
    "caller": _("card text", "whoever calls the bluff"),
}
"""Seats, by the language's word."""

_CHARACTERS: Final[Mapping[str, str]] = {"spike": "Spike", "jet": "Jet", "faye": "Faye", "ed": "Ed"}
_PLANETS: Final[Mapping[str, Promise]] = {
    "earth": _("card text", "Earth"),
    "mars": _("card text", "Mars"),
    "ganymede": _("card text", "Ganymede"),
}
_PILES: Final[Mapping[str, Promise]] = {
    "hand": _("card text", "hand"),
    "discard": _("card text", "discard pile"),
    "deck": _("card text", "top of the deck"),
    "play": _("card text", "cards in play"),
}
_GOODS: Final[Mapping[str, Promise]] = {
    "woolongs": _("card text", "Woolong"),
    "fuel": _("card text", "fuel"),
    "force": _("card text", "force"),
    "clues": _("card text", "clue"),
    "ammo": _("card text", "ammunition"),
    "points": _("card text", "point"),
}

VALUES: Final[Mapping[str, Mapping[str, Promise | str]]] = {
    "what": {
        **_GOODS,
        "weapon": _("card text", "weapon"),
        "turn_charge": _("card text", "charge at the start of a turn"),
        "kill_points": _("card text", "points of each kill"),
        "power": _("card text", "use the power"),
        "execution": _("card text", "use the execution"),
        "armoury": _("card text", "roll the armoury dice"),
        "call": _("card text", "call a bluff"),
    },
    "from": {**_PILES, "active": _("card text", "active character"), "hand": _("card text", "hand")},
    "to": {
        **_PILES,
        **_PLANETS,
        "anywhere": _("card text", "anywhere"),
        "planet": _("card text", "a planet"),
        "bebop": "Bebop",
        "here": _("card text", "where your figure stands"),
    },
    "sort": {
        "damage": _("card text", "damage card"),
        "base": _("card text", "base card"),
        "common": _("card text", "common card"),
    },
    "colour": _CHARACTERS,
    "played": _CHARACTERS,
    "deck": {
        "own": _("card text", "your own deck"),
        "common": _("card text", "common deck"),
        "damage": _("card text", "damage deck"),
    },
    "figure": {
        "own": _("card text", "your figure"),
        "others": _("card text", "another character’s figure"),
        "absent": _("card text", "a figure that nobody plays"),
        "any": _("card text", "any figure"),
    },
    "change": {
        "up": _("card text", "up"),
        "down": _("card text", "down"),
        "either": _("card text", "up or down"),
    },
    "planet": {
        **_PLANETS,
        "any": _("card text", "any planet"),
        "here": _("card text", "where your figure stands"),
    },
    "pile": {"resistance": _("card text", "resistance"), "clues": _("card text", "clue")},
    "skill": {
        "spike_a": "Spike A",
        "spike_b": "Spike B",
        "jet_a": "Jet A",
        "jet_b": "Jet B",
        "faye_a": "Faye A",
        "ed_a": "Ed A",
        "ed_b": "Ed B",
    },
    "here": {
        **_PLANETS,
        "bebop": "Bebop",
        "planet": _("card text", "a planet"),
        "criminal": _("card text", "with a criminal"),
        "vicious": _("card text", "with Vicious"),
        "companion": _("card text", "with another figure"),
    },
    "pick": {"choose": _("card text", "chosen"), "random": _("card text", "drawn at random")},
    "at": {"active": _("card text", "active character"), "dressing_room": _("card text", "dressing room")},
    "until": {
        "turn_end": _("card text", "until the end of the turn"),
        "my_next_turn": _("card text", "until its next turn"),
        "used": _("card text", "once"),
        "leaves": _("card text", "as long as the card stays"),
    },
    "mode": {"cool": "Cool", "vengeance": "Vengeance"},
    "first_this_turn": {"true": _("card text", "yes"), "false": _("card text", "no")},
}
"""By field, then by the language's word."""

COUNTS: Final[Mapping[str, Promise]] = {
    **_GOODS,
    **_PILES,
    "damage": _("card text", "damage card"),
    "tokens": _("card text", "capture token"),
    "captured": _("card text", "captured criminal"),
    "played": _("card text", "card played"),
    "companions": _("card text", "companion"),
    "graveyard": _("card text", "character in the graveyard"),
    "hand": _("card text", "card in hand"),
    "discard": _("card text", "card in the discard pile"),
    "vengeance": _("card text", "player in Vengeance mode"),
}
"""What can be counted at the table: one for each of these."""
