"""A box of BAF! with few kinds of cards, so that every fight in the tests can be reckoned by hand."""

from __future__ import annotations

from typing import Any

from engines.baf import cards
from engines.baf.score import GAME, BafSetup
from engines.core.problems import Illegal
from engines.core.score import Replay

HEROES = {
    "witch": {"magic": 3},  # the rulebook's example: magic 3, no melee
    "guard": {"melee": 2, "stealth": 1},
    "scout": {"ranged": 2},
    "rogue": {"stealth": 2},
    **{f"squire_{number}": {"melee": 1} for number in range(1, 7)},
}
MONSTERS: list[dict[str, Any]] = [
    {"code": "jelly", "level": 1, "copies": 10, "defence": {"magic": 2}, "gain": {"magic": 1}, "coins": 1},
    {"code": "bones", "level": 1, "copies": 10, "defence": {"melee": 1}, "gain": {"melee": 1}},
    {"code": "purse", "level": 1, "copies": 10, "defence": {"stealth": 1}, "coins": 3},
    {"code": "totem", "level": 1, "copies": 3, "defence": {"melee": 1, "magic": 1}, "gain": {"ranged": 1}, "runes": 2},
    {"code": "wisp", "level": 1, "copies": 1, "defence": {"magic": 4}, "coins": 9},
    {"code": "ogre", "level": 2, "copies": 17, "defence": {"melee": 3}, "gain": {"melee": 2}, "coins": 2},
    {"code": "ghost", "level": 2, "copies": 17, "defence": {"magic": 4}, "runes": 1, "coins": 3},
    {"code": "giant", "level": 3, "copies": 17, "defence": {"melee": 4}, "coins": 5},
    {"code": "sphinx", "level": 3, "copies": 17, "defence": {"magic": 5, "stealth": 2}, "coins": 6},
]
MASTERS: list[dict[str, Any]] = [
    {"code": f"master_{number}", "defence": {"melee": 2, "magic": 3}, "coins": 10} for number in range(1, 5)
]
DRAGONS: list[dict[str, Any]] = [
    {"code": f"dragon_{number}", "defence": {"ranged": 9}, "coins": 7} for number in range(1, 5)
]
BOSSES_OF = {"masters": MASTERS, "dragons": DRAGONS}


def box(**changes: Any) -> dict[str, Any]:
    """The card set as JSON data; ``changes`` replace whole lists."""
    data = {
        "heroes": [{"code": code, "skills": skills} for code, skills in HEROES.items()],
        "monsters": MONSTERS,
        "masters": MASTERS,
        "dragons": DRAGONS,
        **changes,
    }
    named = {kind: [{"name": _name(card["code"]), **card} for card in pile] for kind, pile in data.items()}
    return {"name": {"fr": "Boîte d’essai", "en": "Trial box"}, **named}


def card_set(**changes: Any) -> cards.CardSet:
    """The card set."""
    return cards.read_cards(box(**changes))


def setup(seats: int = 2, *, with_cards: bool = True, **options: Any) -> BafSetup:
    """A setup, with the box unless players type what their cards say."""
    return BafSetup(seats=seats, cards=card_set() if with_cards else None, **options)


def play(match: BafSetup, *entries: dict[str, Any]) -> Replay[Any]:
    """Replay entries given as JSON data."""
    return GAME.replay(match, [GAME.decode_entry(entry) for entry in entries])


def refusals(match: BafSetup, *entries: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The codes and numbers with which the last entry is refused; the ones before must hold."""
    *before, last = entries
    replay = play(match, *before)
    assert not replay.faults, replay.faults
    state = replay.state
    try:
        GAME.apply(state, GAME.decode_entry(last))
    except Illegal as illegal:
        return {problem.code: problem.params for problem in illegal.problems}
    return {}


def heroes(seat: int, left: str, right: str) -> dict[str, Any]:
    """A seat's heroes."""
    return {"kind": "heroes", "seat": seat, "left": left, "right": right}


def win(seat: int, hands: str, monster: str = "", number: int = 1, **more: Any) -> dict[str, Any]:
    """A fight won."""
    return {"kind": "win", "seat": seat, "round": number, "hands": hands, "monster": monster, **more}


def loss(seat: int, hands: str, monster: str = "", number: int = 1) -> dict[str, Any]:
    """A fight lost."""
    return {"kind": "loss", "seat": seat, "round": number, "hands": hands, "monster": monster}


def runes(*skills: str) -> list[dict[str, str]]:
    """The category chosen for each rune."""
    return [{"skill": skill} for skill in skills]


def close(*numbers: int) -> list[dict[str, Any]]:
    """Rounds closed."""
    return [{"kind": "close_round", "round": number} for number in numbers]


def _name(code: str) -> dict[str, str]:
    return {"fr": code, "en": code}
