"""An action as a short text, and back: what a form sends and a script writes down."""

from __future__ import annotations

from math import isfinite
from typing import Final

import msgspec

from engines.core.problems import Malformed
from engines.musg.battle.actions import Action, Custom

LONGEST: Final = 2000
"""No text of an action is longer."""
_ENCODER: Final = msgspec.json.Encoder()
_DECODER: Final = msgspec.json.Decoder(Action)


def code_of(action: Action) -> str:
    """Return an action as JSON, such as ``{"do":"walk","x":3.0,"y":4.5}``; equal actions alike.

    A driver's turn of 15 degrees may be a whole number in Python: it is written as the paces beside it are.
    """
    written = _ENCODER.encode(action)
    return written.decode() if type(action) is not Custom else _ENCODER.encode(_DECODER.decode(written)).decode()


def read(code: str) -> Action:
    """Return the action of a text. Raises ``Malformed``; whether it is legal is for the battle to say."""
    if len(code) > LONGEST:
        raise Malformed(f"longer than {LONGEST}")
    try:
        action: Action = _DECODER.decode(code)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Malformed(str(error)) from None
    if not all(isfinite(value) and abs(value) < 1e6 for value in _numbers(action)):
        raise Malformed("a number that is none of a table")
    return action


def _numbers(action: Action) -> list[float]:
    found: list[float] = []
    for value in msgspec.structs.astuple(action):
        values = value if isinstance(value, tuple) else (value,)
        found += [one for one in values if isinstance(one, int | float)]
    return found
