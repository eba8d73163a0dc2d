"""The numbers that the words of the lessons name, as the engine says them of the position: no text can be wrong."""

from __future__ import annotations

from collections.abc import Mapping

from campaigns.wars.play.lessons.bands import OWN
from campaigns.wars.play.lessons.step import Facts
from campaigns.wars.play.wording.odds import percent
from engines.musg.battle.events import Kind
from engines.musg.battle.game import Battle
from engines.musg.battle.reach import RUN_FACTOR
from engines.musg.prospects import Option, OptionKind, options


def initiative(battle: Battle) -> Mapping[str, object]:
    """Return what both sides came to, and how many may act in the first wave."""
    rolled = next(event for event in reversed(battle.events) if event.kind is Kind.INITIATIVE)
    wave = next(event for event in reversed(battle.events) if event.kind is Kind.WAVE)
    totals = rolled.data["totals"]
    own, foes = totals if isinstance(totals, list) else (0, 0)
    return {"own": own, "foes": foes, "wave": wave.data["most"]}


def moves(figure: int, fewer: int) -> Facts:
    """Return the facts of how far a figure walks and runs, with its points and those of a ``fewer`` of a lower rank."""

    def facts(battle: Battle) -> Mapping[str, object]:
        sheet = battle.pieces[figure].sheet
        return {
            "points": sheet.action_points,
            "fewer": battle.pieces[fewer].sheet.action_points,
            "walk": paces(sheet.movement),
            "run": paces(sheet.movement * RUN_FACTOR),
        }

    return facts


def shot(figure: int, target: int) -> Facts:
    """Return the facts of a shot: its dice and what they need, how far off the target is, what it can take."""

    def facts(battle: Battle) -> Mapping[str, object]:
        found = _option(battle, OptionKind.SHOOT, figure, target)
        numbers = {term.code: term.value for term in found.terms}
        body = battle.pieces[target].sheet
        return {
            "dice": numbers["dice"],
            "hit": numbers["to_hit"],
            "wound": numbers["to_wound"],
            "paces": round(battle.gap(battle.pieces[figure], battle.pieces[target])),
            "hp": body.hit_points,
            "vp": body.victory_points,
        }

    return facts


def charge(figure: int) -> Facts:
    """Return how far a figure charges."""

    def facts(battle: Battle) -> Mapping[str, object]:
        return {"charge": paces(battle.pieces[figure].sheet.movement * RUN_FACTOR)}

    return facts


def nerve(figure: int, target: int) -> Facts:
    """Return what a figure may roll to dare a charge, and the chance."""

    def facts(battle: Battle) -> Mapping[str, object]:
        found = _option(battle, OptionKind.CHARGE, figure, target)
        test = next(one for one in found.tests if one.code == "nerve")
        return {"need": test.need, "chance": percent(test.chance or 0.0)}

    return facts


def word(figure: int, leader: int) -> Facts:
    """Return a figure's leadership, and its leader's."""

    def facts(battle: Battle) -> Mapping[str, object]:
        return {"own": battle.pieces[figure].sheet.leadership, "lent": battle.pieces[leader].sheet.leadership}

    return facts


def worth(leader: int, henchman: int) -> Facts:
    """Return the victory points of a leader and of a henchman, and how many turns there are."""

    def facts(battle: Battle) -> Mapping[str, object]:
        leads, follows = (battle.pieces[one].sheet.victory_points for one in (leader, henchman))
        return {"last": battle.turn_limit, "leader": leads, "henchman": follows}

    return facts


def paces(count: float) -> str:
    """Return a number of paces, with a half as such."""
    whole = int(count)
    return f"{whole}½" if count - whole else str(whole)


def _option(battle: Battle, kind: OptionKind, figure: int, target: int) -> Option:
    return next(
        one for one in options(battle, OWN) if one.kind is kind and (one.figure, one.target) == (figure, target)
    )
