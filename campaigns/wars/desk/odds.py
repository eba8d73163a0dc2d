"""What forecasts say of a battle, and of two who could meet."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from msgspec import Struct

from campaigns.league.models import Campaign
from campaigns.wars.battles.setup import setup_between
from campaigns.wars.desk.queries import Desk, Odds, PairOdds
from campaigns.wars.forecast.pairs import SIMULATION, basis_of
from campaigns.wars.models.forecast import ForecastState, PairForecast
from club.operations import Refused
from club.shares import percent
from engines.pairing import meeting
from rosters.models import Warband


class OddsLine(Struct, frozen=True):
    """What a forecast says, by seat; ``made`` empty: it is still being reckoned.

    ``outdated``: a warband has changed since, or how battles are reckoned.
    """

    shares: tuple[tuple[str, str], ...]
    made: datetime | None
    outdated: bool = False


class PairProgress(Struct, frozen=True):
    """How far the odds ``pk`` between two warbands are, in battles; ``polls``: there is more to come by itself."""

    pk: int
    done: int
    total: int
    polls: bool


class PairLine(Struct, frozen=True):
    """The odds between two warbands: those known, those under way, or what keeps the two from fighting now."""

    odds: OddsLine | None
    running: PairProgress | None
    obstacle: str

    @property
    def may_ask(self) -> bool:
        """Whether the referee may ask for them, for the first time or again."""
        return self.running is None and not self.obstacle and (self.odds is None or self.odds.outdated)


def of_battle(desk: Desk, odds: Odds, *, outdated: bool = False) -> OddsLine:
    """Return what the latest forecast of a battle says."""
    if not odds.wins:
        return OddsLine((), None)
    names = [seat.name for seat in desk.seats.get(odds.battle, ())]
    return OddsLine(_shares(names, odds.wins), odds.made, outdated)


def of_pair(desk: Desk, one: Warband, other: Warband) -> PairLine:
    """Return the newest odds between two warbands that serve, be they of a battle or of the two alone."""
    known = desk.by_pair.get(meeting(one.pk, other.pk), ())
    running = next((odds for odds in known if odds.is_running), None)
    basis, obstacle = _ahead(desk.campaign, one, other)
    found = [_of_two(odds, basis) for odds in known if odds.wins]
    found += _of_meetings(desk, one, other)
    newest = max(found, key=lambda line: line[0], default=None)
    return PairLine(newest[1] if newest else None, _going(desk, running) if running else None, obstacle)


def of_unfought(desk: Desk, warbands: Iterable[int]) -> OddsLine | None:
    """Return the odds of a battle that has none, nor a table of its own: those of the pair, as long as they hold."""
    serving = {warband.pk: warband for warband in desk.warbands}
    seated = [serving[pk] for pk in warbands if pk in serving]
    if len(seated) != 2:
        return None
    line = of_pair(desk, *seated)
    if line.running is not None and line.running.polls:
        return OddsLine((), None)
    return line.odds if line.odds is not None and not line.odds.outdated else None


def progress(forecast: PairForecast) -> PairProgress:
    """Return how far a forecast between two is now: three queries while it is being reckoned, else none."""
    if forecast.state != ForecastState.RUNNING:
        return PairProgress(forecast.pk, forecast.count, forecast.count, polls=False)
    going = SIMULATION.progress(forecast)
    return PairProgress(forecast.pk, going.done, forecast.count, polls=not going.errors)


def _going(desk: Desk, odds: PairOdds) -> PairProgress:
    return PairProgress(odds.pk, odds.done, odds.total, polls=odds.pk not in desk.failed_pairs)


def _ahead(campaign: Campaign, one: Warband, other: Warband) -> tuple[str, str]:
    """Return the mark of what the two would fight, or else in words why they cannot."""
    try:
        return basis_of(setup_between(campaign, (one, other))), ""
    except Refused as refused:
        return "", str(refused)


def _of_two(odds: PairOdds, basis: str) -> tuple[datetime, OddsLine]:
    names = (odds.one_name, odds.other_name)
    return odds.made, OddsLine(_shares(names, odds.wins), odds.made, odds.basis != basis)


def _of_meetings(desk: Desk, one: Warband, other: Warband) -> Iterable[tuple[datetime, OddsLine]]:
    """Yield the odds of battles between the two; they hold until something happens to either warband."""
    changed = max(one.changed, other.changed)
    for odds in desk.odds.values():
        seats = [seat.warband for seat in desk.seats.get(odds.battle, ())]
        if odds.wins and sorted(seats) == sorted((one.pk, other.pk)):
            yield odds.made, of_battle(desk, odds, outdated=changed > odds.made)


def _shares(names: Iterable[str], wins: Iterable[float]) -> tuple[tuple[str, str], ...]:
    return tuple((name, percent(share)) for name, share in zip(names, wins, strict=False))
