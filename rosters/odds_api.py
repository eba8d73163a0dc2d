"""The attack calculator for programs: exact chances, and the rule behind every number."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import Any, Final

from django.http import HttpRequest
from msgspec import Struct
from ninja import Router

from club.api.forms import checked
from club.api.scopes import EVERYBODY
from club.api.structs import told
from engines.musg.attacks.aim import RangeBand
from engines.musg.attacks.odds import Chances, Odds
from rosters.figure_card import Reason
from rosters.forms.odds import CHECKS, DEFAULTS
from rosters.odds.answer import Sum, answer
from rosters.odds.question import HEIGHTS, Question
from rosters.views.odds import form_of
from rosters.wording import rule_name

router = Router(tags=["rules"])


class ChancesOf(Struct, frozen=True):
    """The chances of one ``number``: of so many hits, wounds, hit points lost, and of losing at least so many."""

    number: int
    hits: float
    wounds: float
    lost: float
    at_least: float


class OddsStep(Struct, frozen=True):
    """What leads to a number, what it changes, and where that rule is found."""

    source: str
    change: str
    rule: str


class OddsNumber(Struct, frozen=True):
    """One number of the attack: what it is called, what it comes to, and the steps that lead there."""

    title: str
    total: str
    steps: tuple[OddsStep, ...]


class Expected(Struct, frozen=True):
    """What comes of it on average."""

    hits: float
    wounds: float
    lost: float


class Prospects(Struct, frozen=True):
    """What may happen: chances from 0 to 1, computed and not sampled. ``out`` of action counts the dead.

    ``burst``: the weapon explodes. ``line``: for each figure between shooter and target, that it takes the missile.
    ``own_blast``: who throws is in the blast, null where nothing is thrown.
    """

    out: float
    dead: float
    expected: Expected
    rows: tuple[ChancesOf, ...]
    burst: float
    line: tuple[float, ...]
    own_blast: float | None


class OddsTold(Struct, frozen=True):
    """An attack. ``query`` asks for it anew, here and on the page. Without ``chances`` it cannot be made.

    ``to_hit`` is the lowest die that hits, null where nothing is rolled; ``strengths`` are those of its hits.
    ``numbers`` say in words where each comes from, ``notes`` which rules are at work.
    """

    query: str
    weapon: str
    to_hit: int | None
    strengths: tuple[int, ...]
    toughness: int
    chances: Prospects | None
    numbers: tuple[OddsNumber, ...]
    notes: tuple[OddsStep, ...]


_SAID: Final = {
    "attacker": "Who attacks, <warband>-<figure>; without, free numbers.",
    "target": "Who is attacked, <warband>-<figure>; without, free numbers.",
    "attacker_warband": "A warband, whose leader attacks where `attacker` names nobody of it.",
    "target_warband": "A warband, whose leader is attacked where `target` names nobody of it.",
    "weapon": "The code of a weapon; weapons that strike together with a full stop between them; `bare_hands`.",
    "second": "What a free attacker holds besides the weapon.",
    "distance": "Paces as measured, instead of `band`.",
    "left": "Hit points that the target has left.",
    "line": "Figures between a bow and its target.",
    "hands": "Extras who strike together.",
    "band": f"The range: {', '.join(RangeBand)}.",
    "height": f"How the attacker stands: {', '.join(HEIGHTS)}.",
}


def _parameters() -> Iterator[dict[str, Any]]:
    """Yield what an address may say, as the page's addresses do; which of it counts depends on the weapon."""
    for name in dict.fromkeys((*_SAID, *DEFAULTS, *CHECKS)):
        schema: dict[str, Any] = {"type": "string"}
        if name in DEFAULTS:
            schema["default"] = DEFAULTS[name]
        described = _SAID.get(name, "`on` for yes." if name in CHECKS else "")
        yield {"in": "query", "name": name, "required": False, "description": described, "schema": schema}


@router.get("/odds", response=told(OddsTold), auth=EVERYBODY, openapi_extra={"parameters": list(_parameters())})
def odds(request: HttpRequest) -> OddsTold:
    """The exact chances of one attack, asked for as the page of attack odds is.

    Two figures of warbands that you may read, or free numbers; which fields count depends on the weapon.
    """
    form = checked(form_of(request))
    asked = form.question()
    said, found = answer(asked), asked.odds()
    return OddsTold(
        query=form.address,
        weapon=said.weapon,
        to_hit=asked.to_hit,
        strengths=asked.strengths,
        toughness=asked.struck.toughness,
        chances=_prospects(asked, found) if found is not None else None,
        numbers=tuple(_number(one) for one in said.sums),
        notes=_steps(said.notes),
    )


def _prospects(asked: Question, found: Odds) -> Prospects:
    target, own = found.targets[0], asked.own_risk
    return Prospects(
        out=target.out,
        dead=target.dead,
        expected=Expected(found.expected_hits, found.expected_wounds, target.expected),
        rows=tuple(_rows(found.hits, found.wounds, target.lost)),
        burst=asked.burst,
        line=found.line,
        own_blast=own.hits[1] if own is not None else None,
    )


def _rows(hits: Chances, wounds: Chances, lost: Chances) -> Iterator[ChancesOf]:
    for number, row in enumerate(zip_longest(hits, wounds, lost, fillvalue=0.0)):
        yield ChancesOf(number, *row, at_least=min(1.0, sum(lost[number:])))


def _number(one: Sum) -> OddsNumber:
    return OddsNumber(one.title, one.total, _steps(one.steps))


def _steps(reasons: Iterable[Reason]) -> tuple[OddsStep, ...]:
    return tuple(OddsStep(one.source, one.change, rule_name(one.rule)) for one in reasons)
