"""``python -m engines musg weigh`` and ``weigh-all``."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Iterator
from functools import partial
from typing import Final

import msgspec
from msgspec import UNSET

from engines.core.command import Answer, Command, at_least, mapped, read_text, seed_number, workers_argument
from engines.core.problems import Illegal
from engines.musg import packs
from engines.musg.packs import House
from engines.musg.ranks import Rank
from engines.musg.weighing.part import Part, merge
from engines.musg.weighing.plan import BATTLES, ROUNDS_LEAST, Plan, parts, plan_for
from engines.musg.weighing.price_list import as_json, plans, price_list, subjects, weigh_round
from engines.musg.weighing.reference import Opponent
from engines.musg.weighing.rounds import weigh_part
from engines.musg.weighing.subject import Kind, Subject
from engines.musg.weighing.weight import Difference, FairPrice, Weight, weight


def weigh(options: Namespace) -> Answer:
    """Weigh something of the book, or of a pack's, and answer the receipt."""
    house = _house(options.pack) if options.pack else House()
    subject = Subject(Kind(options.kind), options.code, Rank(options.rank) if options.rank else UNSET)
    plan = plan_for(
        house.catalogue,
        subject,
        battles=options.battles,
        seed=options.seed,
        price=options.price,
        opponents=[Opponent(one) for one in options.opponent or Opponent],
    )
    found = weight(plan, merge(mapped(partial(_part, house, plan), parts(plan), options.workers)))
    if options.json:
        return Answer(msgspec.json.format(msgspec.json.encode(found)).decode())
    return Answer("\n".join(_receipt(found)))


def weigh_all(options: Namespace) -> Answer:
    """Weigh all that the book prints by the same rounds, and answer the list as JSON."""
    house = House()
    asked = plans(house.catalogue, subjects(house.catalogue), rounds=options.rounds, seed=options.seed)
    fought = list(mapped(partial(_round, house, asked), parts(asked[0]), options.workers))
    return Answer(as_json(price_list(house.catalogue, asked, fought)))


def _round(house: House, asked: list[Plan], number: int) -> list[Part]:
    return weigh_round(house.catalogue, asked, number)


def _part(house: House, plan: Plan, number: int) -> Part:
    return weigh_part(house.catalogue, plan, number)


def _house(path: str) -> House:
    """Return the book with a file's pack behind it. Raises ``Illegal`` with all that is wrong with the pack."""
    found = packs.read_text(read_text(path))
    if found.pack is None:
        raise Illegal(found.problems)
    return House(packs=(found.pack,))


def _receipt(found: Weight) -> Iterator[str]:
    plan, subject = found.plan, found.plan.subject
    name = f"{subject.kind} {subject.code}" + (f", {subject.rank}" if subject.rank else "")
    at = "no price" if plan.price is None else f"at {plan.price:g} points"
    yield f"{name}, {at}: {found.verdict.replace('_', ' ')}"
    yield f"fair price: {_fair(found.fair)}"
    yield f"battles won {_difference(found.overall)}"
    for opponent, one in found.against.items():
        yield f"  against {opponent}: {_difference(one)}"
    if plan.price:
        yield f"for nothing: {_difference(found.for_nothing)}"
    yield (
        f"{found.battles} battles, {found.count} of it in the warband, the points spent otherwise in the other one; "
        f"seed {plan.seed}, players {', '.join(plan.bots)}, tables {', '.join(plan.grounds)}, catalogue {plan.mark}"
    )


def _fair(fair: FairPrice) -> str:
    value = f"below {fair.least:g}" if fair.below else f"above {fair.most:g}"
    if fair.value is not None:
        value = f"{fair.value:.1f}"
    low = f"below {fair.least:g}" if fair.low is None else f"{fair.low:g}"
    high = f"above {fair.most:g}" if fair.high is None else f"{fair.high:g}"
    return f"{value} ({low} to {high})"


def _difference(one: Difference) -> str:
    return (
        f"{one.with_it:.1%} with it, {one.without_it:.1%} without: "
        f"{one.difference * 100:+.1f} percentage points (± {one.margin * 100:.1f})"
    )


def _price(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise ArgumentTypeError(f"{text!r} is not a number of points") from None


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("kind", choices=[kind.value for kind in Kind])
    parser.add_argument("code", help="of the catalogue; of a profile its race's")
    parser.add_argument("--rank", choices=[rank.value for rank in Rank], help="of a profile")
    parser.add_argument("--price", type=_price, metavar="N", help="judge this price, default: the catalogue's")
    parser.add_argument("--battles", type=at_least(1), default=BATTLES, metavar="N", help=f"default: {BATTLES}")
    parser.add_argument(
        "--opponent", action="append", choices=[one.value for one in Opponent], help="repeat for more, default: all"
    )
    parser.add_argument("--seed", type=seed_number, default=1, metavar="N", help="default: 1")
    parser.add_argument("--pack", metavar="FILE", help="a pack that stands behind the book, as TOML")
    parser.add_argument("--json", action="store_true", help="print JSON")
    workers_argument(parser)


WEIGH: Final = Command(
    "weigh what an item, a profile, a skill or a mercenary is worth, and print its fair price", weigh, _arguments
)


def _rounds_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--rounds", type=at_least(ROUNDS_LEAST), default=ROUNDS, metavar="N", help=f"default: {ROUNDS}")
    parser.add_argument("--seed", type=seed_number, default=1, metavar="N", help="default: 1")
    workers_argument(parser)


ROUNDS: Final = 32
"""So that every two players meet twice on every ground."""
WEIGH_ALL: Final = Command(
    "weigh all that the rulebook prints, and print the prices as JSON", weigh_all, _rounds_arguments
)
