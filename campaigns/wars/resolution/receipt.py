"""The proof of the dice of a battle the engine resolved: what was published before, and what shows it was kept."""

from __future__ import annotations

import msgspec

from campaigns.wars.models.resolution import Resolution, ResolutionState
from engines.core.dice import Roll
from engines.core.receipts import Receipt
from engines.musg.battle.events import Event


def has_proof(resolution: Resolution) -> bool:
    """Whether the dice may be shown: the seed is secret until the battle is done."""
    return resolution.state == ResolutionState.DONE


def rolls_of(resolution: Resolution) -> tuple[Roll, ...]:
    """Return the receipts of all dice, in the order they fell."""
    events = msgspec.convert(resolution.events, tuple[Event, ...])
    return tuple(sorted((roll for event in events for roll in event.rolls), key=lambda roll: roll.index))


def proof(resolution: Resolution) -> bytes:
    """Return the receipt as JSON, for ``python -m engines verify FILE``."""
    receipt = Receipt(commitment=resolution.commitment, seed=resolution.seed, rolls=rolls_of(resolution))
    return msgspec.json.format(msgspec.json.encode(receipt), indent=2)


def file_name(resolution: Resolution) -> str:
    """Return a name for the file that is the same whoever downloads it."""
    return f"dice-{resolution.battle.key}.json"
