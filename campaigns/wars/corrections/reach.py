"""On which battles' pages a correction is told, and how it touched each of them."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Final

from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from campaigns.wars.corrections.drafting import Look
from campaigns.wars.corrections.past import ref_of_battle
from campaigns.wars.models.battle import Battle
from campaigns.wars.models.correction import Correction
from club.dates import date_text
from engines.musg.corrections.timeline import ReplaceReport, Strike
from engines.musg.entries import Fight

TOLD_ON: Final = "told_on"
"""Where ``Correction.former`` keeps how it touched which battle, by its primary key."""


class Touch(StrEnum):
    """What of a battle a correction is about; ``REACHED``: it came out otherwise because of something earlier."""

    REPORT = "report"
    OPENED = "opened"
    AFTERMATH = "aftermath"
    PUT_IN = "put_in"
    REACHED = "reached"


def touches(seen: Look) -> dict[Battle, Touch]:
    """Return the battles of the past that a correction is about, or that come out otherwise by it.

    A battle between rosters that changed, whose result is what it was for everybody, is not among them.
    """
    found: dict[Battle, Touch] = {}
    edits = {edit.ref: edit for edit in seen.correction.engine_edits}
    by_key = {battle.key: battle for battle in seen.past.battles.values()}
    for ref, battle in seen.past.battles.items():
        if isinstance(edits.get(ref), ReplaceReport | Strike):
            found[battle] = Touch.REPORT if isinstance(edits[ref], ReplaceReport) else Touch.OPENED
    for ref in [*edits, *(face.ref for face in seen.correction.engine_faces)]:
        row = seen.past.rows.get(ref)
        if row is not None and row.kind == "recover" and row.data["battle"] in by_key:
            found.setdefault(by_key[row.data["battle"]], Touch.AFTERMATH)
    for ref, battle in seen.past.battles.items():
        if ref in seen.result.battles and _is_other(seen, ref):
            found.setdefault(battle, Touch.REACHED)
    return found


def _is_other(seen: Look, ref: str) -> bool:
    fought = seen.result.battles[ref]
    if fought is None:
        return True
    rows = {key: seen.past.row(ref, key) for key in fought.engagements}
    return any(
        row is None or not isinstance(row.entry, Fight) or row.entry.engagement != fought.engagements[key]
        for key, row in rows.items()
    )


def kept(touched: dict[Battle, Touch], put_in: Iterable[Battle]) -> dict[str, str]:
    """Return how a correction touched which battle, as it is kept with it."""
    found = touched | dict.fromkeys(put_in, Touch.PUT_IN)
    return {str(battle.pk): touch.value for battle, touch in found.items()}


def describe_touch(correction: Correction, battle: int) -> str:
    """Say on a battle's page when, how and why a correction touched it."""
    said = correction.former.get(TOLD_ON, {}).get(str(battle)) or _of_old(correction, battle)
    return _SENTENCES[Touch(said)]() % {
        "at": date_text(localtime(correction.made), "SHORT_DATE_FORMAT") if correction.made else "",
        "reason": correction.reason,
    }


def _of_old(correction: Correction, battle: int) -> str:
    """How a correction touched a battle, of one made before that was kept with it."""
    own = (edit for edit in correction.engine_edits if edit.ref == ref_of_battle(Battle(pk=battle)))
    edit = next(own, None)
    if str(battle) in correction.former.get("put_in", {}):
        return Touch.PUT_IN
    if edit is None:
        return Touch.REACHED
    return Touch.REPORT if isinstance(edit, ReplaceReport) else Touch.OPENED


_SENTENCES: Final = {
    Touch.REPORT: lambda: _("The report was corrected on %(at)s: %(reason)s"),
    Touch.OPENED: lambda: _("The battle was opened again on %(at)s: %(reason)s"),
    Touch.AFTERMATH: lambda: _("The aftermath was corrected on %(at)s: %(reason)s"),
    Touch.PUT_IN: lambda: _("The battle was put into the past on %(at)s: %(reason)s"),
    Touch.REACHED: lambda: _("A correction of something earlier changed this battle on %(at)s: %(reason)s"),
}
