"""Who is told of what happens to battles and warbands. How it is told stands in ``news_words``."""

from __future__ import annotations

from collections.abc import Iterable

from django.urls import reverse

from campaigns.league.news import Value, tell
from campaigns.wars.models.battle import Battle, BattleSide
from campaigns.wars.models.enlistment import Enlistment
from club.models import Member
from engines.musg.entries import Grant
from engines.musg.ranks import Rank
from engines.musg.warband import HIREABLE, Standing, Warband as Roster
from rosters.models import JournalEntry, Warband


def owners_of(battle: Battle) -> list[int]:
    """Return the players of a battle, by their keys."""
    return list(battle.sides.values_list("warband__owner", flat=True))


def tell_players(
    battle: Battle, code: str, to: Iterable[Member | int], *, by: Member | None, waits: bool = False, **params: Value
) -> None:
    """Tell these people something about a battle, with its ``title``."""
    tell(
        campaign=battle.campaign,
        to=to,
        code=code,
        params={"title": battle.title, **params},
        address=battle.get_absolute_url(),
        by=by,
        waits=waits,
    )


def date_of(battle: Battle) -> str:
    """Return a battle’s date as it is kept with news; empty without one."""
    return battle.date.isoformat() if battle.date is not None else ""


def tell_result(battle: Battle, code: str, sides: Iterable[BattleSide], *, by: Member | None, **params: Value) -> None:
    """Tell each player how a battle that was just applied ended for their warband, and where to go on."""
    for side in sides:
        waits = battle.journaled and side.warband.roster.engagement is not None
        page = reverse("campaigns:aftermath", args=[battle.campaign.slug, battle.pk, side.warband_id])
        tell(
            campaign=battle.campaign,
            to=[side.warband.owner_id],
            code=code,
            params={"title": battle.title, "warband": side.warband.name, "outcome": side.outcome, **params},
            address=page if waits else battle.get_absolute_url(),
            by=by,
            waits=waits,
        )


def tell_aftermath(side: BattleSide, before: Roster, after: Roster, *, by: Member | None) -> None:
    """Tell a player whose aftermath somebody else had rolled what came of it."""
    battle = side.battle
    tell(
        campaign=battle.campaign,
        to=[side.warband.owner_id],
        code="aftermath",
        params={
            "title": battle.title,
            "warband": after.name,
            "dead": _names(before, after, Standing.DEAD),
            "gone": _names(before, after, *HIREABLE, Standing.LEFT, Standing.LOST_CONTACT),
            "leader": _new_leader(before, after),
        },
        address=reverse("campaigns:aftermath", args=[battle.campaign.slug, battle.pk, side.warband_id]),
        by=by,
    )


def follow(warband: Warband, row: JournalEntry, _before: Roster, _after: Roster) -> None:
    """Tell a player of points that somebody else granted a warband of theirs, or fined it."""
    entry = row.entry
    if isinstance(entry, Grant) and not row.struck and row.author_id != warband.owner_id:
        serving = Enlistment.objects.filter(warband=warband).select_related("campaign").first()
        tell(
            campaign=serving.campaign if serving is not None else None,
            to=[warband.owner_id],
            code="granted" if entry.points >= 0 else "fined",
            params={"warband": warband.name, "points": abs(entry.points), "reason": entry.reason},
            address=warband.get_absolute_url(),
            by=row.author,
        )


def _names(before: Roster, after: Roster, *standings: Standing) -> str:
    """Return the figures that came to one of these standings, by name."""
    was = {figure.id: figure.standing for figure in before.figures}
    return ", ".join(f.name for f in after.figures if f.standing in standings and was.get(f.id) != f.standing)


def _new_leader(before: Roster, after: Roster) -> str:
    """Return who leads the warband now, if that is somebody else; else an empty string."""
    led = [next((f for f in roster.active if f.rank is Rank.LEADER), None) for roster in (before, after)]
    return led[1].name if led[1] is not None and (led[0] is None or led[0].id != led[1].id) else ""
