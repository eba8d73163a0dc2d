"""What the page of a battle's forecasts shows: the work going on, or the odds, beside what really happened."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import msgspec
from django.utils.translation import get_language, gettext as _, gettext_lazy
from msgspec import Struct

from campaigns.league.access import is_referee
from campaigns.wars.access import is_player
from campaigns.wars.battles.setup import setup_of
from campaigns.wars.forecast.operations import SIMULATION, engine_setup
from campaigns.wars.ground.map import size_of
from campaigns.wars.models.battle import Battle, BattleReport, BattleState, Temper
from campaigns.wars.models.forecast import Forecast, ForecastState
from club import charts
from club.access import User
from club.charts import Histogram, OddsChart
from club.operations import Refused
from club.shares import decimal, margin, percent
from engines.musg.battle.setup import Setup
from engines.musg.ground.ready_tables import name_of
from engines.musg.report import Report, Who
from engines.musg.trials.playout import FigureForecast, Summary

ENDINGS: Final = {
    "last_side": gettext_lazy("Only one side was left"),
    "nobody": gettext_lazy("Nobody was left"),
    "turn_limit": gettext_lazy("The agreed last turn was over"),
}


class SideRow(Struct, frozen=True):
    """One side of the forecast: how likely it wins, within which margin, with how many points; and what it got."""

    name: str
    temper: str
    chance: str
    margin: str
    points: str
    really_won: bool = False
    real_points: int | None = None
    expected_out: str = ""
    real_out: int | None = None


class FigureRow(Struct, frozen=True):
    """What to expect for one figure, and what became of it."""

    name: str
    out: str
    margin: str
    dead: str
    fled: str
    lost: str
    bar_out: str
    bar_dead: str
    really: str = ""


class FigureTable(Struct, frozen=True):
    """The figures of one side."""

    name: str
    rows: tuple[FigureRow, ...]


class CountTable(Struct, frozen=True):
    """Shares of the battles by number: a heading per column, a row per number."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]


class ForecastResult(Struct, frozen=True):
    """A forecast summed up."""

    battles: int
    basis: Basis
    sides: tuple[SideRow, ...]
    draw: str
    draw_margin: str
    odds: OddsChart
    points: tuple[Histogram, ...]
    points_table: CountTable
    turns: Histogram
    turns_table: CountTable
    average_turns: str
    figures: tuple[FigureTable, ...]
    endings: tuple[tuple[str, str], ...]
    verdict: str = ""
    """Which chance the forecast gave to what really happened; empty before that is known."""


class Page(Struct, frozen=True):
    """Everything the template needs. ``error`` is what stopped the work, when it failed."""

    forecast: Forecast | None
    result: ForecastResult | None
    may_act: bool
    may_start: bool
    done: int = 0
    error: str = ""
    failed: bool = False
    earlier: tuple[Forecast, ...] = ()

    @property
    def running(self) -> bool:
        """Whether workers are at it, or should be."""
        return self.forecast is not None and self.forecast.state == ForecastState.RUNNING

    @property
    def polls(self) -> bool:
        """Whether the page asks again by itself."""
        return self.running and not self.failed


class ForecastPanel(Struct, frozen=True):
    """What the battle's page says of its latest forecast. ``odds`` are words for each side, then the draw."""

    forecast: Forecast | None
    odds: tuple[tuple[str, str], ...]
    may_start: bool


def may_act(user: User, battle: Battle) -> bool:
    """Tell whether ``user`` may start and call off forecasts: the battle's players may, and referees."""
    return is_player(user, battle) or is_referee(user, battle.campaign)


def panel(battle: Battle, user: User) -> ForecastPanel | None:
    """Return the panel of a battle from a loader of ``wars.access``: one query. ``None``: nothing to say."""
    latest = battle.forecasts.order_by("-pk").first()
    may_start = battle.state == BattleState.SCHEDULED and may_act(user, battle)
    if latest is None and not may_start:
        return None
    odds: list[tuple[str, str]] = []
    if latest is not None and latest.summary:
        summary = decode_summary(latest)
        odds = [(name, percent(share.value)) for name, share in zip(_names(latest), summary.wins, strict=True)]
        odds.append((_("Draw"), percent(summary.draws.value)))
    return ForecastPanel(latest, tuple(odds), may_start)


def page(battle: Battle, user: User, number: str = "") -> Page:
    """Return the page of a battle from a loader; ``number`` names an earlier forecast than the latest."""
    rows = list(battle.forecasts.defer("setup", "summary"))
    shown = next((row for row in rows if str(row.pk) == number), rows[0] if rows else None)
    acts = may_act(user, battle)
    busy = any(row.state == ForecastState.RUNNING for row in rows)
    may_start = acts and battle.state == BattleState.SCHEDULED and not busy
    if shown is None:
        return Page(None, None, acts, may_start)
    earlier = tuple(row for row in rows if row.pk != shown.pk)
    if shown.state == ForecastState.RUNNING:
        going = SIMULATION.progress(shown)
        return Page(shown, None, acts, may_start, going.done, going.error, bool(going.errors), earlier)
    shown.refresh_from_db(fields=["setup", "summary"])
    result = _result(battle, shown) if shown.summary else None
    return Page(shown, result, acts, may_start, result.battles if result else 0, earlier=earlier)


def decode_summary(forecast: Forecast) -> Summary:
    """Return the engine's summary of a forecast that has one."""
    return msgspec.convert(forecast.summary, Summary, str_keys=True)


def _names(forecast: Forecast) -> list[str]:
    return [side["name"] for side in forecast.setup["sides"]]


def _result(battle: Battle, forecast: Forecast) -> ForecastResult:
    summary = decode_summary(forecast)
    names = _names(forecast)
    keys = [side["key"] for side in forecast.setup["sides"]]
    real = _Reality(battle, keys)
    sides = tuple(_side(real, seat, name, forecast.tempers[seat], summary) for seat, name in enumerate(names))
    rows = [
        (name, percent(share.value), "side", share.value, share.low, share.high)
        for name, share in zip(names, summary.wins, strict=True)
    ]
    draws = summary.draws
    rows.append((_("Draw"), percent(draws.value), "draw", draws.value, draws.low, draws.high))
    points, points_table = _points(names, summary)
    turns, turns_table = _turns(summary)
    return ForecastResult(
        summary.battles,
        basis_of(battle, forecast),
        sides,
        percent(draws.value),
        margin(draws),
        charts.odds_chart(rows),
        points,
        points_table,
        turns,
        turns_table,
        decimal(summary.average_turns),
        tuple(
            FigureTable(name, tuple(_figure(f, real) for f in summary.figures if f.side == seat))
            for seat, name in enumerate(names)
        ),
        tuple((str(ENDINGS.get(code, code)), percent(n / summary.battles)) for code, n in summary.endings.items()),
        real.verdict(names, summary),
    )


def _side(real: _Reality, seat: int, name: str, temper: str, summary: Summary) -> SideRow:
    share = summary.wins[seat]
    out = sum(figure.out.value for figure in summary.figures if figure.side == seat)
    return SideRow(
        name,
        str(Temper(temper).label),
        percent(share.value),
        margin(share),
        decimal(summary.average_points[seat]),
        real.known and real.winner == seat,
        real.points.get(seat),
        decimal(out),
        real.out_of(seat) if real.known else None,
    )


def _figure(one: FigureForecast, real: _Reality) -> FigureRow:
    return FigureRow(
        one.name,
        percent(one.out.value),
        margin(one.out),
        percent(one.dead),
        percent(one.fled),
        decimal(one.lost, 2),
        f"{100 * one.out.value:.1f}",
        f"{100 * one.dead:.1f}",
        real.fate(one.side, one.number),
    )


def _points(names: Sequence[str], summary: Summary) -> tuple[tuple[Histogram, ...], CountTable]:
    """Draw the victory points of every side on the same scale, and lay them out as one table."""
    step, (low, high) = charts.step_for(*summary.points), _span(summary.points)
    columns = [charts.binned(counts, step, low, high) for counts in summary.points]
    highest = max((count for side in columns for _label, count in side), default=0)
    drawn = tuple(
        charts.histogram(name, side, summary.battles, highest) for name, side in zip(names, columns, strict=True)
    )
    table = tuple(
        (row[0][0], tuple(percent(count / summary.battles) for _label, count in row))
        for row in zip(*columns, strict=True)
    )
    return drawn, CountTable(tuple(names), table)


def _turns(summary: Summary) -> tuple[Histogram, CountTable]:
    step, (low, high) = charts.step_for(summary.lengths), _span([summary.lengths])
    columns = charts.binned(summary.lengths, step, low, high)
    highest = max((count for _label, count in columns), default=0)
    table = tuple((label, (percent(count / summary.battles),)) for label, count in columns)
    return charts.histogram(_("Turns"), columns, summary.battles, highest), CountTable((_("Battles"),), table)


def _span(tables: Iterable[dict[int, int]]) -> tuple[int, int]:
    numbers = [number for table in tables for number in table]
    return (min(numbers), max(numbers)) if numbers else (0, 0)


class _Reality:
    """What really came of a battle, by the seats of its forecast; ``known`` once the report is confirmed."""

    def __init__(self, battle: Battle, keys: Sequence[str]) -> None:
        self.keys = keys
        self.points: dict[int, int] = {}
        self.winner: int | None = None
        self.report: Report | None = None
        sides = {side.warband.key: side for side in battle.sides.all()}
        # A battle whose warbands were changed after the forecast is another battle.
        self.known = battle.state == BattleState.CONFIRMED and set(sides) == set(keys)
        if not self.known:
            return
        standing: BattleReport | None = battle.reports.first()
        self.report = standing.report if standing else None
        for seat, key in enumerate(keys):
            self.points[seat] = sides[key].victory_points
            if battle.winner_id == sides[key].warband_id:
                self.winner = seat

    def out_of(self, seat: int) -> int:
        """How many of a side were put out of action."""
        return sum(down.victim.warband == self.keys[seat] for down in self.report.downs) if self.report else 0

    def fate(self, seat: int, number: int) -> str:
        """What became of a figure, in words; empty before it is known."""
        if self.report is None:
            return ""
        who = Who(self.keys[seat], number)
        for down in self.report.downs:
            if down.victim == who:
                return _("killed outright") if down.killed else _("out of action")
        if who in self.report.fled:
            return _("fled")
        return _("stayed away") if who in self.report.absent or self.report.die(who) == 1 else _("stood")

    def verdict(self, names: Sequence[str], summary: Summary) -> str:
        """Say which chance the forecast gave to the result."""
        if not self.known:
            return ""
        if self.winner is None:
            text = _("The battle ended in a draw. The forecast gave that %(chance)s.")
            return text % {"chance": percent(summary.draws.value)}
        values = {"winner": names[self.winner], "chance": percent(summary.wins[self.winner].value)}
        return _("%(winner)s won. The forecast gave that %(chance)s.") % values


class Basis(Struct, frozen=True):
    """``table`` is named with its size; ``outdated``: a warband, the table or the length changed since."""

    table: str
    turns: int
    outdated: bool


def basis_of(battle: Battle, forecast: Forecast) -> Basis:
    """Return what a forecast, with its setup, was made of. Three queries for a battle still ahead."""
    setup = engine_setup(forecast)
    name = name_of(setup.table).in_language(get_language() or "en") or _("laid out by hand")
    table = _("%(name)s, %(width)s × %(depth)s paces") % {"name": name, **size_of(setup.table)}
    outdated = battle.state == BattleState.SCHEDULED and not _is_ahead(setup, battle)
    return Basis(table, setup.turn_limit, outdated)


def _is_ahead(setup: Setup, battle: Battle) -> bool:
    try:
        return setup_of(battle) == setup
    except Refused:
        return False
