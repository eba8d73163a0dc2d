"""What the balance page shows: who wins how often among simulated games, beside the club's own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _
from msgspec import Struct

from campaigns.jobs.parts import Progress
from campaigns.tables import rules
from campaigns.tables.balance.operations import SIMULATION, tally_of
from campaigns.tables.models.card_balance import BalanceRun, BalanceState
from campaigns.tables.records import club_records
from club import charts
from club.access import User
from club.charts import OddsChart
from club.shares import margin, percent
from engines.core.playout import Rate as Counts, Tally

EARLIER: Final = 12


class Rate(Struct, frozen=True):
    """How often somebody won: in words, with the margin of 95%, and out of how many games."""

    share: str = ""
    margin: str = ""
    played: int = 0


class BalanceRow(Struct, frozen=True):
    """One hero, seat or circumstance: in the simulation, and in the club's games."""

    name: str
    simulated: Rate
    club: Rate


class Section(Struct, frozen=True):
    """One table with its chart."""

    code: str
    title: str
    chart: OddsChart | None
    rows: tuple[BalanceRow, ...]


class Earlier(Struct, frozen=True):
    """Another simulation, and what was agreed in its games, such as their card set."""

    run: BalanceRun
    agreed: tuple[str, ...]


class Page(Struct, frozen=True):
    """Everything the template needs. ``error`` is what stopped the work, when it failed."""

    game: str
    title: str
    run: BalanceRun | None
    agreed: tuple[str, ...]
    sections: tuple[Section, ...]
    facts: tuple[tuple[str, str], ...]
    club_games: int
    caveat: str
    done: int = 0
    error: str = ""
    failed: bool = False
    busy: bool = False
    earlier: tuple[Earlier, ...] = ()

    @property
    def running(self) -> bool:
        """Whether workers are at it, or should be."""
        return self.run is not None and self.run.state == BalanceState.RUNNING

    @property
    def measured(self) -> bool:
        """Whether there are simulated games to look at, by the bots of ``run``."""
        return self.run is not None and not self.running and self.done > 0

    @property
    def polls(self) -> bool:
        """Whether the page asks again by itself."""
        return self.running and not self.failed


def page(game: str, reader: User, number: str = "") -> Page:
    """Return the balance page of a game; ``number`` names an earlier simulation than the latest."""
    rows = list(BalanceRun.objects.filter(game=game).defer("summary")[: EARLIER + 1])
    run = next((row for row in rows if str(row.pk) == number), rows[0] if rows else None)
    club = club_records(game, reader)
    simulated = Tally()
    going = Progress()
    if run is not None and run.state == BalanceState.RUNNING:
        going = SIMULATION.progress(run)
    elif run is not None:
        run.refresh_from_db(fields=["summary"])
        simulated = tally_of(run.summary)
    found = rules.of(game)
    return Page(
        game,
        rules.name_of(game),
        run,
        tuple(found.describe_options(run.variant, run.options)) if run is not None else (),
        (*_sections(game, simulated, club), *(_used(found, run, simulated) if run is not None else ())),
        tuple(found.facts(simulated)) if simulated.games else (),
        club.games,
        found.describe_simulation(),
        going.done or simulated.games,
        going.error,
        bool(going.errors),
        any(row.state == BalanceState.RUNNING for row in rows),
        tuple(
            Earlier(row, tuple(found.describe_options(row.variant, row.options)))
            for row in rows
            if run is None or row.pk != run.pk
        ),
    )


def _sections(game: str, simulated: Tally, club: Tally) -> Iterable[Section]:
    names = rules.of(game).hero_names()
    heroes, ours = simulated.rates.get("hero", {}), club.rates.get("hero", {})
    seen = [code for code in names if code in heroes or code in ours]
    seen.sort(key=lambda code: -(heroes.get(code) or ours[code]).share.value)
    if seen:
        yield _section("heroes", _("Heroes"), [(str(names[code]), heroes.get(code), ours.get(code)) for code in seen])
    seats, chairs = simulated.rates.get("seat", {}), club.rates.get("seat", {})
    numbers = sorted({int(seat) for seat in [*seats, *chairs]})
    if numbers:
        rows = [
            (_("Seat %(number)s") % {"number": number + 1}, seats.get(str(number)), chairs.get(str(number)))
            for number in numbers
        ]
        yield _section("seats", _("Seats"), rows)


def _used(found: rules.Rules[Any], run: BalanceRun, simulated: Tally) -> Iterable[Section]:
    """What else was counted; the club's games do not say."""
    for used in found.used(simulated, run.options):
        ranked = sorted(used.rates.items(), key=lambda one: -one[1].share.value)
        yield _section(used.code, used.title, [(name, counts, None) for name, counts in ranked])


def _section(code: str, title: str, rows: Sequence[tuple[str, Counts | None, Counts | None]]) -> Section:
    drawn = []
    for name, simulated, _club in rows:
        if simulated is not None:
            share = simulated.share
            drawn.append((name, percent(share.value), "side", share.value, share.low, share.high))
    chart = charts.odds_chart(drawn) if drawn else None
    return Section(code, title, chart, tuple(BalanceRow(name, _rate(sim), _rate(club)) for name, sim, club in rows))


def _rate(counts: Counts | None) -> Rate:
    if counts is None:
        return Rate()
    return Rate(percent(counts.share.value), margin(counts.share), counts.played)
