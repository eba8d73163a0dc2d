"""What is counted at the table while a battle is fought, and who keeps it.

A figure's hit points, and what it carries that may run out: grenades and rockets (Musg, Armes de tir; ruling M104), and
what works once a battle (ruling M38); in a pulp campaign the points of pulp, beside the hero and the first partner, or
the villain and the first lieutenant. Another room keeps the counts with its battle and registers as the keeper; this
room only shows them. They are a scrap of paper, no step of the journal.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Mapping
from typing import Any, Final, Protocol

from django.db.models import QuerySet
from django.db.models.expressions import Combinable
from django.http import HttpRequest
from django.utils.translation import gettext as _
from msgspec import Struct

from engines.musg import pulp
from engines.musg.catalogue import Catalogue, Item
from engines.musg.catalogue.types import Characteristic, RangedWeapon
from engines.musg.ranks import Rank
from engines.musg.warband import Figure, Warband as Roster
from rosters import wording
from rosters.figure_card import effective_profile
from rosters.models import Warband

HIT_POINTS: Final = "hit_points"
PULP: Final = "pulp"
PULP_LIMIT: Final = 20
"""More points of pulp than ever meet in one pool: gifts of the other side come in addition (ruling M163)."""
_KEPT: Final = "kept_at_table_"


class Count(Struct, frozen=True):
    """One thing counted for a figure: its code, its name, how many are left of how many.

    ``grows``: others may add to it, so that nobody is told the most there can be.
    """

    code: str
    name: str
    left: int
    most: int
    grows: bool = False

    @property
    def less(self) -> int:
        """What is left after one more is lost."""
        return max(0, self.left - 1)

    @property
    def more(self) -> int:
        """What is left when one comes back."""
        return min(self.most, self.left + 1)


class AtTable(Struct, frozen=True):
    """The counts of a warband's battle: its title, where they are kept, by the figures' numbers, each with a version.

    A count that nobody touched is missing. ``version`` of a figure counts the writes; ``mark`` changes with each.
    """

    title: str
    battle: str
    address: str
    mark: str
    counts: Mapping[int, Mapping[str, int]]
    versions: Mapping[int, int]


class Keeper(Protocol):
    """Who keeps counts: the column that has them beside a warband, and what it reads there."""

    def column(self) -> Combinable:
        """Return what is kept for the next battle of the warband that a query is about, as one value."""
        ...

    def read(self, warband: Warband, kept: Any) -> AtTable | None:
        """Return the counts in such a value; ``None`` where no battle is ahead."""
        ...


_KEEPERS: Final[list[Keeper]] = []


def keeper(keeps: Keeper) -> None:
    """Register who keeps counts: those of the warband's next battle, if there is one."""
    if keeps not in _KEEPERS:
        _KEEPERS.append(keeps)


def with_counts(warbands: QuerySet[Warband]) -> QuerySet[Warband]:
    """Return the same warbands, each with what is kept for its next battle: ``at_table`` then asks nothing more."""
    return warbands.annotate(**{f"{_KEPT}{number}": one.column() for number, one in enumerate(_KEEPERS)})


def at_table(warband: Warband, request: HttpRequest) -> AtTable | None:
    """Return what is kept for the warband's next battle; nothing for visitors, who keep no count.

    One query, none for a warband that came ``with_counts``.
    """
    return kept_for(warband) if request.user.is_authenticated else None


def kept_for(warband: Warband) -> AtTable | None:
    """Return what members may read of it."""
    if not warband.mustered:
        return None
    beside = vars(warband)
    if _KEEPERS and f"{_KEPT}0" not in beside:
        names = [f"{_KEPT}{number}" for number in range(len(_KEEPERS))]
        beside = with_counts(Warband.every.filter(pk=warband.pk)).values(*names).get()
    read = (one.read(warband, beside[f"{_KEPT}{number}"]) for number, one in enumerate(_KEEPERS))
    return next((found for found in read if found is not None), None)


def counts_of(figure: Figure, roster: Roster, kept: Mapping[str, int] | None = None) -> tuple[Count, ...]:
    """Return what is counted for a figure of ``roster``, with what is ``kept`` of it; never more than it has."""
    kept, catalogue = kept or {}, roster.catalogue
    found = [(HIT_POINTS, wording.characteristic_short(Characteristic.HIT_POINTS), _hit_points(figure, catalogue))]
    carried = Tally(figure.item_codes).items()
    found += [
        (code, wording.marked_item(code, catalogue), most) for code, most in carried if _spent(catalogue.item(code))
    ]
    counts = [Count(code, name, max(0, min(kept.get(code, most), most)), most) for code, name, most in found]
    points = pulp.pool(roster, figure)
    if points:
        name = _("Pulp") if figure.rank is Rank.LEADER else _("Pulp, shared")
        left = max(0, min(kept.get(PULP, points), PULP_LIMIT))
        counts.append(Count(PULP, name, left, PULP_LIMIT, grows=True))
    return tuple(counts)


def _hit_points(figure: Figure, catalogue: Catalogue) -> int:
    lines = effective_profile(figure, catalogue).lines
    return next(line.value for line in lines if line.characteristic is Characteristic.HIT_POINTS) or 0


def _spent(row: Item) -> bool:
    """Whether the item may run out during a battle."""
    return row.limited_ammunition if isinstance(row, RangedWeapon) else getattr(row, "single_use", False)
