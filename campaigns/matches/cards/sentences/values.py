"""Words for what stands in the fields of steps: seats, resources, piles, places and the like."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy

WHO: Final[Mapping[str, Promise]] = {
    "me": pgettext_lazy("card text", "you"),
    "chosen": pgettext_lazy("card text", "a player you choose"),
    "others": pgettext_lazy("card text", "all others"),
    "all": pgettext_lazy("card text", "everybody"),
    "left": pgettext_lazy("card text", "your neighbour on the left"),
    "right": pgettext_lazy("card text", "your neighbour on the right"),
    "leader": pgettext_lazy("card text", "whoever leads"),
    "attacker": pgettext_lazy("card text", "whoever attacks"),
    "caller": pgettext_lazy("card text", "whoever calls the bluff"),
}
"""Seats, by the language's word."""

_CHARACTERS: Final[Mapping[str, str]] = {"spike": "Spike", "jet": "Jet", "faye": "Faye", "ed": "Ed"}
_PLANETS: Final[Mapping[str, Promise]] = {
    "earth": pgettext_lazy("card text", "Earth"),
    "mars": pgettext_lazy("card text", "Mars"),
    "ganymede": pgettext_lazy("card text", "Ganymede"),
}
_PILES: Final[Mapping[str, Promise]] = {
    "hand": pgettext_lazy("card text", "hand"),
    "discard": pgettext_lazy("card text", "discard pile"),
    "deck": pgettext_lazy("card text", "top of the deck"),
    "play": pgettext_lazy("card text", "cards in play"),
}
_GOODS: Final[Mapping[str, Promise]] = {
    "woolongs": pgettext_lazy("card text", "Woolong"),
    "fuel": pgettext_lazy("card text", "fuel"),
    "force": pgettext_lazy("card text", "force"),
    "clues": pgettext_lazy("card text", "clue"),
    "ammo": pgettext_lazy("card text", "ammunition"),
    "points": pgettext_lazy("card text", "point"),
}

VALUES: Final[Mapping[str, Mapping[str, Promise | str]]] = {
    "what": {
        **_GOODS,
        "weapon": pgettext_lazy("card text", "weapon"),
        "turn_charge": pgettext_lazy("card text", "charge at the start of a turn"),
        "kill_points": pgettext_lazy("card text", "points of each kill"),
        "power": pgettext_lazy("card text", "use the power"),
        "execution": pgettext_lazy("card text", "use the execution"),
        "armoury": pgettext_lazy("card text", "roll the armoury dice"),
        "call": pgettext_lazy("card text", "call a bluff"),
    },
    "from": {
        **_PILES,
        "active": pgettext_lazy("card text", "active character"),
        "hand": pgettext_lazy("card text", "hand"),
    },
    "to": {
        **_PILES,
        **_PLANETS,
        "anywhere": pgettext_lazy("card text", "anywhere"),
        "planet": pgettext_lazy("card text", "a planet"),
        "bebop": "Bebop",
        "here": pgettext_lazy("card text", "where your figure stands"),
    },
    "sort": {
        "damage": pgettext_lazy("card text", "damage card"),
        "base": pgettext_lazy("card text", "base card"),
        "common": pgettext_lazy("card text", "common card"),
    },
    "colour": _CHARACTERS,
    "played": _CHARACTERS,
    "deck": {
        "own": pgettext_lazy("card text", "your own deck"),
        "common": pgettext_lazy("card text", "common deck"),
        "damage": pgettext_lazy("card text", "damage deck"),
    },
    "figure": {
        "own": pgettext_lazy("card text", "your figure"),
        "others": pgettext_lazy("card text", "another character’s figure"),
        "absent": pgettext_lazy("card text", "a figure that nobody plays"),
        "any": pgettext_lazy("card text", "any figure"),
    },
    "change": {
        "up": pgettext_lazy("card text", "up"),
        "down": pgettext_lazy("card text", "down"),
        "either": pgettext_lazy("card text", "up or down"),
    },
    "planet": {
        **_PLANETS,
        "any": pgettext_lazy("card text", "any planet"),
        "here": pgettext_lazy("card text", "where your figure stands"),
    },
    "pile": {"resistance": pgettext_lazy("card text", "resistance"), "clues": pgettext_lazy("card text", "clue")},
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
        "planet": pgettext_lazy("card text", "a planet"),
        "criminal": pgettext_lazy("card text", "with a criminal"),
        "vicious": pgettext_lazy("card text", "with Vicious"),
        "companion": pgettext_lazy("card text", "with another figure"),
    },
    "pick": {"choose": pgettext_lazy("card text", "chosen"), "random": pgettext_lazy("card text", "drawn at random")},
    "at": {
        "active": pgettext_lazy("card text", "active character"),
        "dressing_room": pgettext_lazy("card text", "dressing room"),
    },
    "until": {
        "turn_end": pgettext_lazy("card text", "until the end of the turn"),
        "my_next_turn": pgettext_lazy("card text", "until its next turn"),
        "used": pgettext_lazy("card text", "once"),
        "leaves": pgettext_lazy("card text", "as long as the card stays"),
    },
    "mode": {"cool": "Cool", "vengeance": "Vengeance"},
    "first_this_turn": {"true": pgettext_lazy("card text", "yes"), "false": pgettext_lazy("card text", "no")},
}
"""By field, then by the language's word."""

COUNTS: Final[Mapping[str, Promise]] = {
    **_GOODS,
    **_PILES,
    "damage": pgettext_lazy("card text", "damage card"),
    "tokens": pgettext_lazy("card text", "capture token"),
    "captured": pgettext_lazy("card text", "captured criminal"),
    "played": pgettext_lazy("card text", "card played"),
    "companions": pgettext_lazy("card text", "companion"),
    "graveyard": pgettext_lazy("card text", "character in the graveyard"),
    "hand": pgettext_lazy("card text", "card in hand"),
    "discard": pgettext_lazy("card text", "card in the discard pile"),
    "vengeance": pgettext_lazy("card text", "player in Vengeance mode"),
}
"""What can be counted at the table: one for each of these."""
