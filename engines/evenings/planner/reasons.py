"""Why a game, its people and its table are proposed, as codes; sentences are made where the reader is."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct


class Because(StrEnum):
    """The reasons of a proposal, and of somebody's being left over. In brackets what ``params`` hold."""

    OWED = "owed"
    """The campaign has scheduled this battle."""
    PAIRED = "paired"
    """The campaign would pair these next."""
    FIRST_MEETING = "first_meeting"
    """Nobody at it has met another of them."""
    HAVE_MET = "have_met"
    """Of them ``pairs`` have met, the most often ``times`` times."""
    EVEN = "even"
    """The odds of the first are ``odds`` in a thousand, between 450 and 550."""
    UNEVEN = "uneven"
    """They are ``odds``, and nobody could be paired more evenly."""
    EVENED_BY = "evened_by"
    """``help`` would make them ``odds``."""
    WISHED = "wished"
    """``people`` of them wished for this game."""
    LATER_WISH = "later_wish"
    """``person`` wished for another game more, for which there were too few people or no table."""
    GROUP = "group"
    """They are ``size``, a whole group."""
    JOINS = "joins"
    """``people`` take free seats at a game that is planned already."""
    EXPLAINED_BY = "explained_by"
    """``person`` is new to it and sits at a table with ``by``, who explains it."""
    NOBODY_EXPLAINS = "nobody_explains"
    """``person`` is new to it, and nobody who explains it is free."""
    ONLY_TABLE = "only_table"
    """No other table is large enough and meant for it."""
    FRESH_TABLE = "fresh_table"
    """Nobody of them has sat at this table."""
    TABLE_AGAIN = "table_again"
    """``person`` has sat at it ``times`` times; at the others it would be no better."""
    NOT_THERE = "not_there"
    """Whoever is left over comes too late or leaves too soon for any game."""
    WISH_TOO_RARE = "wish_too_rare"
    """Too few wish for what he wishes for."""
    NO_TABLE = "no_table"
    """All tables are taken."""
    NO_PARTNER = "no_partner"
    """Nobody is free to play with."""


class Reason(Struct, frozen=True):
    """One reason: a stable code, and the numbers and names that its sentence needs."""

    code: Because
    params: dict[str, int | str] = {}
