"""Why something is proposed: codes with numbers. Sentences are made where the reader is, in the reader's language."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct


class Why(StrEnum):
    """The reasons of a pair, or of whoever sits out. In brackets what ``params`` hold."""

    FIRST_MEETING = "first_meeting"
    """The two have not met."""
    ALL_HAVE_MET = "all_have_met"
    """All who play have met each other ``times`` times at least: another turn of everybody against everybody."""
    MET_ALL_OTHERS = "met_all_others"
    """``player`` has met all others who play ``times`` times at least."""
    NO_ROUND_WITHOUT = "no_round_without"
    """They have met ``times`` times; however all are paired, some meet again, and fewer is not possible."""
    BYE_IN_TURN = "bye_in_turn"
    """They have met ``times`` times; without it somebody would have to sit out before it is his turn."""
    CLOSE_IN_WINS = "close_in_wins"
    """Their victories, ``one`` and ``other``, differ by one at most."""
    APART_IN_WINS = "apart_in_wins"
    """Their victories, ``one`` and ``other``, differ by more: there was nobody nearer for both."""
    ODD_NUMBER = "odd_number"
    """One of an odd number sits out."""
    FEWEST_BYES = "fewest_byes"
    """Nobody who plays has sat out fewer rounds than these, ``byes``."""


class Reason(Struct, frozen=True):
    """One reason: a stable code and the numbers that its sentence needs."""

    code: Why
    params: dict[str, int] = {}
