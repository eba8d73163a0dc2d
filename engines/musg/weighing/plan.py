"""How something is weighed: how many battles, on which grounds, against whom, led by whom, by which catalogue."""

from __future__ import annotations

import json
from collections.abc import Sequence
from hashlib import sha256
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from engines.core.problems import Illegal, Problem
from engines.musg.catalogue import Catalogue
from engines.musg.catalogue.export import as_json
from engines.musg.weighing.reference import Opponent, budgets
from engines.musg.weighing.subject import Subject, fixed, price as price_of, problems, trial

GROUNDS: Final = ("open_field", "village", "ruins", "forest")
BOTS: Final = ("cautious", "bold")
BATTLES: Final = 3000
BATTLES_MOST: Final = 1_000_000
PRICE_MOST: Final = 10_000
ROUNDS_LEAST: Final = 4
"""Below so many no margin means anything."""
MIRRORED: Final = 2
"""Each pairing is fought twice, with the deployment zones exchanged."""
_MARK: Final = 16


class Plan(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """All that the result depends on: the same plan always gives the same result.

    One of ``rounds`` has every band fight every opponent twice, on one of the ``grounds`` (codes of ready tables), led
    by two of the ``bots`` (names of players). ``price`` is the one that is judged, in points for one piece; ``None``
    where the thing has none. ``mark`` is the catalogue's (``mark_of``).

    ``count`` of the thing are in the band that has it, which besides costs ``fixed`` points more than the company;
    ``costs`` is what each of the company's levels costs more (``reference.LEVELS``): what makes both cost the same.
    """

    subject: Subject
    price: float | None
    rounds: int
    seed: int
    mark: str
    count: int
    fixed: int
    costs: tuple[int, ...]
    opponents: tuple[Opponent, ...] = tuple(Opponent)
    grounds: tuple[str, ...] = GROUNDS
    bots: tuple[str, ...] = BOTS

    @property
    def battles_a_round(self) -> int:
        """How many battles make one round, and so one part."""
        return MIRRORED * len(self.opponents) * (1 + len(self.costs))

    @property
    def battles(self) -> int:
        """How many battles are fought in all."""
        return self.rounds * self.battles_a_round

    @property
    def digest(self) -> str:
        """A short name of the whole plan: parts of the same can be merged."""
        return sha256(msgspec.json.encode(self)).hexdigest()[:_MARK]


def mark_of(catalogue: Catalogue) -> str:
    """Return a short name of all that stands in a catalogue: whoever changes anything changes it."""
    text = json.dumps(as_json(catalogue), sort_keys=True)
    return sha256(text.encode()).hexdigest()[:_MARK]


def plan_for(
    catalogue: Catalogue,
    subject: Subject,
    *,
    battles: int = BATTLES,
    seed: int = 0,
    price: float | None = None,
    opponents: Sequence[Opponent] = tuple(Opponent),
) -> Plan:
    """Return the plan of weighing a thing with so many battles, rounded up to whole rounds.

    ``price`` is judged instead of the catalogue's, 0 to ``PRICE_MOST`` points. ``opponents``: one at least. Raises
    ``Illegal`` with all that is wrong.
    """
    found = problems(catalogue, subject)
    if not 1 <= battles <= BATTLES_MOST:
        found.append(Problem("weigh_battles", None, {"count": battles, "most": BATTLES_MOST}))
    if price is not None and not 0 <= price <= PRICE_MOST:
        found.append(Problem("weigh_price", None, {"most": PRICE_MOST}))
    if not opponents:
        found.append(Problem("weigh_opponents", None, {}))
    if found:
        raise Illegal(found)
    judged = price_of(catalogue, subject) if price is None else price
    tried = trial(catalogue, subject)
    plan = Plan(
        subject=subject,
        price=None if judged is None else float(judged),  # a plan that was stored has the same digest
        rounds=ROUNDS_LEAST,
        seed=seed,
        mark=mark_of(catalogue),
        count=tried.count,
        fixed=fixed(tried, catalogue),
        costs=budgets(catalogue),
        opponents=tuple(dict.fromkeys(opponents)),
    )
    return replace(plan, rounds=max(ROUNDS_LEAST, -(-battles // plan.battles_a_round)))


def parts(plan: Plan) -> Sequence[int]:
    """Return the numbers of a plan's parts: one for each round."""
    return range(plan.rounds)
