"""The aftermath of a battle, one warband at a time: whose dice, the rolls, and the one moment it is all written.

The journal entry ``Recover`` is the aftermath; the row ``Recovery`` remembers how far its dice have come. Both change
in one transaction, so that whatever dies, is pressed twice or comes late leaves either no aftermath or one.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Final

import msgspec
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _, ngettext

from campaigns.jobs import queue as jobs
from campaigns.jobs.models import Job
from campaigns.wars import news
from campaigns.wars.models.battle import Battle, BattleSide
from campaigns.wars.models.recovery import DiceMode, Recovery, RecoveryState
from club.hooks.happenings import happened
from club.models import Member
from club.operations import Objection, Refused, Stale, bring_up_to_date, for_update
from engines.core.dice import (
    ASKS,
    BadFace,
    EnteredDice,
    RecordedDice,
    Request,
    SeededDice,
    check_face,
    commitment,
)
from engines.musg import aftermath as rules
from engines.musg.aftermath import Aftermath
from engines.musg.entries import Recover
from engines.musg.warband import Warband as Roster
from rosters.models import Warband
from rosters.operations import lock, must_say_why, record_locked

KIND: Final = "aftermath"
SEED_BYTES: Final = 32


def prepare(sides: Sequence[BattleSide], *, by: Member | None) -> None:
    """Open the aftermath of every side of a battle that was just applied; their warbands are locked.

    The hash of the site's secret seed is published here, before anybody has chosen whose dice are rolled. A warband
    that has nothing to roll is done at once.
    """
    rows = []
    for side in sides:
        seed = secrets.token_bytes(SEED_BYTES)
        rows.append(Recovery(side=side, seed=seed.hex(), commitment=commitment(seed)))
    Recovery.objects.bulk_create(rows)
    for row in rows:
        warband = row.side.warband
        outcome = with_faces(warband.roster, ())
        if isinstance(outcome, Aftermath):
            row.seed = row.commitment = ""
            _write(row, warband, outcome, source=EnteredDice.source, by=by)


def with_faces(roster: Roster, faces: Sequence[int]) -> Aftermath | Request:
    """Return the aftermath that these typed faces make, or the roll that is asked for next."""
    return rules.course(roster, faces).outcome


@transaction.atomic
def begin(*, recovery: Recovery, mode: str, member: Member, version: int | None = None, reason: str = "") -> None:
    """Choose whose dice are rolled, once for this warband and battle; who does so for the player gives a ``reason``.

    ``SITE`` asks a worker to roll with the seed whose hash is published already; ``TYPED`` waits for faces. Raises
    ``Stale``, or ``Refused`` when the choice has been made.
    """
    locked = _lock(recovery, version)
    if locked.state != RecoveryState.WAITING:
        raise Refused.because("dice_chosen", _("It has already been chosen whose dice are rolled."))
    _say_why(locked, recovery.side.warband, member, reason)
    locked.mode, locked.state = DiceMode(mode).value, RecoveryState.ROLLING
    if locked.mode == DiceMode.TYPED:
        locked.seed = locked.commitment = ""
    else:
        jobs.enqueue(kind=KIND, subject=locked.pk, asked_by=member)
    _save(locked, "mode", "state", "seed", "commitment", "reason")
    bring_up_to_date(recovery, locked)


@transaction.atomic
def begin_all(*, battle: Battle, referee: Member, reason: str = "") -> int:
    """Let the site roll for every warband of the battle that has not begun; return how many that are.

    For the warbands of others the referee says why.
    """
    waiting = for_update(Recovery.objects.all()).filter(side__battle=battle, state=RecoveryState.WAITING)
    rows = list(waiting.select_related("side__warband").order_by("pk"))
    for recovery in rows:
        begin(recovery=recovery, mode=DiceMode.SITE, member=referee, reason=reason)
    return len(rows)


@transaction.atomic
def enter_faces(*, recovery: Recovery, faces: Sequence[int], member: Member, version: int, reason: str = "") -> bool:
    """Record the faces of the one roll that is asked for; write the aftermath after the last, and tell whether it was.

    Who types them for the player says why, once for the whole aftermath.
    ``version`` is that of the page the roll was asked on: faces meant for another roll are refused with ``Stale``.
    Raises ``Refused`` for faces that no die has, for too many and for too few.
    """
    warband = lock(recovery.side.warband, None)
    locked = _lock(recovery, version)
    if locked.state != RecoveryState.ROLLING or locked.mode != DiceMode.TYPED:
        raise Refused.because("no_dice_asked", _("No dice are asked for now."))
    _say_why(locked, warband, member, reason)
    locked.followed = rules.course(warband.roster, locked.faces, recovery.followed)
    if isinstance(locked.followed.outcome, Request):
        check_faces(locked.followed.outcome, faces)
        locked.faces, locked.retyping = [*locked.faces, *faces], False
        locked.followed = rules.course(warband.roster, locked.faces)
    outcome = locked.followed.outcome
    if isinstance(outcome, Aftermath):
        _write(locked, warband, outcome, source=EnteredDice.source, by=member)
        bring_up_to_date(recovery.side.warband, warband)
    else:
        _save(locked, "faces", "retyping", "reason")
    bring_up_to_date(recovery, locked)
    return isinstance(outcome, Aftermath)


@transaction.atomic
def take_back_die(*, recovery: Recovery, version: int) -> None:
    """Take back the roll typed last while the next one is awaited; the one before it stands."""
    warband = lock(recovery.side.warband, None)
    locked = _lock(recovery, version)
    if locked.state != RecoveryState.ROLLING or locked.mode != DiceMode.TYPED or not locked.faces or locked.retyping:
        raise Refused.because("no_die_to_take_back", _("There is no typed roll to take back."))
    last = rules.course(warband.roster, locked.faces, recovery.followed).rolls[-1]
    locked.faces, locked.retyping = locked.faces[: -len(last.faces)], True
    _save(locked, "faces", "retyping")
    bring_up_to_date(recovery, locked)


def check_faces(request: Request, faces: Sequence[int]) -> None:
    """Raise ``Refused``, naming each wrong die, unless ``faces`` are what the roll takes."""
    wanted = ASKS[request.asked]
    found = []
    for position, face in enumerate(faces):
        try:
            check_face(face)
        except BadFace:
            message = _("%(face)s is not a face of a die: 1 to 6.") % {"face": face}
            found.append(Objection("bad_face", message, f"die{position + 1}", {"face": face}))
    if len(faces) != wanted:
        message = ngettext(
            "This roll needs %(wanted)s die; %(given)s were given.",
            "This roll needs %(wanted)s dice; %(given)s were given.",
            wanted,
        ) % {"wanted": wanted, "given": len(faces)}
        found.append(Objection("number_of_dice", message, None, {"wanted": wanted, "given": len(faces)}))
    if found:
        raise Refused(found)


@transaction.atomic
def call_off(*, recovery: Recovery, version: int | None = None) -> None:
    """Take the site's roll back while no worker has begun: the choice of dice is open again."""
    locked = _lock(recovery, version)
    job = job_of(locked)
    if locked.state != RecoveryState.ROLLING or job is None:
        raise Refused.because("nothing_to_call_off", _("There is no roll to call off."))
    jobs.cancel(job)
    locked.mode, locked.state = "", RecoveryState.WAITING
    _save(locked, "mode", "state")
    bring_up_to_date(recovery, locked)


@transaction.atomic
def try_again(*, recovery: Recovery) -> None:
    """Let the site roll again after the work failed; the dice are the same, for the seed is."""
    locked = _lock(recovery, None)
    job = job_of(locked)
    if locked.state != RecoveryState.ROLLING or job is None:
        raise Refused.because("nothing_to_try", _("There is nothing to try again."))
    jobs.retry(job)


def job_of(recovery: Recovery) -> Job | None:
    """Return the latest job that rolls, or rolled, this aftermath."""
    return Job.objects.filter(kind=KIND, subject=recovery.pk).order_by("-pk").first()


def work(claim: jobs.Claim) -> None:
    """Roll an aftermath with the site's seed. Whoever lost the claim meanwhile leaves no trace."""
    recovery = Recovery.objects.select_related("side__warband").filter(pk=claim.subject).first()
    if recovery is None:  # of a lesson that was put away meanwhile
        claim.finish()
        return
    claim.heartbeat(progress=1, total=3)
    with transaction.atomic():
        warband = lock(recovery.side.warband, None)
        locked = _lock(recovery, None)
        if locked.state == RecoveryState.ROLLING and locked.mode == DiceMode.SITE:
            outcome = rolled(warband.roster, locked.seed)
            _write(locked, warband, outcome, source=SeededDice.source, by=_asked_by(claim))
        claim.finish()


def rolled(roster: Roster, seed: str) -> Aftermath:
    """Return the aftermath that the secret seed makes."""
    return rules.resolve(roster, SeededDice(bytes.fromhex(seed)))


def reopen(recovery: Recovery) -> None:
    """Let an aftermath be rolled from its beginning; its warband is locked."""
    seed = secrets.token_bytes(SEED_BYTES)
    recovery.seed, recovery.commitment = seed.hex(), commitment(seed)
    recovery.mode, recovery.state, recovery.entry, recovery.finished = "", RecoveryState.WAITING, None, None
    recovery.faces, recovery.steps, recovery.rolls = [], [], []
    recovery.corrected = recovery.retyping = False
    recovery.version += 1
    recovery.save()


def correct(recovery: Recovery, before: Roster, entry: Recover, number: int) -> None:
    """Let a finished aftermath show what a correction made of it; its warband is locked."""
    outcome = rules.resolve(before, RecordedDice(entry.faces), edition=entry.edition)
    recovery.corrected = recovery.corrected or recovery.faces != list(entry.faces)
    recovery.faces, recovery.entry = list(entry.faces), number
    recovery.steps = msgspec.to_builtins(outcome.steps)
    recovery.rolls = msgspec.to_builtins(outcome.rolls)
    _save(recovery, "faces", "entry", "steps", "rolls", "corrected")


def write_past(side: BattleSide, before: Roster, entry: Recover, number: int) -> None:
    """Write the aftermath of a battle that a correction put into the past, rolled already; its warband is locked."""
    outcome = rules.resolve(before, RecordedDice(entry.faces), edition=entry.edition)
    Recovery.objects.create(
        side=side,
        state=RecoveryState.DONE,
        faces=list(entry.faces),
        steps=msgspec.to_builtins(outcome.steps),
        rolls=msgspec.to_builtins(outcome.rolls),
        entry=number,
        corrected=bool(entry.faces),
        finished=timezone.now(),
    )


def go_on(recovery: Recovery, warband: Warband, faces: Sequence[int], by: Member | None) -> None:
    """Go on with an aftermath that a correction changed while it was rolled; it is done if nothing is left to roll."""
    outcome = with_faces(warband.roster, faces)
    if isinstance(outcome, Aftermath):
        _write(recovery, warband, outcome, source=EnteredDice.source, by=by)
    elif recovery.faces != list(faces):
        recovery.faces = list(faces)
        _save(recovery, "faces")


def _asked_by(claim: jobs.Claim) -> Member | None:
    return Job.objects.select_related("asked_by").get(pk=claim.job).asked_by


def _write(recovery: Recovery, warband: Warband, outcome: Aftermath, *, source: str, by: Member | None) -> None:
    """Write the whole aftermath: the journal entry, what the page shows."""
    before = warband.roster
    if before.engagement is None:
        raise Refused.because("no_aftermath", _("No aftermath of this battle is waiting."))
    faces = tuple(face for roll in outcome.rolls for face in roll.faces)
    entry = Recover(battle=before.engagement.battle, faces=faces, source=source)
    row = record_locked(locked=warband, entry=entry, author=by, reason=recovery.reason)
    recovery.faces = list(faces)
    recovery.steps = msgspec.to_builtins(outcome.steps)
    recovery.rolls = msgspec.to_builtins(outcome.rolls)
    recovery.state, recovery.entry, recovery.finished = RecoveryState.DONE, row.number, timezone.now()
    _save(recovery, "faces", "steps", "rolls", "state", "entry", "finished", "seed", "commitment", "reason")
    # Where nobody fell the battle is settled with it, and says so; nobody hears of practice.
    if outcome.rolls and not warband.practice:
        happened(code="aftermath.done", subject=f"battle:{recovery.side.battle_id}")
        news.tell_aftermath(recovery.side, before, warband.roster, by=by)


def _say_why(recovery: Recovery, warband: Warband, member: Member, reason: str) -> None:
    """Keep why somebody else than the player sees to it; refuse if it was not said, now or before."""
    if member.pk != warband.owner_id and (reason.strip() or not recovery.reason):
        must_say_why(warband, member, reason)
        recovery.reason = reason.strip()


def _lock(recovery: Recovery, version: int | None) -> Recovery:
    locked = for_update(Recovery.objects.all()).get(pk=recovery.pk)
    if version is not None and locked.version != version:
        raise Stale(_("Somebody was faster: this aftermath has moved on. Nothing was saved; look again."))
    return locked


def _save(recovery: Recovery, *fields: str) -> None:
    recovery.version += 1
    recovery.save(update_fields=[*fields, "version"])
