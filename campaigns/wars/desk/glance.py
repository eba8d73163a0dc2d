"""The round, the warbands and the fairness of a campaign as the desk shows them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from statistics import median

from django.utils.translation import gettext as _
from msgspec import Struct

from campaigns.wars.battles.lines import BattleLine, SideLine
from campaigns.wars.desk import odds
from campaigns.wars.desk.odds import OddsLine, PairLine
from campaigns.wars.desk.queries import Desk
from campaigns.wars.models.battle import Battle, BattleState
from campaigns.wars.models.round import Round
from campaigns.wars.rounds.reasons import bye_sentences, pair_sentences
from engines.musg.engagement import Outcome
from engines.musg.report import unable
from engines.pairing import Pairing, Why, byes_in, meeting, meetings_in, pair, start_in
from rosters.models import Warband

AHEAD = (BattleState.SCHEDULED, BattleState.REPORTED, BattleState.DISPUTED)


class RoundBattle(Struct, frozen=True):
    """A battle of the round. ``may_forecast``: its odds are not known yet, nor asked for."""

    line: BattleLine
    odds: OddsLine | None
    may_forecast: bool


class Suggestion(Struct, frozen=True):
    """Two who could meet: how often they did, the odds between them, and why they are suggested."""

    one: Warband
    other: Warband
    met: int
    line: PairLine
    why: tuple[str, ...]


class SittingOut(Struct, frozen=True):
    """A warband that would sit out, and why."""

    warband: Warband
    why: tuple[str, ...]


class RoundPanel(Struct, frozen=True):
    """The last round; ``round`` is empty before the first. Suggestions are for this round, or else for the next one."""

    round: Round | None
    battles: tuple[RoundBattle, ...]
    suggestions: tuple[Suggestion, ...]
    sits_out: SittingOut | None
    for_next: bool

    @property
    def number(self) -> int:
        """The number of the round that the suggestions are for."""
        return (self.round.number if self.round is not None else 0) + self.for_next

    @property
    def forecasts_missing(self) -> int:
        """How many of its battles nobody has asked the odds of."""
        return sum(battle.may_forecast for battle in self.battles)

    @property
    def askable(self) -> tuple[Suggestion, ...]:
        """The suggested pairs whose odds the referee may ask for."""
        return tuple(pair for pair in self.suggestions if pair.line.may_ask)


class WarbandLine(Struct, frozen=True):
    """A warband at a glance. ``missing`` says who sits out the next battle, ``won`` to ``lost`` are this campaign's."""

    warband: Warband
    able: int
    missing: tuple[str, ...]
    won: int
    drawn: int
    lost: int
    seen: datetime | None


class FairnessLine(Struct, frozen=True):
    """Whom a warband met, with how often, and whom it has not met yet."""

    warband: Warband
    played: int
    byes: int
    met: tuple[tuple[str, int], ...]
    unmet: tuple[str, ...]


class FairnessPanel(Struct, frozen=True):
    """How even the campaign is."""

    values: Spread
    wins: Spread
    unplayed: tuple[Warband, ...]
    lines: tuple[FairnessLine, ...]


def warbands(desk: Desk) -> list[WarbandLine]:
    """Return every warband that serves."""
    results = Counter(
        (seat.warband, seat.outcome) for battle in desk.fought() for seat in desk.seats.get(battle, ()) if seat.outcome
    )
    lines = []
    for warband in desk.warbands:
        active = warband.roster.active
        seen = [at for at in (warband.owner.last_login, desk.acted.get(warband.pk)) if at is not None]
        won, drawn, lost = (results[warband.pk, end.value] for end in (Outcome.WON, Outcome.DREW, Outcome.LOST))
        missing = tuple(_missing(warband))
        able = len(active) - len(missing)
        lines.append(WarbandLine(warband, able, missing, won, drawn, lost, max(seen, default=None)))
    return lines


def _missing(warband: Warband) -> list[str]:
    said = []
    for figure in warband.roster.active:
        reason = unable(figure)
        if reason == "not_paid":
            said.append(_("%(name)s (not paid)") % {"name": figure.name})
        elif reason is not None:
            said.append(figure.name)
    return said


def fairness_panel(desk: Desk) -> FairnessPanel | None:
    """Return how even the campaign is; ``None`` before two warbands serve."""
    by_pk = {warband.pk: warband for warband in desk.warbands}
    if len(by_pk) < 2:
        return None
    fought, byes = desk.fought(), _byes(desk)
    found = count_meetings(list(by_pk), list(fought.values()), meetings_in(fought.values()))
    lines = tuple(
        FairnessLine(
            by_pk[one.player],
            one.played,
            byes[one.player],
            tuple((by_pk[other].name, times) for other, times in one.met),
            tuple(by_pk[other].name for other in one.unmet),
        )
        for one in found
    )
    values, wins = spread(w.value for w in by_pk.values()), spread(_wins(desk)[pk] for pk in by_pk)
    return FairnessPanel(values, wins, tuple(line.warband for line in lines if not line.played), lines)


def round_panel(desk: Desk) -> RoundPanel:
    """Return the last round with its battles, and who could meet in it, or in the next one once it is over."""
    last = desk.last_round
    battles = [b for b in desk.battles if last is not None and b.round_id == last.pk]
    busy = {seat.warband for b in battles if b.state != BattleState.CANCELLED for seat in desk.seats.get(b.pk, ())}
    ready = [w for w in desk.warbands if w.mustered and w.pk not in desk.resting and not w.roster.held_back]
    free = [warband for warband in ready if warband.pk not in busy]
    over = not any(battle.state in AHEAD for battle in battles)
    for_next = last is None or len(free) < 2
    if for_next:
        free = ready if over else []
    pairs, sits_out = _suggested(desk, free)
    return RoundPanel(last, tuple(_round_battle(desk, b) for b in battles), pairs, sits_out, for_next)


def _suggested(desk: Desk, free: Sequence[Warband]) -> tuple[tuple[Suggestion, ...], SittingOut | None]:
    by_pk = {warband.pk: warband for warband in free}
    names = {warband.pk: warband.name for warband in free}
    met = meetings_in(desk.live().values())
    fights, since = _rounds_fought(desk), _since(desk)
    byes = byes_in(fights, since) + start_in(fights, since)
    found = suggest(list(by_pk), met=met, byes=byes, wins=_wins(desk))
    made = tuple(
        Suggestion(
            by_pk[one],
            by_pk[other],
            met[meeting(one, other)],
            odds.of_pair(desk, by_pk[one], by_pk[other]),
            tuple(pair_sentences((one for one in why if one.code != Why.FIRST_MEETING), names)),
        )
        for (one, other), why in zip(found.pairs, found.reasons, strict=True)
    )
    if found.bye is None:
        return made, None
    return made, SittingOut(by_pk[found.bye], tuple(bye_sentences(found.bye_reasons, names[found.bye])))


def _round_battle(desk: Desk, battle: Battle) -> RoundBattle:
    seats = desk.seats.get(battle.pk, ())
    sides = tuple(SideLine(seat.name, seat.points, seat.warband == battle.winner_id) for seat in seats)
    line = BattleLine(
        desk.campaign.slug,
        battle.pk,
        battle.title,
        battle.state,
        battle.date,
        battle.where,
        sides,
        playing=getattr(battle, "playing", False),
    )
    known, ahead = desk.odds.get(battle.pk), battle.state == BattleState.SCHEDULED
    said = odds.of_battle(desk, known) if known else None
    if said is None and ahead and not getattr(battle, "chosen", None):
        said = odds.of_unfought(desk, [seat.warband for seat in seats])
    return RoundBattle(line, said, said is None and ahead)


def _wins(desk: Desk) -> Counter[int]:
    seats = (seat for battle in desk.fought() for seat in desk.seats.get(battle, ()))
    return Counter(seat.warband for seat in seats if seat.outcome == Outcome.WON)


def _byes(desk: Desk) -> Counter[int]:
    return byes_in(_rounds_fought(desk), _since(desk))


def _since(desk: Desk) -> dict[int, datetime]:
    return {enlistment.warband_id: enlistment.since for enlistment in desk.enlistments}


def _rounds_fought(desk: Desk) -> list[tuple[int, int, datetime]]:
    """Return who fought in which round, as ``byes_in`` wants it."""
    return [
        (battle.round_id, seat.warband, battle.created)
        for battle in desk.battles
        if battle.round_id is not None and battle.state != BattleState.CANCELLED
        for seat in desk.seats.get(battle.pk, ())
    ]


class Spread(Struct, frozen=True):
    """The least, the middle one and the most of some figures."""

    least: int
    middle: float
    most: int


def spread(figures: Iterable[int]) -> Spread:
    """Return the spread of some figures, one at least."""
    known = sorted(figures)
    return Spread(known[0], median(known), known[-1])


class Count(Struct, frozen=True):
    """What one player's battles come to: ``met`` how often whom, ``unmet`` whom never."""

    player: int
    played: int
    met: tuple[tuple[int, int], ...]
    unmet: tuple[int, ...]


def count_meetings(
    players: Sequence[int], fought: Collection[Collection[int]], met: Mapping[frozenset[int], int]
) -> list[Count]:
    """Return for each player how many battles were fought and whom it met, most often first."""
    played = Counter(player for seated in fought for player in seated)
    made = []
    for player in players:
        others = [(other, met.get(meeting(player, other), 0)) for other in players if other != player]
        often = sorted((one for one in others if one[1]), key=lambda one: -one[1])
        made.append(Count(player, played[player], tuple(often), tuple(other for other, times in others if not times)))
    return made


def suggest(
    free: Sequence[int],
    *,
    met: Mapping[frozenset[int], int],
    byes: Mapping[int, int],
    wins: Mapping[int, int],
) -> Pairing:
    """Return the best pairs among those who are free; of fewer than two, nothing."""
    return pair(free, met=met, byes=byes, wins=wins) if len(free) > 1 else Pairing(())
