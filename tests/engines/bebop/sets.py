"""Card sets for tests: one whose cards do all that the language can say, and sets of a few cards of one's own."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from engines.bebop.cards import CardSet, read_cards, training

TEXTS: dict[str, list[dict[str, Any]]] = {
    "gain_all": [{"do": "gain", "what": "fuel", "n": 2, "who": "all"}],
    "gain_chosen": [{"do": "gain", "what": "fuel", "who": "chosen", "as": "friend"}, {"do": "draw", "who": "friend"}],
    "lose_others": [{"do": "lose", "what": "fuel", "n": 2, "who": "others"}],
    "take_left": [{"do": "take", "n": 2, "who": "left"}],
    "draw_all": [{"do": "draw", "who": "all"}],
    "discard_others": [{"do": "discard", "n": 2, "who": "others"}],
    "discard_me": [{"do": "draw", "n": 3}, {"do": "discard", "n": 2, "up_to": True}],
    "move_hand": [{"do": "move", "from": ["hand"], "to": "deck"}],
    "move_back": [{"do": "move", "from": ["discard", "hand"], "to": "deck", "n": 2, "up_to": True}],
    "move_up": [{"do": "move", "from": ["discard"], "to": "hand", "sort": "common"}],
    "trash_two": [{"do": "trash", "from": ["hand", "discard", "play"], "n": 2, "up_to": True}],
    "trash_base": [{"do": "trash", "from": ["hand"], "sort": "base"}],
    "look_own": [{"do": "look", "n": 3}, {"do": "trash", "from": ["deck"], "up_to": True}],
    "look_common": [{"do": "look", "deck": "common", "n": 2}, {"do": "look", "deck": "damage"}],
    "look_move": [{"do": "look", "n": 1}, {"do": "move", "from": ["deck"], "to": "hand", "up_to": True}],
    "reveal_chosen": [{"do": "reveal"}],
    "reveal_all": [{"do": "reveal", "who": "others"}],
    "roll": [{"do": "roll", "as": "pips"}, {"do": "gain", "what": "clues", "n": "pips"}],
    "copy": [{"do": "copy"}],
    "travel_any": [{"do": "travel", "figure": "any", "n": 2, "up_to": True}],
    "travel_absent": [{"do": "travel", "figure": "absent", "to": "here"}],
    "travel_planet": [{"do": "travel", "to": "planet"}],
    "gauge_up": [{"do": "gauge", "change": "up", "planet": "here"}],
    "gauge_any": [{"do": "gauge", "change": "either", "up_to": True}],
    "buy_free": [{"do": "buy", "free": True, "cost_most": 4, "to": "hand"}],
    "renew": [{"do": "renew_market"}],
    "confront": [{"do": "confront", "anywhere": True, "up_to": True}],
    "confront_clue": [{"do": "confront", "pile": "clues"}],
    "skill": [{"do": "use_skill", "skill": "jet_a"}],
    "skill_draw": [{"do": "use_skill", "skill": "spike_a"}],
    "branches": [
        {"do": "choose", "of": [[{"do": "gain", "what": "force", "n": 3}], [{"do": "gain", "what": "clues", "n": 3}]]}
    ],
    "loop": [{"do": "repeat", "times": 2, "steps": [{"do": "each", "who": "others", "steps": [{"do": "draw"}]}]}],
    "asks": [{"do": "table_decides", "text": "Something strange happens."}],
    "when": [
        {
            "do": "if",
            "when": {"any": [{"played": "ed"}, {"here": "criminal"}]},
            "steps": [{"do": "gain", "what": "woolongs", "n": 4}],
            "otherwise": [{"do": "gain", "what": "fuel", "n": {"count": "hand", "most": 3}}],
        }
    ],
    "pay": [{"do": "pay", "what": "fuel", "n": 3, "up_to": True, "steps": [{"do": "draw", "n": "x"}]}],
    "third": [{"do": "gain", "what": "force", "n": 2}],
}
"""A text for each of the 36 kinds of the common deck."""


@cache
def busy() -> CardSet:
    """The training set with other texts: every verb, condition and combinator comes up, and cards are cheap."""
    data: dict[str, Any] = msgspec.to_builtins(training())
    for card, (code, text) in zip(data["cards"], TEXTS.items(), strict=True):
        card |= {"code": code, "play": text, "cost": card["cost"] // 2, "woolongs": 2, "fuel": 1}
    for number, card in enumerate(data["damage"]):
        card["red"]["steps"] = list(TEXTS.values())[number]
    return read_cards(data)


def with_texts(**texts: list[dict[str, Any]]) -> CardSet:
    """The training set in which the first cards of the common deck have these codes and texts, and bring nothing."""
    data: dict[str, Any] = msgspec.to_builtins(training())
    for card, (code, text) in zip(data["cards"], texts.items(), strict=False):
        card.update({"code": code, "play": text})
        for name in ("woolongs", "fuel", "force", "clues", "team"):
            card.pop(name, None)
    return read_cards(data)
