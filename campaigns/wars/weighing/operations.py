"""A thing of a published pack is weighed: asked for, fought in parts (see ``parts``), called off, tried again."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import Any, Final

import msgspec
from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy
from msgspec.structs import replace

from campaigns.jobs import queue as jobs
from campaigns.jobs.parts import SECONDS, Simulation
from campaigns.wars.models.weighing import Weighing, WeighingPart, WeighingState
from campaigns.wars.resolution.operations import VERSION
from campaigns.wars.weighing import telling
from campaigns.wars.weighing.things import catalogue_of, key, subjects
from club.models import Member
from club.operations import Refused, for_update
from engines.musg.weighing import Part, Subject, Weight, merge, plan_for, weigh_part, weight
from rosters.models import PackVersion
from rosters.packs.rights import may_change, readable

KIND: Final = "weighing_part"
ROUNDS: Final = 50
"""Rounds of a weighing, of 24 battles each: about a minute of one processor."""
PART: Final = 1
"""Rounds in a part."""
SEED: Final = 1
"""Always the same, and the command's own: nobody asks again for luckier dice."""
DAY: Final = timedelta(hours=24)
A_DAY: Final = 20
"""So many weighings may a member ask for in a day."""
FORGET_MOST: Final = 50
"""How many weighings that were called off one sweep forgets at most."""


@transaction.atomic
def ask(*, version: PackVersion, subject: Subject, member: Member) -> Weighing:
    """Ask for a thing of a version to be weighed.

    Raises ``Refused`` where the member may not read the pack, where the version has no such thing, where it is being
    weighed or its worth is known, and where the member waits for another one or has asked for ``A_DAY`` in a day.
    """
    locked = for_update(PackVersion.objects.filter(pk=version.pk)).first()
    if locked is None or not readable(member).filter(pk=locked.pack_id).exists():
        raise Refused.because("no_such_pack", _("This pack is no longer available."))
    if subject not in subjects(locked):
        raise Refused.because("not_weighable", _("This version has no such thing that could be weighed."))
    before = of_thing(locked, subject)
    if before.filter(state=WeighingState.RUNNING).exists():
        raise Refused.because("weighing_runs", _("This is already being weighed."))
    if before.filter(state=WeighingState.DONE, engine=VERSION).exists():
        raise Refused.because("worth_known", _("What this is worth is known already."))
    _within_limits(member)
    plan = replace(plan_for(catalogue_of(locked), subject, battles=1, seed=SEED), rounds=ROUNDS)
    kind, code, rank = key(subject)
    made = Weighing.objects.create(
        version=locked,
        kind=kind,
        code=code,
        rank=rank,
        count=plan.rounds,
        plan=msgspec.to_builtins(plan),
        engine=VERSION,
        asked_by=member,
    )
    SIMULATION.divide(made, PART, asked_by=member)
    return made


def _within_limits(member: Member) -> None:
    """Raise ``Refused`` where a member has asked for enough. Two requests at once wait for each other."""
    for_update(Member.objects.filter(pk=member.pk)).get()
    asked = Weighing.objects.filter(asked_by=member)
    if asked.filter(state=WeighingState.RUNNING).exists():
        words = _("Something that you asked for is still being weighed: one at a time.")
        raise Refused.because("weighing_of_yours_runs", words)
    if asked.filter(created__gt=timezone.now() - DAY).count() >= A_DAY:
        words = _("At most %(most)s weighings in 24 hours for each member: ask again later.") % {"most": A_DAY}
        raise Refused.because("weighings_of_a_day", words)


def may_stop(*, weighing: Weighing, member: Member) -> bool:
    """Tell whether a member may call a weighing off and let it be tried again: who asked, and who writes the pack."""
    return weighing.asked_by_id == member.pk or may_change(member, weighing.version.pack)


@transaction.atomic
def cancel(*, weighing: Weighing, member: Member) -> Weighing:
    """Call a weighing off; rounds that were fought are summed up. Raises ``Refused`` unless it is running."""
    cancelled = SIMULATION.cancel(_stoppable(weighing, member))
    telling.tell_called_off(cancelled, member)
    return cancelled


@transaction.atomic
def try_again(*, weighing: Weighing, member: Member) -> int:
    """Let the failed parts of a weighing be tried again; return how many. Raises ``Refused`` without any."""
    count = SIMULATION.try_again(_stoppable(weighing, member))
    telling.take_back(weighing)
    return count


def tell_failed() -> int:
    """Tell who asked for weighings some of whose battles nobody can fight; return of how many weighings.

    A sweep does it: battles fail in a worker's hands, or because no worker came back from them.
    """
    running = Weighing.objects.filter(state=WeighingState.RUNNING)
    return sum(_tell_failed(pk) for pk in list(running.values_list("pk", flat=True)))


@transaction.atomic
def _tell_failed(pk: int) -> bool:
    # Locked: two sweeps at once tell it once, and none tells it while it is tried again.
    weighing = for_update(Weighing.objects.filter(pk=pk, state=WeighingState.RUNNING)).first()
    return weighing is not None and bool(SIMULATION.progress(weighing).errors) and telling.tell_failed(weighing)


def work(claim: jobs.Claim) -> None:
    """Fight one part."""
    SIMULATION.work(claim)


def forget() -> int:
    """Forget what was called off long ago (``settings.KEEP_FINISHED_DAYS``); return how many."""
    before = timezone.now() - timedelta(days=settings.KEEP_FINISHED_DAYS)
    old = Weighing.objects.filter(state=WeighingState.CANCELLED, finished__lt=before)
    found = list(old.values_list("pk", flat=True)[:FORGET_MOST])
    Weighing.objects.filter(pk__in=found).delete()
    return len(found)


def of_thing(version: PackVersion, subject: Subject) -> QuerySet[Weighing]:
    """Return the weighings of a thing."""
    kind, code, rank = key(subject)
    return Weighing.objects.filter(version=version, kind=kind, code=code, rank=rank)


def fought(part: WeighingPart, claim: jobs.Claim) -> Part:
    """Return what the part's rounds come to, or as many as ``SECONDS`` are enough for, one at least.

    Raises ``jobs.Lost``; ``jobs.Hopeless`` where the book has changed since the plan was made.
    """
    weighing = part.weighing
    plan, catalogue = weighing.how, catalogue_of(weighing.version)
    goes_on, found = claim.pulse(part.count, SECONDS), list[Part]()
    for number in range(part.first, part.first + part.count):
        try:
            found.append(weigh_part(catalogue, plan, number))
        except ValueError as error:
            raise jobs.Hopeless(str(error)) from error
        if not goes_on(len(found)):
            break
    return merge(found)


def summed(weighing: Weighing, results: Iterable[Any]) -> Weight:
    """Return what these results of parts say together."""
    return weight(weighing.how, merge(msgspec.convert(one, Part) for one in results))


def _rounds_of(part: Part) -> int:
    return len(part.rounds)


def _stoppable(weighing: Weighing, member: Member) -> QuerySet[Weighing]:
    if not may_stop(weighing=weighing, member=member):
        raise Refused.because("not_yours", _("Only whoever asked for it and the pack’s writers may do this."))
    return Weighing.objects.filter(pk=weighing.pk)


def _done(weighing: Weighing) -> None:
    """Forget what was known of the thing before, and tell who asked; what was called off counts among the day's."""
    of_thing(weighing.version, weighing.subject).filter(state=WeighingState.DONE).exclude(pk=weighing.pk).delete()
    telling.tell_done(weighing)


SIMULATION: Final = Simulation(
    kind=KIND,
    part=WeighingPart,
    run="weighing",
    play=fought,
    sum_up=summed,
    on_done=_done,
    holds=_rounds_of,
    over=("weighing_over", gettext_lazy("This weighing is already over.")),
)
