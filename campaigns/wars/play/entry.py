"""What a battle's page says about playing it at the site: whether it may be proposed, who is asked, where it is."""

from __future__ import annotations

from django.utils.translation import ngettext
from msgspec import Struct

from campaigns.league.access import is_referee
from campaigns.wars.access import is_player
from campaigns.wars.models.battle import Battle, BattleSide, BattleState
from campaigns.wars.models.play import Captain, Pace, PlayedBattle, PlayState, WhenAbsent
from club.access import User

A_DAY = 24 * 60


class LeadLine(Struct, frozen=True):
    """A side of a battle that is proposed. ``link``: whoever holds it may lead the side; empty for others' eyes.

    ``awaited``: nobody has said yet who leads it. ``mine``: it is the reader's warband.
    """

    side: BattleSide
    captain: Captain
    awaited: bool
    mine: bool
    link: str = ""


class EntryPanel(Struct, frozen=True):
    """``stage`` is that of the battle played (``PlayState``), or empty where nothing was proposed."""

    battle: Battle
    played: PlayedBattle | None
    stage: str = ""
    lines: tuple[LeadLine, ...] = ()
    may_propose: bool = False
    may_agree: bool = False
    may_call_off: bool = False
    is_mine: bool = False
    terms: tuple[str, ...] = ()

    @property
    def awaited(self) -> list[LeadLine]:
        """The sides of which nobody has said yet who leads them."""
        return [line for line in self.lines if line.awaited]

    @property
    def links(self) -> list[LeadLine]:
        """The reader's sides that whoever holds the link may lead."""
        return [line for line in self.lines if line.link]


def panel(battle: Battle, user: User) -> EntryPanel | None:
    """Return the panel of a battle from a loader of ``wars.access``; ``None`` where there is nothing to say.

    No query, but one for a battle that is proposed.
    """
    played: PlayedBattle | None = getattr(battle, "played", None)
    stage = played.state if played is not None else ""
    ahead = battle.state == BattleState.SCHEDULED
    resolution, evening = getattr(battle, "resolution", None), getattr(battle, "evening", None)
    free = ahead and evening is None and (resolution is None or resolution.state != "waiting")
    free = free and not battle.campaign.closed and not (battle.round is not None and battle.round.locked)
    player = is_player(user, battle)
    if played is None or stage == PlayState.BROKEN:
        if not ahead or (played is None and not (free and player)):
            return None
        return EntryPanel(battle, played, stage, may_propose=free and player)
    if stage == PlayState.OFFERED:
        return _offered(battle, played, user) if ahead else None
    return EntryPanel(battle, played, stage)


def _offered(battle: Battle, played: PlayedBattle, user: User) -> EntryPanel:
    sides = {side.seat: side for side in battle.sides.all()}
    lines = []
    for captain in played.captains.all():
        side = sides[captain.number]
        mine = user.is_authenticated and side.warband.owner_id == user.pk
        by_link = captain.is_open and not battle.journaled and mine
        awaited = captain.is_open and not captain.agreed
        lines.append(LeadLine(side, captain, awaited, mine, captain.link if by_link else ""))
    return EntryPanel(
        battle,
        played,
        PlayState.OFFERED,
        tuple(lines),
        may_agree=any(line.awaited and line.mine for line in lines),
        may_call_off=any(line.mine for line in lines) or is_referee(user, battle.campaign),
        is_mine=user.is_authenticated and played.by_id == user.pk,
        terms=tuple(terms_of(played)),
    )


def terms_of(played: PlayedBattle) -> list[str]:
    """Return by which terms a battle is played, in words."""
    minutes, said = played.patience, []
    if played.pace == Pace.DAYS:
        days = max(1, minutes // A_DAY)
        said.append(
            ngettext("by correspondence, %d day to decide", "by correspondence, %d days to decide", days) % days
        )
    else:
        said.append(ngettext("at one go, %d minute to decide", "at one go, %d minutes to decide", minutes) % minutes)
    if played.clock is not None:
        clock = played.clock // 60
        said.append(ngettext("a clock of %d minute", "a clock of %d minutes", clock) % clock)
    if more := played.increment:
        said.append(ngettext("%d second more for each decision", "%d seconds more for each decision", more) % more)
    said.append(str(WhenAbsent(played.absence).label))
    return said


def offered_in(battle: Battle) -> PlayedBattle | None:
    """Return the proposal that stands for a battle from a loader of ``wars.access``."""
    played: PlayedBattle | None = getattr(battle, "played", None)
    return played if played is not None and played.state == PlayState.OFFERED else None


def own_sides(battle: Battle, user: User) -> list[BattleSide]:
    """Return the sides of such a battle whose warbands are the user's."""
    return [side for side in battle.sides.all() if side.warband.owner_id == user.pk]


def is_being_played(battle: Battle) -> bool:
    """Tell whether a battle from a loader of ``wars.access`` is being played at the site."""
    played: PlayedBattle | None = getattr(battle, "played", None)
    return played is not None and played.state == PlayState.RUNNING
