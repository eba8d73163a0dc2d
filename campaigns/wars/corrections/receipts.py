"""The proof of the site's dice in a correction: what was published before, and what shows it was kept."""

from __future__ import annotations

from campaigns.wars.models.correction import Correction, CorrectionState
from engines.core.dice import Request, Roll, SeededDice
from engines.core.separate import SeparateReceipt, SeparateRoll, dice_about
from engines.musg.corrections.outcome import Missing
from engines.musg.corrections.timeline import Face


def rolled(draft: Correction, missing: Missing) -> tuple[int, ...]:
    """Roll with the draft's secret seed what a correction asks for."""
    asked = missing.request
    about = _about(missing.ref, asked, missing.nth)
    return dice_about(bytes.fromhex(draft.seed), about).roll(asked.asked, asked.reason, asked.figure).faces


def has_proof(correction: Correction) -> bool:
    """Tell whether there are site's dice to prove: the seed is revealed only once nothing is left to roll."""
    settled = correction.state in (CorrectionState.MADE, CorrectionState.TAKEN_BACK)
    return settled and any(face.rolled for face in correction.engine_faces)


def receipt_of(correction: Correction) -> SeparateReceipt:
    """Return the proof of the dice that the site rolled for a correction."""
    faces = [face for face in correction.engine_faces if face.rolled]
    rolls = tuple(_roll(position, face) for position, face in enumerate(faces))
    return SeparateReceipt(commitment=correction.commitment, seed=correction.seed, rolls=rolls)


def _roll(position: int, face: Face) -> SeparateRoll:
    about = _about(face.ref, Request(face.rolled, face.reason, face.figure), face.nth)
    return SeparateRoll(about, Roll(position, face.rolled, face.reason, face.figure, face.faces, SeededDice.source))


def _about(ref: str, asked: Request, nth: int) -> str:
    return f"{ref} {asked.reason} {asked.figure} {nth}"
