"""Who may read, report and referee battles and what belongs to them: a loader per right, for a view's first line.

A stranger to the campaign gets 404, and so does whoever asks for a battle of another one; readers without the
right get 403.
"""

from __future__ import annotations

from django.db.models import Prefetch, QuerySet

from campaigns.league.access import (
    get_campaign_for_member,
    get_campaign_for_reader,
    get_campaign_for_referee,
    is_referee,
)
from campaigns.league.games import WAR
from campaigns.league.models import Campaign
from campaigns.wars.models.battle import Battle, BattleSide
from campaigns.wars.models.correction import Correction, CorrectionState
from campaigns.wars.models.evening import Evening
from campaigns.wars.models.recovery import Recovery
from campaigns.wars.models.resolution import Resolution, ResolutionState
from club.access import User, forbidden, not_found
from rosters.models import Warband


def get_war_for_reader(user: User, slug: str) -> Campaign:
    """Return a Musg campaign the user may read; 404 for a stranger, and for a campaign of another kind."""
    return get_campaign_for_reader(user, slug, kind=WAR)


def get_war_for_member(user: User, slug: str) -> Campaign:
    """Return a Musg campaign the user takes part in; 404 for a stranger, 403 for a mere reader."""
    return get_campaign_for_member(user, slug, kind=WAR)


def get_war_for_referee(user: User, slug: str) -> Campaign:
    """Return a Musg campaign the user is a referee of; 404 for a stranger, 403 for others."""
    return get_campaign_for_referee(user, slug, kind=WAR)


def is_player(user: User, battle: Battle) -> bool:
    """Tell whether one of the battle's warbands is the user's. Free for a battle from a loader of this module."""
    return user.is_authenticated and any(side.warband.owner_id == user.pk for side in battle.sides.all())


def get_battle_for_reader(user: User, slug: str, pk: int) -> Battle:
    """Return a battle of a campaign the user may read, with its sides, their warbands and owners; else 404.

    Single games are battles, too, and have the same pages.
    """
    campaign = get_campaign_for_reader(user, slug)
    battles = Battle.objects.select_related(
        "round", "winner", "spot__place", "talk", "ground", "resolution", "evening", "played"
    )
    # What the engine fought may be megabytes: pages that show it ask for it.
    battles = battles.defer(
        "resolution__events", "resolution__log", "resolution__setup", "evening__setup", "played__setup"
    )
    sides = Prefetch("sides", BattleSide.objects.select_related("warband__owner"))
    battle = battles.filter(campaign=campaign, pk=pk).prefetch_related(sides).first() or not_found()
    battle.campaign = campaign
    return battle


def get_battle_for_player(user: User, slug: str, pk: int) -> Battle:
    """Return a battle one of whose warbands is the user's; 404 for a stranger, 403 for others."""
    battle = get_battle_for_reader(user, slug, pk)
    return battle if is_player(user, battle) else forbidden()


def get_battle_for_reporter(user: User, slug: str, pk: int) -> Battle:
    """Return a battle the user plays in or referees; 404 for a stranger, 403 for others."""
    battle = get_battle_for_reader(user, slug, pk)
    return battle if is_player(user, battle) or is_referee(user, battle.campaign) else forbidden()


def get_battle_for_referee(user: User, slug: str, pk: int) -> Battle:
    """Return a battle the user is a referee over; 404 for a stranger, 403 for others."""
    battle = get_battle_for_reader(user, slug, pk)
    return battle if is_referee(user, battle.campaign) else forbidden()


def get_side_for_keeper(user: User, slug: str, pk: int, warband: int) -> BattleSide:
    """Return a warband's side of a battle, for its player or a referee; 404 for a stranger, 403 for others."""
    battle = get_battle_for_reader(user, slug, pk)
    side = next((side for side in battle.sides.all() if side.warband_id == warband), None) or not_found()
    mine = user.is_authenticated and side.warband.owner_id == user.pk
    return side if mine or is_referee(user, battle.campaign) else forbidden()


def get_recovery_for_reader(user: User, slug: str, pk: int, warband: int) -> Recovery:
    """Return one warband's aftermath of a confirmed battle in a campaign the user may read; else 404.

    Its ``side.battle`` comes with all sides, each with its own aftermath.
    """
    battle = get_battle_for_reader(user, slug, pk)
    sides = {side.pk: side for side in battle.sides.all()}
    wanted = None
    for recovery in recoveries(battle.pk):
        side = recovery.side = sides[recovery.side_id]
        side.battle = battle
        if side.warband_id == warband:
            wanted = recovery
    return wanted if wanted is not None else not_found()


def recoveries(battle: int) -> QuerySet[Recovery]:
    """Ask for the aftermaths of a battle."""
    return Recovery.objects.filter(side__battle=battle)


def may_recover(user: User, recovery: Recovery) -> bool:
    """Tell whether ``user`` may see to the aftermath: the warband's owner, or a referee."""
    side = recovery.side
    return user.is_authenticated and (side.warband.owner_id == user.pk or is_referee(user, side.battle.campaign))


def get_recovery_for_player(user: User, slug: str, pk: int, warband: int) -> Recovery:
    """Return an aftermath the user may see to; 404 for a stranger, 403 for others."""
    recovery = get_recovery_for_reader(user, slug, pk, warband)
    return recovery if may_recover(user, recovery) else forbidden()


def get_correction_for_reader(user: User, slug: str, pk: int) -> Correction:
    """Return a correction of a campaign the user may read; one still being prepared is its referees' alone (403)."""
    campaign = get_war_for_reader(user, slug)
    correction = _correction(campaign, pk)
    settled = correction.state in (CorrectionState.MADE, CorrectionState.TAKEN_BACK)
    return correction if settled or is_referee(user, campaign) else forbidden()


def get_correction_for_referee(user: User, slug: str, pk: int) -> Correction:
    """Return a correction of a campaign the user is a referee of; 404 for a stranger, 403 for others."""
    return _correction(get_war_for_referee(user, slug), pk)


def get_correction_for_player(user: User, slug: str, pk: int, warband: int) -> tuple[Correction, Warband]:
    """Return a correction and a warband that may have to roll for it: its owner's or a referee's; 403 for others."""
    campaign = get_war_for_reader(user, slug)
    correction = _correction(campaign, pk)
    owned = Warband.objects.filter(pk=warband, enlistment__campaign=campaign).first() or not_found()
    return (correction, owned) if owned.owner_id == user.pk or is_referee(user, campaign) else forbidden()


def _correction(campaign: Campaign, pk: int) -> Correction:
    correction = Correction.objects.select_related("author").filter(campaign=campaign, pk=pk).first() or not_found()
    correction.campaign = campaign
    return correction


def get_evening_for_reader(user: User, slug: str, pk: int) -> Evening:
    """Return the evening of a battle the user may read; else 404."""
    battle = get_battle_for_reader(user, slug, pk)
    evening: Evening | None = getattr(battle, "evening", None)
    return evening or not_found()


def may_keep(user: User, battle: Battle) -> bool:
    """Tell whether the user plays in the battle or referees it."""
    return is_player(user, battle) or is_referee(user, battle.campaign)


def get_evening_for_keeper(user: User, slug: str, pk: int) -> Evening:
    """Return an evening the user plays in or referees; 404 for a stranger, 403 for others."""
    evening = get_evening_for_reader(user, slug, pk)
    return evening if may_keep(user, evening.battle) else forbidden()


def get_serving_for_referee(user: User, slug: str, pk: int) -> tuple[Campaign, Warband]:
    """Return a campaign the user referees and a warband that serves in it.

    404 for a stranger to the campaign and for a warband that does not serve in it, 403 for a mere reader.
    """
    campaign = get_war_for_referee(user, slug)
    serving = Warband.objects.filter(enlistment__campaign=campaign, enlistment__withdrawn=False)
    warband = serving.select_related("owner").filter(pk=pk).first()
    return (campaign, warband) if warband is not None else not_found()


def get_replay_for_reader(user: User, slug: str, pk: int) -> Resolution:
    """Return how a battle of a campaign the user may read was resolved; 404 also while it is not."""
    battle = get_battle_for_reader(user, slug, pk)
    resolution = Resolution.objects.filter(battle=battle, state=ResolutionState.DONE).first()
    if resolution is None:
        not_found()
    resolution.battle = battle
    return resolution


def get_replay_by_link(key: str) -> Resolution:
    """Return the resolved battle that a link shares; whoever holds the link needs no other right."""
    found = Resolution.objects.select_related("battle").filter(share=key, state=ResolutionState.DONE).first()
    return found if found is not None else not_found()
