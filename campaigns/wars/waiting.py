"""What a member can do now in campaigns of Musg and in single games: as a player, and as a referee.

A few queries, however many campaigns there are. Nothing is named that would be refused: what a closed campaign or a
locked round forbids, or who may do it, is asked here as the operations ask it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from msgspec import Struct

from campaigns.league.access import TAKES_PART
from campaigns.league.chores import Chore, Urgency
from campaigns.league.models import Campaign, Membership, Role
from campaigns.league.waiting import at_the_door, invitations, places
from campaigns.wars.battles.lines import with_sides
from campaigns.wars.chores import chores, rescues
from campaigns.wars.corrections import links as corrections
from campaigns.wars.dates.log import talk_of
from campaigns.wars.failing import failures_in
from campaigns.wars.models.abducted import AbductedCivilian
from campaigns.wars.models.battle import OPEN_STATES, Battle, BattleReport, BattleSide, BattleState
from campaigns.wars.models.challenge import Challenge, ChallengeState
from campaigns.wars.models.correction import Correction, CorrectionState
from campaigns.wars.models.enlistment import Enlistment, EnlistmentRequest
from campaigns.wars.models.recovery import Recovery, RecoveryState
from campaigns.wars.models.resolution import Resolution, ResolutionState
from campaigns.wars.models.round import Round
from campaigns.wars.resolution.offers import asked_of
from campaigns.wars.waiting_at_the_site import about_play, captains_in
from club.models import Member
from engines.musg.abducted import Fate
from rosters.models import Warband

PAIR = 2
"""A battle needs so many warbands."""


class Stand(Struct, frozen=True, kw_only=True):
    """How far a running campaign is.

    ``able``: how many warbands could fight; ``others``: how many players and warbands are in it.
    """

    campaign: Campaign
    able: int
    resting: int
    asking: int
    others: int
    strays: bool
    drafts: bool
    ahead: bool
    rolling: bool
    last_round: int | None
    last_number: int | None
    last_locked: bool | None
    last_paired: bool

    @classmethod
    def of(cls, campaign: Any) -> Stand:
        """Return what a campaign was annotated with."""
        asked = [name for name in cls.__struct_fields__ if name != "campaign"]
        return cls(campaign=campaign, **{name: getattr(campaign, name) for name in asked})


def in_wars(parts: Sequence[Membership]) -> Iterator[Chore]:
    """Yield what one member can do in these campaigns."""
    member, here = parts[0].member, [part.campaign_id for part in parts]
    refereed = [part.campaign for part in parts if part.role == Role.REFEREE]
    yield from _reports(member, parts)
    yield from corrections.chores(member, here)
    if refereed:
        yield from _as_referee([campaign for campaign in refereed if not campaign.closed], refereed)
    played = [part for part in parts if part.role in TAKES_PART and not part.campaign.closed]
    if played:
        yield from _as_player(member, played)


def in_single_games(parts: Sequence[Membership]) -> Iterator[Chore]:
    """Yield what one member can do in these single games."""
    member = parts[0].member
    yield from _reports(member, parts)
    played = [part.campaign_id for part in parts if part.role in TAKES_PART and not part.campaign.closed]
    ahead = _ahead(Battle.objects.filter(campaign__in=played))
    brought = {side.battle_id for battle in ahead for side in battle.sides.all() if _owns(member, side)}
    yield from _battles(member, [battle for battle in ahead if battle.pk in brought])
    for battle in ahead:
        if battle.state == BattleState.GATHERING and battle.pk not in brought:
            sentence = _("“%(title)s” waits for your warband.") % {"title": battle.name}
            yield Chore("bring", sentence, battle.campaign.get_absolute_url(), None, Urgency.HOLDS_UP, battle.created)


def _owns(member: Member, side: BattleSide) -> bool:
    return side.warband.owner_id == member.pk


# For everybody


def _reports(member: Member, parts: Sequence[Membership]) -> Iterator[Chore]:
    """Yield the reports that wait for the member's answer, and the disputes he settles; in closed campaigns, too."""
    asked = BattleSide.objects.filter(warband__owner=member, agreed=False).values("battle")
    refereed = [part.campaign_id for part in parts if part.role == Role.REFEREE]
    found = Battle.objects.filter(
        Q(state=BattleState.REPORTED, pk__in=asked) | Q(state=BattleState.DISPUTED, campaign__in=refereed),
        campaign__in=[part.campaign_id for part in parts],
    )
    for battle in found.select_related("campaign", "round").annotate(reported=_reported()).order_by("pk"):
        if battle.state == BattleState.DISPUTED:
            code, sentence = "dispute", _("“%(title)s” is disputed: settle it.")
        else:
            code, sentence = "report", _("“%(title)s” was reported: confirm or dispute it.")
        address = battle.get_absolute_url()
        yield Chore(code, sentence % {"title": battle.name}, address, None, Urgency.AWAITED, battle.reported)


def _reported() -> Subquery:
    return Subquery(BattleReport.objects.filter(battle=OuterRef("pk")).order_by("-pk").values("at")[:1])


# For players


def _as_player(member: Member, parts: Sequence[Membership]) -> Iterator[Chore]:
    here = [part.campaign_id for part in parts]
    serving = Enlistment.objects.filter(campaign__in=here, withdrawn=False, warband__owner=member)
    open_to = Challenge.objects.filter(
        challenged=OuterRef("pk"), campaign=OuterRef("enlistment__campaign"), state=ChallengeState.OPEN
    )
    first = open_to.order_by("pk")
    found = Warband.objects.filter(pk__in=serving.values("warband")).select_related("enlistment__campaign")
    bands = list(
        found.annotate(
            challenge_key=Subquery(first.values("pk")[:1]),
            challenge_by=Subquery(first.values("challenger__name")[:1]),
            challenge_at=Subquery(first.values("at")[:1]),
        )
    )
    served: dict[int, list[Warband]] = {}
    for band in bands:
        served.setdefault(band.enlistment.campaign_id, []).append(band)
    yield from _challenges(bands)
    yield from _of_warbands(bands, served)
    yield from _without_warband(member, parts, served)
    battles = Battle.objects.filter(campaign__in=here, sides__warband__in=[band.pk for band in bands])
    yield from _battles(member, _ahead(battles))


def _challenges(bands: Sequence[Warband]) -> Iterator[Chore]:
    """Yield the challenge to each of these warbands that has waited longest."""
    for band in bands:
        known = band.__dict__
        if known["challenge_key"] is not None:
            names = {"warband": known["challenge_by"], "other": band.name}
            sentence = _("%(warband)s challenges %(other)s: accept or decline.") % names
            address = reverse("campaigns:challenge", args=[band.enlistment.campaign.slug, known["challenge_key"]])
            yield Chore("challenge", sentence, address, None, Urgency.AWAITED, known["challenge_at"])


def _of_warbands(bands: Sequence[Warband], served: Mapping[int, Sequence[Warband]]) -> Iterator[Chore]:
    """Yield what waits for one's warbands, by the campaigns they serve in.

    Rescue games are also for the sake of civilians whom the aliens keep in one of these.
    """
    lost: dict[int, list[AbductedCivilian]] = {}
    kept = AbductedCivilian.objects.filter(campaign__in=list(served), fate=Fate.KEPT.value)
    for row in kept.select_related("battle", "campaign"):
        lost.setdefault(row.campaign_id, []).append(row)
    asked = {band.pk for campaign in lost for band in served[campaign]}
    for chore in chores(bands):
        if chore.code != "rescue" or chore.warband is None or chore.warband.pk not in asked:
            yield chore
    for campaign, civilians in lost.items():
        yield from rescues(served[campaign], civilians)


def _without_warband(member: Member, parts: Sequence[Membership], served: Collection[int]) -> Iterator[Chore]:
    """Yield the campaigns in which a player has no warband, unless one waits to be accepted."""
    lacking = [part for part in parts if part.role == Role.PLAYER and part.campaign_id not in served]
    if not lacking:
        return
    asked = set(EnlistmentRequest.objects.filter(warband__owner=member).values_list("campaign", flat=True))
    for part in lacking:
        if part.campaign_id not in asked:
            sentence = _("%(campaign)s: you have no warband there yet.") % {"campaign": part.campaign.name}
            address = reverse("campaigns:enlist", args=[part.campaign.slug])
            yield Chore("enlist", sentence, address, None, Urgency.HOLDS_UP, part.joined)


def _ahead(battles: QuerySet[Battle]) -> list[Battle]:
    """Return those of these battles that are still to be fought; none that the engine is at, or a locked round has."""
    working = Resolution.objects.filter(battle=OuterRef("pk"), state=ResolutionState.WAITING)
    found = battles.filter(~Exists(working), state__in=(BattleState.GATHERING, BattleState.SCHEDULED))
    found = found.exclude(round__locked=True).select_related("campaign", "round", "played").defer("played__setup")
    return list(with_sides(found).distinct().order_by("date", "pk"))


def _battles(member: Member, ahead: Sequence[Battle]) -> Iterator[Chore]:
    """Yield the member's own battles: what is asked about the engine, whose day has passed, those to come."""
    scheduled = [battle for battle in ahead if battle.state == BattleState.SCHEDULED]
    asked = {battle.pk for battle in asked_of(member, scheduled)} if scheduled else set()
    now = timezone.now()
    captains = captains_in(scheduled)
    for battle in scheduled:
        play = about_play(member, battle, captains)
        if play is not None:
            yield play
            continue
        about_date = _about_date(member, battle, now)
        if about_date is not None:
            yield about_date
        elif battle.pk in asked:
            sentence = _("“%(title)s”: the engine may resolve it if you agree, too.") % {"title": battle.name}
            address = reverse("campaigns:resolution", args=[battle.campaign.slug, battle.pk])
            yield Chore("consent", sentence, address, None, Urgency.AWAITED, battle.created)
        elif battle.date is not None and battle.date < now:
            sentence = _("“%(title)s”: its day has passed. Report it.") % {"title": battle.name}
            address = reverse("campaigns:report", args=[battle.campaign.slug, battle.pk])
            yield Chore("overdue", sentence, address, None, Urgency.HOLDS_UP, battle.date)
        else:
            yield Chore("play", _to_be_fought(battle), battle.get_absolute_url(), None, Urgency.PLANNED, battle.date)


def _about_date(member: Member, battle: Battle, now: datetime) -> Chore | None:
    """Return what a player is to say about the date of a battle whose day has not passed, if anything."""
    row = getattr(battle, "talk", None)
    if row is None or (battle.date is not None and battle.date < now):
        return None
    talk = talk_of(battle)
    address = reverse("campaigns:dates", args=[battle.campaign.slug, battle.pk])
    if member.pk in talk.waiting:
        asked = next(offer for offer in talk.open_offers if member.pk in offer.unanswered(talk.players))
        names = {"title": battle.name, "when": _when(asked.moments[0])}
        fixed, proposed = (
            _("“%(title)s” is set for %(when)s: does it suit you?"),
            _("“%(title)s”: which date suits you?"),
        )
        return Chore("date", (fixed if asked.fixed else proposed) % names, address, None, Urgency.AWAITED, row.changed)
    if battle.date is None and talk.refused and not talk.open_offers:
        sentence = _("“%(title)s”: no proposed date suited everybody. Propose another.") % {"title": battle.name}
        return Chore("propose", sentence, address, None, Urgency.HOLDS_UP, row.changed)
    return None


def _when(moment: datetime) -> str:
    return date_format(timezone.localtime(moment), "SHORT_DATETIME_FORMAT")


def _to_be_fought(battle: Battle) -> str:
    if battle.date is None:
        return _("“%(title)s” is to be fought.") % {"title": battle.name}
    return _("“%(title)s” is to be fought on %(when)s.") % {"title": battle.name, "when": _when(battle.date)}


# For referees


def _as_referee(running: Sequence[Campaign], refereed: Sequence[Campaign]) -> Iterator[Chore]:
    """Yield what referees alone can do. Failed work may be tried again in a campaign that is over, too."""
    yield from _failed(refereed)
    stand = _stand(running)
    yield from at_the_door([one.campaign for one in stand if one.asking])
    yield from _strays([one.campaign for one in stand if one.strays])
    yield from _to_go_on(stand)


def to_go_on(running: Sequence[Campaign]) -> Iterator[Chore]:
    """Yield what only a referee can do for these campaigns to go on, and nobody asks for. Two queries at most."""
    yield from _to_go_on(_stand(running))


def _to_go_on(stand: Sequence[Stand]) -> Iterator[Chore]:
    yield from _drafts([one.campaign for one in stand if one.drafts])
    for one in stand:
        if one.resting:
            yield _resting(one.campaign)
        yield from _next_round(one)
    yield from invitations([one.campaign for one in stand if not one.others])


def _strays(running: Sequence[Campaign]) -> Iterator[Chore]:
    """Yield the warbands that brought steps from elsewhere and wait to be accepted."""
    if not running:
        return
    found = EnlistmentRequest.objects.filter(campaign__in=places(running))
    for asked in found.select_related("campaign", "warband").defer("warband__state", "warband__setup"):
        names = {"campaign": asked.campaign.name, "warband": asked.warband.name}
        sentence = _("%(campaign)s: %(warband)s waits to be accepted with what it brought from elsewhere.") % names
        address = reverse("campaigns:enlist_request", args=[asked.campaign.slug, asked.warband_id])
        yield Chore("stray", sentence, address, None, Urgency.AWAITED, asked.since)


def _drafts(running: Sequence[Campaign]) -> Iterator[Chore]:
    """Yield the corrections that were begun and for which nobody has to roll any more."""
    if not running:
        return
    found = Correction.objects.filter(campaign__in=places(running), state=CorrectionState.DRAFT, awaited=None)
    for draft in found.select_related("campaign"):
        sentence = _("%(campaign)s: a correction is prepared and not made yet.") % {"campaign": draft.campaign.name}
        yield Chore("correction", sentence, draft.get_absolute_url(), None, Urgency.HOLDS_UP, draft.drafted)


def _failed(refereed: Sequence[Campaign]) -> Iterator[Chore]:
    """Yield the campaigns in which work failed for good. It is tried again at the desk."""
    since: dict[int, datetime | None] = {}
    for failure in failures_in(places(refereed)):
        since.setdefault(failure.campaign, failure.since)
    for campaign in refereed:
        if campaign.pk in since:
            sentence = _("%(campaign)s: the site could not finish its work. Try it again.")
            sentence %= {"campaign": campaign.name}
            address = reverse("campaigns:dashboard", args=[campaign.slug])
            yield Chore("failed", sentence, address, None, Urgency.HOLDS_UP, since[campaign.pk])


def _stand(running: Sequence[Campaign]) -> list[Stand]:
    """Return the campaigns with how far they are: who serves and could fight, what is still ahead or to be rolled.

    One query, none for no campaign.
    """
    if not running:
        return []
    asking, players = (Q(memberships__role=role) for role in (Role.APPLICANT, Role.PLAYER))
    strays = EnlistmentRequest.objects.filter(campaign=OuterRef("pk"))
    drafts = Correction.objects.filter(campaign=OuterRef("pk"), state=CorrectionState.DRAFT, awaited=None)
    serving = Q(enlistments__withdrawn=False)
    able = serving & Q(enlistments__resting=False, enlistments__warband__mustered=True)
    held = Q(enlistments__warband__state__held=True)
    ahead = Battle.objects.filter(campaign=OuterRef("pk"), state__in=[*OPEN_STATES, BattleState.GATHERING])
    rolling = Recovery.objects.filter(side__battle__campaign=OuterRef("pk")).exclude(state=RecoveryState.DONE)
    last = Round.objects.filter(campaign=OuterRef("pk")).order_by("-number")
    paired = Battle.objects.filter(round=OuterRef("last_round")).exclude(state=BattleState.CANCELLED)
    found = (
        Campaign.objects.filter(pk__in=places(running))
        .annotate(
            able=Count("enlistments", filter=able, distinct=True)
            - Count("enlistments", filter=able & held, distinct=True),
            resting=Count("enlistments", filter=serving & Q(enlistments__resting=True), distinct=True),
            asking=Count("memberships", filter=asking, distinct=True),
            strays=Exists(strays),
            drafts=Exists(drafts),
            others=Count("memberships", filter=players, distinct=True)
            + Count("enlistments", filter=serving, distinct=True),
            ahead=Exists(ahead),
            rolling=Exists(rolling),
            last_round=Subquery(last.values("pk")[:1]),
            last_number=Subquery(last.values("number")[:1]),
            last_locked=Subquery(last.values("locked")[:1]),
            last_paired=Exists(paired),
        )
        .order_by("pk")
    )
    return [Stand.of(campaign) for campaign in found]


def _resting(campaign: Campaign) -> Chore:
    sentence = _("%(campaign)s: a warband rests since its player has gone. Decide what becomes of it.")
    address = reverse("campaigns:powers", args=[campaign.slug])
    return Chore("resting", sentence % {"campaign": campaign.name}, address, None, Urgency.HOLDS_UP)


def _next_round(stand: Stand) -> Iterator[Chore]:
    """Yield that the next round may begin: two warbands could meet, and nothing of the last one is left to do."""
    if stand.able < PAIR or stand.ahead or stand.rolling:
        return
    campaign = stand.campaign
    names = {"campaign": campaign.name, "count": stand.able, "round": stand.last_number or 0}
    if stand.last_round and not stand.last_paired and not stand.last_locked:
        sentence = _("%(campaign)s: round %(round)s is open and nobody has been paired yet.") % names
        address = reverse("campaigns:pairing", args=[campaign.slug, stand.last_number]) + "?propose="
        yield Chore("pair", sentence, address, None, Urgency.HOLDS_UP)
        return
    sentence = _("%(campaign)s: %(count)s warbands are ready for the next round.") % names
    address = reverse("campaigns:dashboard", args=[campaign.slug]) + "#round-title"
    yield Chore("open_round", sentence, address, None, Urgency.HOLDS_UP)
