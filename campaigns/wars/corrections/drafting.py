"""Preparing a correction: what is to be corrected, the rolls it asks for, what a decree holds. Nothing changes yet."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Collection, Sequence
from functools import cached_property
from typing import Final

import msgspec
from django.db import transaction
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from campaigns.league.models import Campaign
from campaigns.wars.aftermath.operations import check_faces
from campaigns.wars.corrections import news, receipts
from campaigns.wars.corrections.past import Past, past
from campaigns.wars.models.battle import Battle
from campaigns.wars.models.correction import Correction, CorrectionState
from club.models import Member
from club.operations import Refused, Stale, bring_up_to_date, for_update
from engines.core.dice import commitment
from engines.musg.corrections.outcome import Attended, Keep, Missing, Replayed
from engines.musg.corrections.run import replay
from engines.musg.corrections.timeline import Edit, Face, Insert, InsertBattle

SEED_BYTES: Final = 32
EDITS_LIMIT: Final = 100


class Look(Struct, frozen=True, dict=True):
    """What comes of a draft in the past as it is now. ``lost``: what was to be corrected has changed itself."""

    correction: Correction
    past: Past
    lost: bool
    result: Replayed

    @cached_property
    def touched(self) -> tuple[str, ...]:
        """The keys of the warbands whose journals become others."""
        return tuple(key for key in self.past.warbands if self._is_other(key))

    def _is_other(self, key: str) -> bool:
        rows, lines = self.past.journals[key], self.result.journals[key]
        if len(rows) != len(lines):
            return True
        return any(
            (row := self.past.row(line.ref, key)) is None or row.pk != old.pk or row.entry != line.entry
            for old, line in zip(rows, lines, strict=True)
        )

    @property
    def changed(self) -> frozenset[str]:
        """The refs of the battles that tell otherwise of civilians, or tell nothing any more."""
        told = {ref for ref, battle in self.past.battles.items() if battle.reports.all()[0].report.civilians}
        gone = {ref for ref in told if ref in self.result.battles and self.result.battles[ref] is None}
        return frozenset(gone | {ref for ref, battle in self.past.battles.items() if battle in self.retold})

    @cached_property
    def retold(self) -> tuple[Battle, ...]:
        """The battles whose reports say something else of civilians: that stands in nobody's journal (ruling M330)."""
        return tuple(
            battle
            for ref, battle in self.past.battles.items()
            if (fought := self.result.battles.get(ref)) is not None
            and fought.report.civilians != battle.reports.all()[0].report.civilians
        )

    @property
    def changes(self) -> bool:
        """Whether anything would be otherwise."""
        return bool(self.touched or self.retold)

    @property
    def fingerprint(self) -> str:
        """What tells it from any other look: the draft, and the warbands that it changes."""
        seen = f"{self.correction.pk}:{self.correction.version}:{self.past.fingerprint(self.touched)}"
        return hashlib.sha256(seen.encode()).hexdigest()[:32]


def look(correction: Correction, known: Past | None = None) -> Look:
    """Relive the campaign's past with the correction."""
    found = known or past(correction.campaign)
    refs = {act.ref for act in found.timeline.acts} | {""}
    edits, faces = correction.engine_edits, correction.engine_faces
    known_refs = frozenset(refs)
    for edit in edits:
        if isinstance(edit, Insert | InsertBattle):
            refs |= {*edit.refs}
    there = [e for e in edits if e.ref in refs and _stands(e, known_refs, found)]
    made = [face for face in faces if face.ref in refs]
    lost = len(there) < len(edits) or len(made) < len(faces)
    result = replay(
        found.timeline,
        there,
        made,
        correction.engine_keeps,
        attended=correction.engine_attended,
        reason=correction.reason or "…",
    )
    return Look(correction, found, lost, result)


def _stands(edit: Edit, refs: Collection[str], known: Past) -> bool:
    """Tell whether what an edit was put after, and whom it is about, are still there."""
    if isinstance(edit, InsertBattle):
        return edit.after in refs and known.warbands.keys() >= set(edit.sides)
    return not isinstance(edit, Insert) or edit.after in refs


ENTERED: Final = _("This roll has already been entered, or a different one is asked for now. Nothing was recorded.")


def draft_of(campaign: Campaign, author: Member) -> Correction | None:
    """Return the correction that a referee is preparing."""
    drafts = Correction.objects.filter(campaign=campaign, author=author, state=CorrectionState.DRAFT)
    return drafts.order_by("-pk").first()


@transaction.atomic
def correct(
    *, campaign: Campaign, author: Member, edits: Sequence[Edit] = (), faces: Sequence[Face] = ()
) -> Correction:
    """Add to the correction that the referee is preparing, or begin one. What is corrected again replaces the former.

    Raises ``Refused`` when there is too much of it.
    """
    drafts = Correction.objects.filter(campaign=campaign, author=author, state=CorrectionState.DRAFT)
    draft = for_update(drafts).order_by("-pk").first()
    if draft is None:
        seed = secrets.token_bytes(SEED_BYTES)
        draft = Correction(campaign=campaign, author=author, seed=seed.hex(), commitment=commitment(seed))
    about = {edit.ref for edit in edits}
    kept = [edit for edit in draft.engine_edits if edit.ref not in about]
    if len(kept) + len(edits) > EDITS_LIMIT:
        raise Refused.because("too_many_edits", _("One correction holds at most 100 changes."))
    draft.edits = msgspec.to_builtins([*kept, *edits])
    draft.faces = _faces(draft, faces)
    _save(draft)
    return draft


@transaction.atomic
def leave_out(*, correction: Correction, ref: str, version: int | None = None) -> None:
    """Correct one thing less: this entry or battle stays as it was, its dice too."""
    locked = lock(correction, version)
    put_in = [edit for edit in locked.engine_edits if isinstance(edit, InsertBattle) and edit.ref == ref]
    gone = {ref, *(one for edit in put_in for one in edit.refs)}
    locked.edits = msgspec.to_builtins([edit for edit in locked.engine_edits if edit.ref != ref])
    locked.faces = msgspec.to_builtins([face for face in locked.engine_faces if face.ref not in gone])
    _save(locked)
    bring_up_to_date(correction, locked)


@transaction.atomic
def decide(
    *,
    correction: Correction,
    keeps: Collection[Keep],
    attended: Collection[Attended] = (),
    reason: str | None = None,
    version: int | None = None,
) -> None:
    """Say what a decree holds, and who was at which battle; everything else is accepted.

    ``reason`` is kept with the draft, so that it need not be typed again; ``None`` leaves it as it is.
    """
    locked = lock(correction, version)
    locked.keeps = msgspec.to_builtins(list(keeps))
    locked.attended = msgspec.to_builtins(list(attended))
    locked.reason = locked.reason if reason is None else reason.strip()
    _save(locked)
    bring_up_to_date(correction, locked)


@transaction.atomic
def enter_faces(*, correction: Correction, missing: Missing, faces: Sequence[int] | None) -> None:
    """Record the faces of a roll that a correction asks for; ``None``: the site rolls, with the draft's secret seed.

    Raises ``Stale`` where this roll is not asked for any more, ``Refused`` for faces that no die has.
    """
    locked = lock(correction, None)
    if missing not in look(locked).result.missing:
        raise Stale(ENTERED)
    asked = missing.request
    rolled = asked.asked if faces is None else ""
    faces = receipts.rolled(locked, missing) if faces is None else faces
    check_faces(asked, faces)
    made = Face(missing.ref, asked.figure, asked.reason, tuple(faces), missing.nth, rolled)
    locked.faces = _faces(locked, [made])
    _save(locked)
    bring_up_to_date(correction, locked)


@transaction.atomic
def drop(*, correction: Correction, version: int | None = None) -> None:
    """Give a draft up: it leaves no trace but its row."""
    locked = lock(correction, version)
    locked.state = CorrectionState.DROPPED
    _save(locked)
    bring_up_to_date(correction, locked)


def lock(correction: Correction, version: int | None, *, state: str = CorrectionState.DRAFT) -> Correction:
    """Return the correction's row locked; ``Stale`` if it moved on, ``Refused`` if it is no longer in that state."""
    locked = for_update(Correction.objects.all()).select_related("campaign").get(pk=correction.pk)
    if version is not None and locked.version != version:
        raise Stale(_("This correction has changed since you opened it. Nothing was saved; look again."))
    if locked.state != state:
        raise Refused.because("correction_done", _("This is not possible: the correction is over."))
    return locked


def _save(draft: Correction) -> None:
    draft.__dict__.pop("engine_edits", None)
    draft.version += 1
    draft.save()
    seen = look(draft) if draft.state == CorrectionState.DRAFT else None
    asked = [seen.past.warbands[m.warband] for m in seen.result.missing] if seen else []
    before = set(draft.awaited.values_list("pk", flat=True))
    draft.awaited.set(asked)
    news.tell_of_dice(draft, {warband.pk: warband for warband in asked if warband.pk not in before}.values())


def _faces(draft: Correction, faces: Sequence[Face]) -> object:
    about = {(face.ref, face.figure, face.reason, face.nth) for face in faces}
    kept = [face for face in draft.engine_faces if (face.ref, face.figure, face.reason, face.nth) not in about]
    return msgspec.to_builtins([*kept, *faces])
