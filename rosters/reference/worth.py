"""What a point buys: the printed catalogue as it was weighed by battles, laid out for reading."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Final

from django.utils.formats import number_format
from django.utils.translation import get_language, gettext as _, override, pgettext
from msgspec import Struct

from club.words import words
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.ground.ready_tables import name_of, ready_tables
from engines.musg.weighing import Kind, Subject, Weight
from engines.musg.weighing.price_list import printed
from rosters.reference.gear import item_anchor
from rosters.reference.model import Cell, Column, ReferenceRow, Section
from rosters.reference.people import mercenary_anchor, skill_anchor
from rosters.wording import item_name, mercenary_name, rank_name, skill_name
from rosters.wording.worth import bot_names, difference_words, interval_words, price_words, verdict_words


class Worth(Struct, frozen=True):
    """The page: its tables, and the battles that they rest on.

    ``battles`` were fought in all, ``each`` counts for one line; ``bots`` and ``grounds`` are named in words, ``first``
    and ``second`` are the points of the two steps that freed points buy, ``command`` repeats the first line.
    """

    sections: tuple[Section, ...]
    battles: str
    each: str
    lines: int
    bots: str
    grounds: str
    first: int
    second: int
    command: str


def worth() -> Worth:
    """Return the page in the reader's language."""
    return _worth(get_language() or "en")


@lru_cache(maxsize=8)
def _worth(language: str) -> Worth:
    found = printed()
    weights = [line.weight for line in found.lines]
    first = weights[0]
    _nothing, one_step, both_steps = first.plan.costs
    with override(language):
        return Worth(
            sections=tuple(_sections(weights)),
            battles=_grouped(found.battles),
            each=_grouped(first.battles),
            lines=len(weights),
            bots=bot_names(found.bots),
            grounds=", ".join(words(name_of(ready_tables()[ground])) for ground in found.grounds),
            first=one_step,
            second=both_steps - one_step,
            command=f"{_command(first.plan.subject)} --battles {first.battles} --seed {found.seed}",
        )


def _grouped(count: int) -> str:
    return str(number_format(count, force_grouping=True))


def _sections(weights: Iterable[Weight]) -> Iterable[Section]:
    by_kind: dict[Kind, list[Weight]] = {kind: [] for kind in Kind}
    for one in weights:
        by_kind[one.plan.subject.kind].append(one)
    items = by_kind[Kind.ITEM]
    yield _section(
        "ranged", _("Ranged weapons"), "bow", _among(items, CATALOGUE.ranged), _("Three henchmen carry one.")
    )
    yield _section(
        "melee", _("Close combat weapons"), "sword", _among(items, CATALOGUE.melee), _("Four henchmen carry one.")
    )
    yield _section(
        "equipment",
        _("Equipment"),
        "backpack",
        _among(items, CATALOGUE.equipment),
        _("The two heroes have one each; a shield, four henchmen."),
    )
    yield _section(
        "skills",
        _("Skills"),
        "star",
        by_kind[Kind.SKILL],
        _(
            "The two heroes have learned it; what it requires they know in either warband. No price is printed: "
            "experience pays for skills. The victories are those of a gift."
        ),
    )
    yield _section(
        "profiles",
        _("Profiles of no particular race"),
        "helmet",
        by_kind[Kind.PROFILE],
        _("A lieutenant with axe and bow, three henchmen with axes or four extras join the warband."),
    )
    yield _section(
        "mercenaries",
        _("Mercenaries"),
        "mercenary",
        by_kind[Kind.MERCENARY],
        _(
            "One joins the warband, with axe and bow. Its price is what the first battle costs, engagement and fee "
            "(M13). The fee is due again for every battle, while what the other warband buys stays: whoever keeps a "
            "mercenary for long pays more than is judged here."
        ),
    )


def _among(weights: Iterable[Weight], table: Iterable[str]) -> list[Weight]:
    codes = set(table)
    return [one for one in weights if one.plan.subject.code in codes]


def _section(anchor: str, title: str, icon: str, weights: list[Weight], lead: str) -> Section:
    """Return the table of one kind. Where nothing has a price, the difference is that of a gift."""
    priced = any(one.plan.price is not None for one in weights)
    gain = _("At the printed price, more victories in 100 battles, and the margin")
    gift = _("For nothing, more victories in 100 battles, and the margin")
    return Section(
        anchor,
        title,
        "",
        icon,
        (
            Column(_("Printed"), _("Printed price in warband points"), number=True),
            Column(_("The printed price")),  # what most readers want: on a phone the first columns are in sight
            Column(_("Fair"), _("Fair price in warband points, for one"), number=True),
            Column(_("May be fair"), _("Prices that cannot be told from the fair one"), number=True),
            Column(pgettext("victories more", "Victories"), gain if priced else gift, number=True),
            Column(_("In the command")),
        ),
        rows=tuple(_row(one) for one in weights),
        lead=(lead,),
        first=pgettext("what is weighed", "Thing"),
    )


def _row(one: Weight) -> ReferenceRow:
    subject = one.plan.subject
    name, anchor = _NAMES[subject.kind](subject)
    price = one.plan.price
    return ReferenceRow(
        anchor,
        name,
        (
            Cell("–" if price is None else f"{price:g}", number=True),
            Cell(verdict_words(one.verdict)),
            Cell(price_words(one.fair), number=True),
            Cell(interval_words(one.fair), number=True),
            Cell(difference_words(one.overall), number=True),
            Cell(code=_subject(subject)),
        ),
    )


def _command(subject: Subject) -> str:
    return f"python -m engines musg weigh {_subject(subject)}"


def _subject(subject: Subject) -> str:
    rank = f" --rank {subject.rank}" if subject.rank else ""
    return f"{subject.kind} {subject.code}{rank}"


_NAMES: Final[dict[Kind, Callable[[Subject], tuple[str, str]]]] = {
    Kind.ITEM: lambda one: (item_name(one.code, CATALOGUE), item_anchor(one.code)),
    Kind.SKILL: lambda one: (skill_name(one.code, CATALOGUE), skill_anchor(one.code)),
    Kind.PROFILE: lambda one: (rank_name(str(one.rank)), f"rank-{one.rank}"),
    Kind.MERCENARY: lambda one: (mercenary_name(one.code, CATALOGUE), mercenary_anchor(one.code)),
}
"""What a thing is called, and where on the page it stands."""
