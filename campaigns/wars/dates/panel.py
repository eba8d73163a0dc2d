"""What pages show of the talk about a battle's date, for one reader. No query beyond the battle as it is loaded."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _
from msgspec import Struct

from campaigns.league.access import is_referee
from campaigns.wars.access import is_player
from campaigns.wars.dates.log import talk_of
from campaigns.wars.dates.talk import Offer, Talk
from campaigns.wars.models.battle import Battle, BattleState
from club.access import User


class MomentLine(Struct, frozen=True):
    """A moment that is offered, whom it suits, and whether the reader may accept it."""

    moment: datetime
    suits: tuple[str, ...]
    may_accept: bool

    @property
    def sent(self) -> str:
        """The moment as a form sends it."""
        return self.moment.isoformat()


class OfferLine(Struct, frozen=True):
    """An offer as its reader sees it; ``declined`` are names and reasons, ``unanswered`` names."""

    number: int
    by: str
    mine: bool
    fixed: bool
    open: bool
    moments: tuple[MomentLine, ...]
    declined: tuple[tuple[str, str], ...]
    unanswered: tuple[str, ...]
    may_answer: bool
    may_decline: bool
    answered: bool


class DatePanel(Struct, frozen=True):
    """The talk as its reader sees it: what is open, the latest first, what is over, and what may be done."""

    battle: Battle
    version: int
    open: tuple[OfferLine, ...]
    over: tuple[OfferLine, ...]
    may_propose: bool
    lapsed: str

    @property
    def is_asked(self) -> bool:
        """Whether the reader is to answer."""
        return any(offer.may_answer and not offer.answered for offer in self.open)

    @property
    def is_worth_showing(self) -> bool:
        """Whether there is anything to say or to do."""
        return bool(self.open or self.over or self.may_propose or self.lapsed)


def panel(battle: Battle, user: User) -> DatePanel | None:
    """Return the talk for the players and referees of a battle ahead; for nobody else, for reasons are personal."""
    plays = is_player(user, battle)
    if battle.state != BattleState.SCHEDULED or not (plays or is_referee(user, battle.campaign)):
        return None
    talk = talk_of(battle)
    reader = user.pk if plays else None
    names = {side.warband.owner_id: side.warband.owner.name_for(user) for side in battle.sides.all()}
    runs = not battle.campaign.closed and not (battle.round is not None and battle.round.locked)
    lines = [_line(offer, talk, names, reader, runs=runs) for offer in reversed(talk.offers)]
    row = getattr(battle, "talk", None)
    return DatePanel(
        battle,
        row.version if row is not None else 0,
        tuple(line for line in lines if line.open),
        tuple(line for line in lines if not line.open),
        plays and runs and len(talk.players) > 1,
        talk.lapsed,
    )


def _line(offer: Offer, talk: Talk, names: Mapping[int, str], reader: int | None, *, runs: bool) -> OfferLine:
    may_answer = (
        offer.open and runs and reader is not None and (offer.fixed or offer.by != reader) and reader in talk.players
    )
    now = timezone.now()
    mine = offer.suits(reader) if reader is not None else ()
    moments = tuple(
        MomentLine(
            moment,
            _named((who for who, suits in offer.accepted if suits == moment), names),
            may_answer and moment not in mine and moment > now,
        )
        for moment in offer.moments
    )
    return OfferLine(
        number=offer.number,
        by=names.get(offer.by or 0, "") or _("the referee"),
        mine=offer.by == reader and reader is not None,
        fixed=offer.fixed,
        open=offer.open,
        moments=moments,
        declined=tuple((_name(one.player, names), one.reason) for one in offer.declined),
        unanswered=_named(offer.unanswered(talk.players), names),
        may_answer=may_answer,
        may_decline=may_answer and reader is not None and offer.refusal(reader) is None,
        answered=reader is not None and reader not in offer.unanswered(talk.players),
    )


def _named(players: Iterable[int], names: Mapping[int, str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_name(player, names) for player in players))


def _name(player: int, names: Mapping[int, str]) -> str:
    """Return a player's name; who plays no more has none here."""
    return names.get(player) or _("a former player")
