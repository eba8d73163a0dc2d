"""What battles promise to whom, and that nobody is promised twice: asked when a date is fixed.

Nobody says how long a battle takes: it counts as ``LENGTH``. Only what is still ahead can clash.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Q
from django.utils import timezone

from campaigns.league import availability, clashes
from campaigns.league.access import is_referee
from campaigns.league.acts import record
from campaigns.league.clashes import CLASH, Source, Thing, Use, Wanted
from campaigns.wars.models.battle import Battle, BattleSide, BattleState
from club.models import Member
from club.operations import Objection, Refused

LENGTH: Final = timedelta(hours=2)
"""How long a battle is taken to last."""
AHEAD: Final = (BattleState.GATHERING, BattleState.SCHEDULED)


def source_of(battle: int) -> Source:
    """Return what a battle (by key) is as one who promises."""
    return "battle", battle


def promised(wanted: Wanted) -> Iterator[Use]:
    """Yield what battles ahead have promised of these at overlapping times. One query.

    A player is not named beside the warband with which he fights.
    """
    sides = BattleSide.objects.filter(
        Q(warband__in=wanted.warbands) | Q(warband__owner__in=wanted.members) | Q(battle__spot__in=wanted.tables),
        battle__state__in=AHEAD,
        battle__date__lt=wanted.ends,
        battle__date__gt=wanted.begins - LENGTH,
    ).select_related("battle__campaign", "battle__spot__place", "battle__round", "warband__owner")
    tables: set[int] = set()
    for side in sides.defer("warband__state", "warband__setup").order_by("battle", "seat"):
        battle, warband = side.battle, side.warband
        if battle.date is None:
            continue
        if warband.pk in wanted.warbands:
            yield _use(battle, battle.date, Thing.WARBAND, warband.pk, warband.name)
        elif warband.owner_id in wanted.members:
            yield _use(battle, battle.date, Thing.MEMBER, warband.owner_id, warband.owner.name)
        if battle.spot is not None and battle.spot_id in wanted.tables and battle.pk not in tables:
            tables.add(battle.pk)
            yield _use(battle, battle.date, Thing.TABLE, battle.spot.pk, str(battle.spot))


def _use(battle: Battle, begins: datetime, thing: Thing, key: int, name: str) -> Use:
    address, ends = battle.get_absolute_url(), begins + LENGTH
    return Use(thing, key, name, begins, ends, battle.name, address, source_of(battle.pk), battle.campaign_id)


def wanted_for(date: datetime, sides: Iterable[BattleSide], table: int | None) -> Wanted:
    """Return what a battle of these sides, whose warbands are at hand, takes at a date."""
    warbands = [side.warband for side in sides]
    return Wanted(
        date,
        date + LENGTH,
        members=frozenset(warband.owner_id for warband in warbands),
        warbands=frozenset(warband.pk for warband in warbands),
        tables=frozenset([table] if table is not None else ()),
    )


def refuse_clashes(battles: Sequence[Battle], *, author: Member | None, despite: str = "") -> None:
    """Raise ``Refused`` where a battle as it is now written clashes, or its players cannot on its day.

    A referee may go on with a reason (``despite``), which is kept among the acts, and fixes any day. Whatever the site
    does by itself (no ``author``) is not asked. Called last in a transaction: it holds the diary.
    """
    now = timezone.now()
    ahead = [(one, one.date) for one in battles if one.date is not None and one.date + LENGTH > now]
    if author is None or not ahead:
        return
    clashes.hold_diary()
    problems: list[Objection] = []
    for battle, date in ahead:
        clashing, decides = list(_clashes(battle, date, author)), is_referee(author, battle.campaign)
        if clashing and decides and despite.strip():
            params = {"title": battle.title}
            record(campaign=battle.campaign, by=author, code="clash_overridden", reason=despite, params=params)
        else:
            problems += clashing
        if not decides:
            problems += [Objection("away", said, "date") for said in unavailable([battle], but=author)]
    if problems:
        raise Refused(problems)


def _clashes(battle: Battle, date: datetime, author: Member) -> Iterator[Objection]:
    sides = list(battle.sides.select_related("warband").defer("warband__state", "warband__setup"))
    uses = clashes.found(wanted_for(date, sides, battle.spot_id), but=[source_of(battle.pk)])
    for field, some in (
        ("date", [use for use in uses if use.thing is not Thing.TABLE]),
        ("spot", [use for use in uses if use.thing is Thing.TABLE]),
    ):
        yield from (Objection(CLASH, said, field) for said in clashes.sentences(some, author))


def unavailable(battles: Sequence[Battle], *, but: Member | None = None) -> list[str]:
    """Say which players of these battles of one date (``but`` one) cannot on its day. Three queries at most."""
    date = battles[0].date if battles else None
    if date is None:
        return []
    owners = Member.objects.filter(warbands__sides__battle__in=battles).distinct()
    names = {owner.pk: owner.name for owner in owners if but is None or owner.pk != but.pk}
    return availability.sentences(names, [date])
