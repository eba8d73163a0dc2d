"""Musters that do not begin with nothing: drawn in a style, drawn at random, or like an earlier warband.

What is drawn are steps of the journal as anybody would make them, so that everything can be changed afterwards.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from enum import StrEnum
from typing import Final

from django.db import transaction
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from club.models import Member
from club.operations import Refused
from club.words import words
from engines.core.dice import SEED_BYTES, Dice
from engines.musg import journal, levy
from engines.musg.entries import AnyEntry
from engines.musg.levy import Style
from engines.musg.rules import Rules
from engines.musg.warband import Setup, Warband as Roster
from rosters.models import Warband
from rosters.operations import create_warband, roster_at, take_steps
from rosters.wording import refusal


class Start(StrEnum):
    """What a muster begins with."""

    SHOOTERS = "shooters"
    BRAWLERS = "brawlers"
    MANY = "many"
    SURPRISE = "surprise"
    AGAIN = "again"
    NOTHING = "nothing"


STYLES: Final = {
    Start.SHOOTERS: (_("Shooters"), _("guns or bows for everybody"), "bow"),
    Start.BRAWLERS: (_("Brawlers"), _("blades, armour and shields"), "sword"),
    Start.MANY: (_("Many small ones"), _("more figures, lightly armed"), "users"),
    Start.SURPRISE: (_("Surprise me"), _("the dice decide"), "dice"),
}
"""What can be drawn: name, what it is, icon."""


class Wanted(Struct, frozen=True):
    """What somebody says of a new warband; an empty race or name is drawn as well."""

    race: str
    name: str
    rules: Rules
    start: Start


def chance() -> Dice:
    """Return dice that nobody foresees."""
    return Dice.of(secrets.token_bytes(SEED_BYTES))


def earlier(owner: Member, race: str, *, but: int = 0) -> Warband | None:
    """Return the warband of a race that a member mustered last, other than ``but``."""
    return Warband.objects.filter(owner=owner, race=race, mustered=True).exclude(pk=but).order_by("-pk").first()


def found(*, owner: Member, wanted: Wanted, visibility: str) -> Warband:
    """Found a warband, its muster drawn up as far as ``wanted.start`` says and still open. Raises ``Refused``."""
    dice, catalogue = chance(), wanted.rules.catalogue
    race = wanted.race or dice.pick(list(catalogue.offered(catalogue.races)), "race")
    model = earlier(owner, race) if wanted.start is Start.AGAIN else None
    if wanted.start is Start.AGAIN and model is None:
        raise _no_model()
    style = _style(wanted.start, dice)
    leader = levy.figure_name(race, catalogue, (), dice)
    name = wanted.name or (model.name if model else words(levy.band_name(style, leader, dice)))
    setup = Setup(race=race, name=name, rules=wanted.rules)
    if problems := journal.setup_problems(setup):
        raise refusal(problems, setup.catalogue)
    entries: Sequence[AnyEntry] = ()
    if wanted.start is not Start.NOTHING:
        entries = _drawn(journal.begin(setup), model, style, dice, leader)
    return create_warband(owner=owner, setup=setup, visibility=visibility, entries=entries)


@transaction.atomic
def start_anew(*, warband: Warband, start: Start, author: Member, version: int | None = None) -> None:
    """Send away whoever was hired for an open muster, and draw it up anew. Raises ``Refused`` or ``Stale``."""
    roster, dice = warband.roster, chance()
    gone = levy.dismissals(roster)
    empty = roster
    for entry in gone:
        empty = journal.apply(empty, entry, fresh=True).warband
    model = earlier(author, warband.race, but=warband.pk) if start is Start.AGAIN else None
    if start is Start.AGAIN and model is None:
        raise _no_model()
    drawn = [] if start is Start.NOTHING else _drawn(empty, model, _style(start, dice), dice)
    take_steps(warband=warband, entries=[*gone, *drawn], author=author, version=version)


def _style(start: Start, dice: Dice) -> Style:
    return Style(start) if start in set(Style) else dice.pick(list(Style), "style")


def _drawn(empty: Roster, model: Warband | None, style: Style, dice: Dice, leader: str = "") -> list[AnyEntry]:
    entries = levy.again(empty, _as_mustered(model)) if model else levy.draw(empty, style, dice, leader=leader)
    if not entries:
        raise Refused.because("too_few_points", _("The points do not pay for a leader and a henchman."))
    return entries


def _as_mustered(warband: Warband) -> Roster:
    """Return a warband as it was when its muster was closed."""
    closed = warband.journal.filter(kind="muster", undone_at=None).order_by("place").first()
    return roster_at(warband, closed.number) if closed else warband.roster


def _no_model() -> Refused:
    return Refused.because("no_earlier_warband", _("You have not mustered a warband of this race before."))
