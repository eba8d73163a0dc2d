"""What a weighing came to, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _, pgettext_lazy
from msgspec import Struct

from campaigns.wars.models.weighing import Weighing, WeighingState
from campaigns.wars.resolution.operations import VERSION
from club.shares import percent
from club.words import words
from engines.musg.weighing import Difference, Opponent, Plan, Subject, Verdict, Weight
from rosters.wording import rank_name
from rosters.wording.worth import bot_names, difference_words, interval_words, price_words, verdict_words

OUTSIDE: Final = frozenset({Verdict.FAR_TOO_CHEAP, Verdict.TOO_CHEAP, Verdict.TOO_DEAR, Verdict.FAR_TOO_DEAR})
"""The price lies outside those that may be fair."""
_BADGES: Final = {
    Verdict.FAIR: "good",
    Verdict.TOO_CHEAP: "warn",
    Verdict.TOO_DEAR: "warn",
    Verdict.FAR_TOO_CHEAP: "bad",
    Verdict.FAR_TOO_DEAR: "bad",
}
_OPPONENTS: Final[Mapping[Opponent, Promise]] = {
    Opponent.BLADES: pgettext_lazy("opponents of a weighing", "Against blades"),
    Opponent.GUNS: pgettext_lazy("opponents of a weighing", "Against guns and bows"),
    Opponent.MIXED: pgettext_lazy("opponents of a weighing", "Against blades and guns"),
}


def thing_name(subject: Subject, entry: Any) -> str:
    """Return what a thing is called: an entry's name, with the rank of a profile."""
    name = words(entry.name)
    return f"{name} – {rank_name(subject.rank)}" if subject.rank else name


class Won(Struct, frozen=True):
    """Shares of the battles won with a thing and without it, how many more of 100 that is, and the margin."""

    title: str
    with_it: str
    without_it: str
    difference: str


class Result(Struct, frozen=True):
    """A weighing's result. ``partial``: it was called off; ``outdated``: battles go otherwise by now."""

    verdict: str
    badge: str
    printed: str
    fair: str
    interval: str
    won: tuple[Won, ...]
    battles: int
    count: int
    seed: int
    bots: str
    command: str
    partial: bool
    outdated: bool


def result_of(weighing: Weighing) -> Result | None:
    """Put a weighing's result into words; nothing where there is none."""
    found = weighing.weight
    if found is None:
        return None
    plan = found.plan
    return Result(
        verdict_words(found.verdict),
        _BADGES.get(found.verdict, "muted"),
        "" if plan.price is None else f"{plan.price:g}",
        price_words(found.fair),
        interval_words(found.fair),
        tuple(_won(found)),
        found.battles,
        found.count,
        plan.seed,
        bot_names(plan.bots),
        command(weighing, plan),
        weighing.state == WeighingState.CANCELLED,
        weighing.engine != VERSION,
    )


def file_name(weighing: Weighing) -> str:
    """Return what the version's file is called when it is fetched from the site."""
    return f"{weighing.version.pack.code}-{weighing.version.number}.toml"


def command(weighing: Weighing, plan: Plan) -> str:
    """Return the command that fights the same battles again, given the version's file."""
    subject = plan.subject
    rank = f" --rank {subject.rank}" if subject.rank else ""
    how = f"--battles {plan.battles} --seed {plan.seed} --pack {file_name(weighing)}"
    return f"python -m engines musg weigh {subject.kind} {subject.code}{rank} {how}"


def _won(found: Weight) -> list[Won]:
    lines = [_line(str(_OPPONENTS[opponent]), one) for opponent, one in found.against.items()]
    return [_line(_("All battles"), found.overall), *lines]


def _line(title: str, one: Difference) -> Won:
    return Won(title, percent(one.with_it), percent(one.without_it), difference_words(one))
