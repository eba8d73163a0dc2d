"""What the forms of every evening are made of: chips, faces of dice, buttons; and the questions all of them put."""

from __future__ import annotations

from collections.abc import Callable

from django.utils.translation import gettext as _
from msgspec import Struct

from campaigns.wars.pocket import wording
from engines.musg.engagement import UNKNOWN
from engines.musg.pocket.setup import ref_of
from engines.musg.pocket.state import Table


class Option(Struct, frozen=True):
    """One thing to choose; ``seat`` gives it a warband's colour."""

    value: str
    label: str
    seat: int | None = None


class Choice(Struct, frozen=True):
    """One question of a form.

    ``look``: "chips" (one of few), "select" (one of many), "tick", "number", "text" (of ``most`` letters), "places"
    (all of them in order), "buttons" that send the form, "die" whose faces send it, "face" for one die of two.
    """

    name: str
    label: str
    options: tuple[Option, ...] = ()
    look: str = "chips"
    least: int = 1
    most: int = 6
    value: str = ""


class Panel(Struct, frozen=True):
    """A form that enters one thing. ``send`` is its button's text, ``site`` that of the button that lets the site roll.

    ``lead`` says what to do at the table; ``aside``: not what goes on with the turn, but beside it.
    """

    id: str
    title: str
    icon: str
    kind: str
    fixed: tuple[tuple[str, str], ...] = ()
    choices: tuple[Choice, ...] = ()
    send: str = ""
    site: str = ""
    lead: str = ""
    aside: bool = False


def band_of(ref: str) -> str:
    """Return the key of a figure's band."""
    return ref.partition(":")[0]


def people(state: Table, wanted: Callable[[str], bool], band: Callable[[str], str] = band_of) -> tuple[Option, ...]:
    """Return those whom a reference means as options, each in the colour of the ``band`` it belongs to."""
    seats = {one.key: seat for seat, one in enumerate(state.setup.bands)}
    return tuple(Option(ref, wording.name(state, ref), seats.get(band(ref))) for ref in state.refs() if wanted(ref))


def by_whom(state: Table, nobody: str, counts: Callable[[str], bool] = lambda ref: True) -> Choice:
    """Return the question who put somebody out of action: ``nobody`` who scores, a warband, or one of it.

    ``counts``: who may have, by reference.
    """
    options = [Option("", nobody)]
    for seat, band in enumerate(state.setup.bands):
        options.append(Option(f"{band.key}:{UNKNOWN}", _("%(band)s, not known who") % {"band": band.name}, seat))
        options += [
            Option(ref, f"{one.name} ({band.name})", seat)
            for one in band.fighters
            if counts(ref := ref_of(band.key, one.id))
        ]
    return Choice("by", _("By whom?"), tuple(options), look="select")


def put_out(kind: str, standing: tuple[Option, ...], by: Choice, *further: Choice) -> Panel:
    """Return the form that enters, as an entry of this ``kind``, who went out of action and by whom."""
    return Panel(
        kind,
        _("Out of action"),
        "grave",
        kind,
        choices=(
            by,
            Choice("killed", _("killed outright (below 0 hit points)"), look="tick"),
            *further,
            Choice("figure", _("Who went out of action?"), standing, look="buttons"),
        ),
    )
