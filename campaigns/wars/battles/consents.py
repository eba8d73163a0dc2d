"""Consents to let the engine fight a battle: whose count, and that they lapse when what would be fought changes.

So does a proposal to play it on the site.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from campaigns.league.access import TAKES_PART
from campaigns.league.models import Membership
from campaigns.wars import news
from campaigns.wars.models.battle import Battle, BattleSide, BattleState
from campaigns.wars.models.play import PlayedBattle, PlayState
from club.models import Member
from engines.musg.warband import Warband as Roster
from rosters.models import Warband


class Consents(Struct, frozen=True):
    """Which warbands' players let the engine fight, and which of them take whatever comes of it at once; by key."""

    agreeing: frozenset[str] = frozenset()
    taking: frozenset[str] = frozenset()


def consents_of(battle: Battle, sides: Iterable[BattleSide]) -> Consents:
    """Return who lets the engine resolve this battle, one by one or by a standing consent. One query."""
    standing = _standing(battle)
    agreed = [side for side in sides if counts(side, standing=side.warband.owner_id in standing)]
    taking = (
        side for side in agreed if (side.takes_result if side.lets_engine_resolve else standing[side.warband.owner_id])
    )
    return Consents(frozenset(side.warband.key for side in agreed), frozenset(side.warband.key for side in taking))


def agreeing(battle: Battle, sides: Iterable[BattleSide]) -> frozenset[str]:
    """Return the keys of the warbands whose players let the engine resolve this battle. One query."""
    return consents_of(battle, sides).agreeing


def counts(side: BattleSide, *, standing: bool) -> bool:
    """Tell whether a side's player agrees: to this battle, or (``standing``) to all, unless asked anew about this."""
    return side.lets_engine_resolve or (standing and not side.asked_anew)


def follow(warband: Warband, author: Member | None, before: Roster, after: Roster) -> None:
    """Ask those anew who agreed to a battle ahead, where another's warband is no longer the same in it.

    A standing consent is to all battles, and warbands change before each of them: it stands. One query, two more for
    every battle in which somebody agreed.
    """
    if not before.mustered or _fights_as(before) == _fights_as(after):
        return
    others = BattleSide.objects.filter(lets_engine_resolve=True).exclude(warband__owner=author)
    ahead = Battle.objects.filter(sides__warband=warband, state=BattleState.SCHEDULED, pk__in=others.values("battle"))
    for battle in ahead.select_related("campaign"):
        agreed = others.filter(battle=battle).exclude(warband=warband).select_related("warband")
        _ask_anew(battle, list(agreed), author)


def _fights_as(roster: Roster) -> tuple[object, ...]:
    """Return what of a warband counts in a battle; nobody is asked anew because somebody has another name."""
    return [replace(figure, name="") for figure in roster.figures], roster.vehicles, roster.part


def lapse(battle: Battle, author: Member | None) -> None:
    """Ask everybody anew who let the engine fight a battle that the ``author`` now changes, whoever that is.

    The author has agreed to what he makes of it, if he had agreed before. What was proposed to be played on the site
    is proposed anew by whoever wants to.
    """
    offered = PlayedBattle.objects.filter(battle=battle, state=PlayState.OFFERED)
    if offered.delete()[0]:
        author_key = {author.pk} if author is not None else set()
        news.tell_players(battle, "play_lapsed", set(news.owners_of(battle)) - author_key, by=author)
    if author is None:
        return
    _ask_anew(battle, lapsing(battle, author), author)


def _ask_anew(battle: Battle, lost: list[BattleSide], author: Member | None) -> None:
    for side in lost:
        side.lets_engine_resolve, side.takes_result, side.asked_anew = False, False, True
    BattleSide.objects.bulk_update(lost, ["lets_engine_resolve", "takes_result", "asked_anew"])
    news.tell_players(battle, "consent_lapsed", {side.warband.owner_id for side in lost}, by=author, waits=True)


def lapsing(battle: Battle, author: Member) -> list[BattleSide]:
    """Return the sides whose consents would lapse, were ``author`` to change the battle. At most two queries."""
    standing = _standing(battle)
    sides = battle.sides.exclude(warband__owner=author).select_related("warband")
    return [side for side in sides if counts(side, standing=side.warband.owner_id in standing)]


def _standing(battle: Battle) -> Mapping[int, bool]:
    """Return who lets the engine fight all battles of the campaign, by key, with whether the results count at once."""
    consenting = Membership.objects.filter(campaign=battle.campaign_id, lets_engine_resolve=True, role__in=TAKES_PART)
    return dict(consenting.values_list("member", "takes_results"))
