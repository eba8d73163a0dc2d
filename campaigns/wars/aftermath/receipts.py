"""The proof of the site's dice: what was published before the first roll, and what shows it was kept."""

from __future__ import annotations

import msgspec

from campaigns.wars.models.recovery import DiceMode, Recovery, RecoveryState
from engines.core.dice import Roll
from engines.core.receipts import Receipt


def rolls_of(recovery: Recovery) -> tuple[Roll, ...]:
    """Return the receipts of a finished aftermath's dice."""
    return msgspec.convert(recovery.rolls, tuple[Roll, ...])


def has_proof(recovery: Recovery) -> bool:
    """Tell whether there are site's dice to prove: the seed is revealed only once nothing is left to roll."""
    return recovery.state == RecoveryState.DONE and recovery.mode == DiceMode.SITE and not recovery.corrected


def proof(recovery: Recovery) -> bytes:
    """Return the receipt as JSON, for ``python -m engines verify FILE``."""
    receipt = Receipt(commitment=recovery.commitment, seed=recovery.seed, rolls=rolls_of(recovery))
    return msgspec.json.format(msgspec.json.encode(receipt), indent=2)


def file_name(recovery: Recovery) -> str:
    """Return a name for the file that is the same whoever downloads it."""
    return f"dice-{recovery.side.battle.key}-{recovery.side.warband.key}.json"
