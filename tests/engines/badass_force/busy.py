"""A card set in which every verb, combinator and condition of the language stands somewhere; for tests alone."""

from __future__ import annotations

from typing import Any

import msgspec

from engines.badass_force.cards import CardSet, read_cards, training


def busy() -> CardSet:
    """The training set with other texts."""
    data: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(training()))
    every = {card["code"]: card for card in (*data["characters"], *data["weapons"])}
    for code, slots in TEXTS.items():
        card = every[code]
        for slot in ("power", "vengeance", "death", "reaction", "execution", "overload", "each_turn"):
            card.pop(slot, None)
        card.update(slots)
    return read_cards(data)


CHOSEN = {"who": "chosen", "as": "victim"}
TEXTS: dict[str, dict[str, Any]] = {
    "bullet_baroness": {
        "power": [{"do": "gain", "what": "ammo", "n": {"count": "graveyard", "who": "all", "most": 3}}, {"do": "roll"}],
        "vengeance": [{"do": "exchange", "what": "weapon", "who": "chosen"}],
        "death": [{"do": "kill", "who": "right", "from": "hand"}],
    },
    "sticky_fingers": {
        "power": [{"do": "take", "what": "points", **CHOSEN}, {"do": "reveal", "who": "victim"}],
        "vengeance": [{"do": "exchange", "what": "ammo", "who": "leader"}, {"do": "lose", "what": "points", "n": 2}],
        "reaction": {"on": "charged", "steps": [{"do": "block"}, {"do": "kill", "who": "attacker", "from": "hand"}]},
    },
    "silent_accountant": {
        "power": [{"do": "pay", "what": "ammo", "n": 3, "up_to": True, "steps": [
            {"do": "repeat", "times": "x", "steps": [{"do": "kill", "who": "chosen", "from": "hand"}]}]}],
        "vengeance": [{"do": "forbid", "what": "power", "until": "my_next_turn"},
                      {"do": "forbid", "what": "call", "who": "left", "until": "turn_end"},
                      {"do": "modify", "what": "kill_points", "until": "used"}],
    },
    "grenade_granny": {
        "power": [{"do": "gain", "what": "ammo", "n": 9, "who": "others"}],
        "vengeance": [{"do": "each", "who": "others", "steps": [
            {"do": "may", "by": "it", "steps": [{"do": "change_weapon", "who": "it"}]}]}],
    },
    "midnight_nurse": {
        "power": [{"do": "revive", "n": 2}, {"do": "revive", "pick": "random", "who": "left"}],
        "vengeance": [{"do": "if", "when": {"all": [{"first_this_turn": True}, {"any": [
            {"mode": "vengeance"}, {"not": {"graveyard_least": 3}}]}]},
            "steps": [{"do": "kill", "who": "all"}], "otherwise": [{"do": "copy"}]}],
        "reaction": {"on": "killed", "steps": [{"do": "block"}, {"do": "gain", "what": "ammo", "who": "attacker"}]},
    },
    "rubber_monk": {
        "power": [{"do": "choose", "of": [[{"do": "change_character", "who": "others"}], [{"do": "table_decides"}]]}],
        "reaction": {"on": "targeted", "steps": [{"do": "block"}, {"do": "change_character"}]},
    },
    "stunt_double": {
        "power": [{"do": "copy"}],
        "vengeance": [{"do": "modify", "what": "turn_charge", "n": 2, "until": "leaves"}],
        "reaction": {"on": "called", "steps": [{"do": "kill", "who": "caller"}]},
    },
    "inspector_sniff": {
        "power": [{"do": "look", "who": "chosen", "at": "dressing_room"}, {"do": "guess", "who": "chosen"}],
        "vengeance": [{"do": "look", **CHOSEN}, {"do": "if", "when": {"ammo_least": 2, "who": "victim"},
                      "steps": [{"do": "guess", "who": "victim", "otherwise": [{"do": "gain", "what": "points"}]}]}],
        "death": [{"do": "if", "when": {"points_least": 2}, "steps": [{"do": "revive", "pick": "random"}]}],
    },
    "garden_hose": {
        "execution": [{"do": "kill", "who": "others"}, {"do": "kill", "who": "leader"}],
        "overload": [{"do": "kill", "who": "all"}, {"do": "gain", "what": "ammo", "n": 9, "who": "others"}],
    },
    "toaster_turret": {
        "execution": [{"do": "kill", "who": "chosen"}],
        "overload": [{"do": "change_weapon", "keep": True}],
        "any_charge": True,
        "each_turn": [{"do": "gain", "what": "ammo", "who": "all"}],
    },
}  # fmt: skip

BUSY = busy()
