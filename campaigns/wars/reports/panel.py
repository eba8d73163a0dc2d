"""What a battle's page says about its report."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from campaigns.league.access import is_referee
from campaigns.wars.access import is_player
from campaigns.wars.models.battle import OPEN_STATES, Battle, BattleReport, BattleSide, BattleState
from campaigns.wars.parties import is_party
from campaigns.wars.reports.story import story
from club.access import User
from engines.musg import report as rules
from engines.musg.report import Report
from engines.musg.warband import Warband as Roster


class Score(Struct, frozen=True):
    """One side's result: as reported, or as it stands."""

    side: BattleSide
    points: int
    outcome: str
    agreed: bool


class ReportPanel(Struct, frozen=True):
    """The report that stands, what the reader may do about it, and whose answer is awaited."""

    battle: Battle
    standing: BattleReport | None
    scores: tuple[Score, ...] = ()
    lines: tuple[str, ...] = ()
    reason: str = ""
    awaited: tuple[BattleSide, ...] = ()
    may_report: bool = False
    may_answer: bool = False
    may_settle: bool = False
    is_party: bool = False

    @property
    def says_why(self) -> bool:
        """Whether a referee who settles it says why: of a disputed report, and of a battle of his own."""
        return self.is_party or self.battle.state == BattleState.DISPUTED

    @property
    def is_settled(self) -> bool:
        """Whether the report has been applied."""
        return self.battle.state == BattleState.CONFIRMED


def panel(battle: Battle, user: User) -> ReportPanel:
    """Return the panel of a battle from a loader of ``wars.access``: one query."""
    standing = battle.reports.select_related("author", "disputed_by").order_by("-pk").first()
    sides = list(battle.sides.all())
    player, referee = is_player(user, battle), is_referee(user, battle.campaign)
    is_open = battle.state in OPEN_STATES
    may_report = is_open and not battle.campaign.closed and (player or referee)
    if standing is None or battle.state == BattleState.CANCELLED:
        return ReportPanel(battle, None, may_report=may_report)
    rosters = {side.warband.key: side.warband.roster for side in sides}
    reported = battle.state == BattleState.REPORTED
    return ReportPanel(
        battle,
        standing,
        scores=tuple(_scores(battle, sides, rosters, standing.report)),
        lines=tuple(story(standing.report, rosters)),
        reason=standing.report.reason,
        awaited=tuple(side for side in sides if not side.agreed) if reported else (),
        may_report=may_report,
        may_answer=reported and any(not side.agreed and side.warband.owner_id == user.pk for side in sides),
        may_settle=referee and battle.state in (BattleState.REPORTED, BattleState.DISPUTED),
        is_party=referee and is_party(user, sides) and not all(side.agreed for side in sides),
    )


def _scores(battle: Battle, sides: Iterable[BattleSide], rosters: dict[str, Roster], report: Report) -> Iterable[Score]:
    if battle.state == BattleState.CONFIRMED:
        for side in sides:
            yield Score(side, side.victory_points, side.outcome, side.agreed)
        return
    result = rules.result(rosters, report)
    for side in sides:
        key = side.warband.key
        yield Score(side, result.points[key], rules.outcome(result, key).value, side.agreed)


class Line(Struct, frozen=True):
    """One side. ``points`` are ``None`` and ``outcome`` empty until a report says them; ``seat`` gives the colour.

    ``names_owner``: whose warband it is tells the sides apart.
    """

    side: BattleSide
    seat: int
    points: int | None = None
    outcome: str = ""
    names_owner: bool = True


def scoreboard(sides: Iterable[BattleSide], scores: Iterable[Score]) -> list[Line]:
    """Return the lines of a battle, in the order of the sides, with what the report that stands gives them."""
    rows = list(sides)
    alone = len(rows) > 1 and len({side.warband.owner_id for side in rows}) == 1
    known = {score.side.pk: score for score in scores}
    return [
        Line(side, seat, known[side.pk].points, known[side.pk].outcome, names_owner=not alone)
        if side.pk in known
        else Line(side, seat, names_owner=not alone)
        for seat, side in enumerate(rows)
    ]
