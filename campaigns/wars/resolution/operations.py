"""A battle resolved by the engine: who agrees to it, the battle fought by a worker, and its report.

The report goes the way of one made by hand. Everything is written in one transaction by whoever holds the job's claim:
a worker killed in the middle leaves nothing, and the next one fights the same battle, for the dice are the seed's.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import Final

import msgspec
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaigns.jobs import queue as jobs
from campaigns.jobs.models import Job, JobState
from campaigns.league.access import is_referee
from campaigns.league.acts import record as record_act
from campaigns.league.models import Membership
from campaigns.league.operations.campaigns import lock_running
from campaigns.league.seeds import new_seed
from campaigns.wars import news
from campaigns.wars.battles.consents import agreeing, consents_of
from campaigns.wars.battles.operations import lock_battle, refuse_locked, refuse_while_resolving
from campaigns.wars.battles.setup import setup_of
from campaigns.wars.battles.sides import without
from campaigns.wars.battles.staging import lay_ready
from campaigns.wars.models.battle import Battle, BattleSide, BattleState, Temper
from campaigns.wars.models.resolution import BattleGround, Resolution, ResolutionState
from campaigns.wars.parties import is_party, must_say_why
from campaigns.wars.replay.falls import falls_of
from campaigns.wars.reports import operations as reports
from club.models import Member
from club.operations import Refused, Stale, for_update
from engines.core.dice import SeededDice
from engines.musg.battle import game, record
from engines.musg.battle.setup import Setup
from engines.musg.report import lacks, needing_leave
from engines.musg.trials import playout
from rosters.operations import lock_all

KIND: Final = "resolution"
VERSION: Final = f"musg-battle/{record.VERSION}"
"""Which engine fought: a log is replayed by the one that wrote it, its events are shown by any."""


# Agreeing


@transaction.atomic
def set_standing_consent(*, membership: Membership, lets: bool, takes: bool = False) -> None:
    """Let the engine resolve all of a member's battles in a campaign, or only those agreed to one by one.

    ``takes``: what it comes to counts at once (see ``agree``).
    """
    Membership.objects.filter(pk=membership.pk).update(lets_engine_resolve=lets, takes_results=lets and takes)
    if lets:
        mine = BattleSide.objects.filter(battle__campaign=membership.campaign_id, warband__owner=membership.member_id)
        mine.filter(asked_anew=True, battle__state=BattleState.SCHEDULED).update(asked_anew=False)


@transaction.atomic
def agree(*, battle: Battle, member: Member, lets: bool | None, temper: str | None = None, takes: bool = False) -> None:
    """Let the engine resolve this battle, or take that back, for all of the member's warbands in it.

    ``takes``: what it comes to counts at once; else it lies open for a day, to be disputed. ``temper`` is how the
    engine leads them; ``lets=None`` changes only that. Raises ``Refused`` once it is too late.
    """
    locked = lock_battle(battle)
    if locked.state != BattleState.SCHEDULED:
        raise Refused.because("not_scheduled", _("This battle is no longer ahead: there is nothing to agree to."))
    refuse_while_resolving(locked)
    mine = [side for side in locked.sides.select_related("warband") if side.warband.owner_id == member.pk]
    if not mine:
        raise Refused.because("not_your_battle", _("None of the warbands in this battle is yours."))
    if temper is not None and temper not in Temper.values:
        raise Refused.because("no_such_temper", _("Choose how the engine leads your warband."), "temper")
    had_agreed = any(side.lets_engine_resolve for side in mine)
    for side in mine:
        side.lets_engine_resolve = side.lets_engine_resolve if lets is None else lets
        side.takes_result = side.takes_result if lets is None else lets and takes
        side.asked_anew = side.asked_anew and not lets
        side.temper = temper or side.temper
    BattleSide.objects.bulk_update(mine, ["lets_engine_resolve", "takes_result", "asked_anew", "temper"])
    if lets:
        lay_ready(locked, locked.sides.count())  # battles scheduled before the site did so have none
    if lets and not had_agreed:
        sides = locked.sides.select_related("warband")
        agreed = agreeing(locked, sides)
        asked = [side.warband.owner_id for side in sides if side.warband.key not in agreed]
        news.tell_players(locked, "asks_for_engine", asked, by=member, waits=True)


def seen_of(setup: Setup, tempers: Sequence[str]) -> str:
    """Return a mark of what is to be fought: another one as soon as a warband, the table or a temper changes."""
    return hashlib.sha256(msgspec.json.encode((setup, list(tempers)))).hexdigest()[:32]


# Asking


@transaction.atomic
def resolve(*, battle: Battle, member: Member, seen: str, because: str = "") -> Resolution:
    """Ask the engine to resolve a battle; a worker fights it.

    A player may ask once all others agree, and agrees by asking; a referee also decides for those who do not answer.
    One who is a party says why (``because``): the others read it. So he does to let his own warband fight without
    leader or henchman. ``seen`` is the mark (``seen_of``) of the battle as it was shown. Raises ``Stale`` when
    something changed since, or ``Refused`` when somebody still has to agree or the battle cannot be fought.
    """
    lock_running(battle.campaign)
    locked = lock_battle(battle)
    if locked.state != BattleState.SCHEDULED:
        raise Refused.because("not_scheduled", _("Only a battle that is still ahead can be resolved by the engine."))
    refuse_while_resolving(locked)
    refuse_locked(locked)
    ground = BattleGround.objects.filter(battle=locked).first()
    if ground is None:
        raise Refused.because("no_ground", _("Set up the table first: then the hash of the dice is public, too."))
    sides = list(locked.sides.select_related("warband__owner").order_by("seat"))
    agreed = agreeing(locked, sides) | {side.warband.key for side in sides if side.warband.owner_id == member.pk}
    missing = [side.warband.name for side in sides if side.warband.key not in agreed]
    if missing and not is_referee(member, locked.campaign):
        raise Refused.because("not_agreed", _("Not agreed yet: %(names)s.") % {"names": ", ".join(missing)})
    setup = setup_of(locked)
    rosters = {side.warband.key: side.warband.roster for side in sides}
    if needing_leave(rosters) and not is_referee(member, locked.campaign):
        words = [without(rank, roster.name) for roster in rosters.values() for rank in lacks(roster)]
        raise Refused.because("needs_leave", " ".join(words))
    if is_party(member, sides):
        _on_record(locked, sides, member, because, decides=bool(missing))
    tempers = [side.temper for side in sides]
    if seen_of(setup, tempers) != seen:
        raise Stale(_("A warband or the table has changed since you opened this page. Nothing was saved; look again."))
    Resolution.objects.filter(battle=locked, state=ResolutionState.VOID).delete()
    resolution = Resolution.objects.create(
        battle=locked,
        setup=msgspec.to_builtins(setup),
        tempers=tempers,
        agreed=sorted(agreed),
        seed=ground.seed,
        commitment=ground.commitment,
        engine=VERSION,
    )
    jobs.enqueue(kind=KIND, subject=resolution.pk, asked_by=member)
    return resolution


def _on_record(battle: Battle, sides: Sequence[BattleSide], member: Member, because: str, *, decides: bool) -> None:
    """Keep why a referee decides his own battle for absentees, or gives his own warband leave, and tell the others.

    Raises ``Refused`` without a reason, where he does either.
    """
    others = {side.warband.owner_id for side in sides} - {member.pk}
    if decides:
        why, params = must_say_why(because), {"title": battle.title, "party": True}
        record_act(campaign=battle.campaign, by=member, code="engine_decided", reason=why, params=params)
        news.tell_players(battle, "engine_decided", others, by=member, why=why)
    for side in sides:
        warband = side.warband
        if warband.owner_id == member.pk and lacks(warband.roster):
            why, params = must_say_why(because), {"title": battle.title, "warband": warband.name, "party": True}
            record_act(campaign=battle.campaign, by=member, code="leave_given", reason=why, params=params)
            news.tell_players(battle, "leave_given", others, by=member, warband=warband.name, why=why)


@transaction.atomic
def call_off(*, battle: Battle) -> None:
    """Take the question back: while no worker has begun, or after the work failed. The battle is ahead as before."""
    resolution, job = _waiting(battle)
    if job.state != JobState.FAILED:
        jobs.cancel(job)
    resolution.delete()


@transaction.atomic
def try_again(*, battle: Battle) -> None:
    """Let a worker fight the battle again after the work failed; the dice are the same, for the seed is."""
    _resolution, job = _waiting(battle)
    jobs.retry(job)


def _waiting(battle: Battle) -> tuple[Resolution, Job]:
    locked = lock_battle(battle)
    resolution = Resolution.objects.filter(battle=locked, state=ResolutionState.WAITING).first()
    job = job_of(resolution) if resolution else None
    if resolution is None or job is None:
        raise Refused.because("not_being_resolved", _("The engine is not at work on this battle."))
    return resolution, job


def job_of(resolution: Resolution) -> Job | None:
    """Return the latest job that fights, or fought, the battle."""
    return Job.objects.filter(kind=KIND, subject=resolution.pk).order_by("-pk").first()


# Working


def work(claim: jobs.Claim) -> None:
    """Fight the battle, then write its report. Whoever lost the claim meanwhile leaves no trace."""
    resolution = Resolution.objects.select_related("battle").filter(pk=claim.subject).first()
    if resolution is None or resolution.state != ResolutionState.WAITING:
        claim.finish()
        return
    setup = setup_from(resolution)
    claim.heartbeat(progress=0, total=setup.turn_limit)
    fought = fight(
        setup,
        resolution.tempers,
        resolution.seed,
        tell=lambda turn: claim.heartbeat(progress=turn, total=setup.turn_limit),
    )
    with transaction.atomic():
        battle = lock_battle(resolution.battle)
        row = for_update(Resolution.objects.all()).get(pk=resolution.pk)
        if row.state == ResolutionState.WAITING:
            _write(row, battle, setup, fought, _asked_by(claim))
        claim.finish()


def setup_from(resolution: Resolution) -> Setup:
    """Return the setup that was resolved."""
    setup: Setup = msgspec.convert(resolution.setup, Setup)
    return setup


def fight(
    setup: Setup, tempers: Sequence[str], seed: str, *, tell: Callable[[int], None] = lambda turn: None
) -> game.Battle:
    """Return the finished battle that the secret seed makes, telling each turn as it begins."""
    battle = game.Battle.new(setup, SeededDice(bytes.fromhex(seed)))
    players = playout.players_of(tempers)
    turn = 0
    while (decision := battle.decision) is not None:
        if len(battle.log) >= playout.ACTIONS_MOST:
            raise playout.Endless(f"{playout.ACTIONS_MOST} actions")
        battle.play(players[decision.side].decide(battle))
        if battle.turn > turn:
            turn = battle.turn
            tell(turn)
    return battle


def _write(row: Resolution, battle: Battle, setup: Setup, fought: game.Battle, author: Member | None) -> None:
    """Write what was fought and its report, or only that the warbands are no longer those that fought."""
    row.finished = timezone.now()
    if not _still(battle, setup):
        row.state = ResolutionState.VOID
        row.save(update_fields=["state", "finished"])
        news.tell_players(battle, "engine_gave_up", news.owners_of(battle), by=None)
        # The next battle is fought with other dice: nobody may choose between two outcomes of one seed.
        for ground in BattleGround.objects.filter(battle=battle):
            ground.seed = new_seed()
            ground.save(update_fields=["seed", "commitment"])
        return
    sides = list(battle.sides.select_related("warband"))
    consents = consents_of(battle, sides)
    row.report = reports.report_resolved(battle=battle, report=fought.report(), author=author, consents=consents)
    keep_fought(row, setup, fought, engine=VERSION)


def keep_fought(row: Resolution, setup: Setup, fought: game.Battle, *, engine: str) -> None:
    """Store a finished battle, whoever decided in it, with all that its replay and its proof need."""
    row.log, row.events = msgspec.to_builtins(fought.log), msgspec.to_builtins(fought.events)
    row.falls = msgspec.to_builtins(falls_of(setup, fought.events))
    row.turns, row.state, row.engine = fought.turn, ResolutionState.DONE, engine
    row.save()


def _still(battle: Battle, setup: Setup) -> bool:
    """Tell whether the warbands, locked from here on, are still those of the setup."""
    lock_all(battle.sides.values_list("warband", flat=True))
    try:
        return setup_of(battle) == setup
    except Refused:
        return False


def _asked_by(claim: jobs.Claim) -> Member | None:
    return Job.objects.select_related("asked_by").get(pk=claim.job).asked_by
