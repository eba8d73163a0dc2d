"""How balanced a card game is: many simulated games in parts, see ``parts``."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from typing import Any, Final

import msgspec
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _, gettext_lazy

from campaigns.jobs import queue as jobs
from campaigns.jobs.parts import SECONDS, SEED_BITS, Simulation
from campaigns.tables import rules
from campaigns.tables.models.card_balance import BalancePart, BalanceRun
from club.models import Member
from club.operations import Objection, Refused
from engines.core.playout import Tally

KIND: Final = "balance_part"
LEAST: Final = 100
MOST: Final = 20_000
USUAL: Final = 2_000


@transaction.atomic
def start(
    *, game: str, players: int, variant: str, options: dict[str, Any], bot: str, count: int, member: Member | None
) -> BalanceRun:
    """Ask for ``count`` games (``LEAST`` to ``MOST``) between bots of one strength.

    Raises ``Refused`` with all that is wrong, or while a simulation of the game is under way.
    """
    found = rules.find(game)
    if found is None:
        raise Refused.because("no_such_game", _("Choose a game."), "game")
    problems = []
    if not found.least <= players <= found.most:
        words = _("This table is for %(least)s to %(most)s players.") % {"least": found.least, "most": found.most}
        problems.append(Objection("players", words, "players"))
    else:
        problems += found.problems(variant, players, options)
    if bot not in found.simulation_parts:
        problems.append(Objection("no_such_bot", _("This bot does not play here."), "bot"))
    if not LEAST <= count <= MOST:
        words = _("Between %(least)s and %(most)s games can be simulated.") % {"least": LEAST, "most": MOST}
        problems.append(Objection("games", words, "count"))
    if problems:
        raise Refused(problems)
    try:
        with transaction.atomic():
            run = BalanceRun.objects.create(
                game=game,
                count=count,
                players=players,
                variant=variant,
                options=options,
                bot=bot,
                seed=f"{secrets.randbits(SEED_BITS):x}",
                engine=found.version,
                asked_by=member,
            )
    except IntegrityError:  # the database keeps a second one out
        raise Refused.because("balance_runs", _("A simulation of this game is already running.")) from None
    SIMULATION.divide(run, found.simulation_parts[bot], asked_by=member)
    return run


def cancel(*, game: str) -> BalanceRun:
    """Call the running simulation of a game off; what is in is kept. Raises ``Refused`` when none is running."""
    return SIMULATION.cancel(BalanceRun.objects.filter(game=game))


def try_again(*, game: str) -> int:
    """Let the running simulation's failed parts be tried again; return how many. Raises ``Refused`` without any."""
    return SIMULATION.try_again(BalanceRun.objects.filter(game=game))


def work(claim: jobs.Claim) -> None:
    """Play one part."""
    SIMULATION.work(claim)


def tally_of(data: Any) -> Tally:
    """Return counts that were stored; nothing at all reads as no games."""
    return msgspec.convert(data or {}, Tally, str_keys=True)


def _played(part: BalancePart, claim: jobs.Claim) -> Tally:
    """Return what the part's games come to, or as many as ``SECONDS`` are enough for, one at least.

    It says every few seconds how far they are. Raises ``jobs.Lost``.
    """
    tell = claim.pulse(part.count, SECONDS)
    return rules.of(part.run.game).simulate(part.run, first=part.first, count=part.count, tell=tell)


def _games_of(tally: Tally) -> int:
    return tally.games


def _summed(_run: BalanceRun, results: Iterable[Any]) -> Tally:
    total = Tally()
    for result in results:
        total.merge(tally_of(result))
    return total


SIMULATION: Final = Simulation(
    kind=KIND,
    part=BalancePart,
    run="run",
    play=_played,
    sum_up=_summed,
    holds=_games_of,
    over=("balance_over", gettext_lazy("This simulation is already over.")),
)
