"""What somebody looks for in the shop, as the page's address says it."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.http import urlencode
from django.utils.translation import gettext_lazy as _
from msgspec import Struct
from msgspec.structs import replace

from club.folding import folded, holds
from club.numbers import whole_number
from engines.musg import muster
from engines.musg.catalogue import Catalogue, Item
from engines.musg.catalogue.types import Equipment, MeleeWeapon, RangedWeapon
from engines.musg.purchase import Trial
from engines.musg.warband import Warband
from rosters.reference.model import both

type Label = str | Promise
WORDS_MOST: Final = 80


class Kind(Struct, frozen=True):
    """A shelf of the shop: ``title`` heads it, ``short`` stands on its chip, ``holds`` tells what lies on it."""

    code: str
    title: Label
    short: Label
    icon: str
    holds: Callable[[Item], bool]

    def shelf(self, catalogue: Catalogue) -> tuple[Item, ...]:
        """Return what lies on it; everything in a catalogue lies on one shelf."""
        return tuple(item for item in catalogue.offered(catalogue.items).values() if self.holds(item))


def _protects(item: Item) -> bool:
    return isinstance(item, Equipment) and (item.slot is not None or "reroll_hits_received" in item.traits)


KINDS: Final = (
    Kind("ranged", _("Ranged weapons"), _("Ranged"), "bow", lambda item: isinstance(item, RangedWeapon)),
    Kind("melee", _("Close combat weapons"), _("Melee"), "sword", lambda item: isinstance(item, MeleeWeapon)),
    Kind("armour", _("Armour and shields"), _("Armour"), "helmet", _protects),
    Kind("other", _("Other equipment"), _("Other"), "chest", lambda i: isinstance(i, Equipment) and not _protects(i)),
)
FITS: Final = {"fits": _("Fits"), "dear": _("Too dear"), "barred": _("Forbidden")}
"""How a ware stands to who would get it; each is a filter."""


def fit(trial: Trial) -> str:
    """Return how what was tried stands to the warband."""
    if trial.too_dear:
        return "dear"
    against = trial.refusals or [doubt for doubt in trial.doubts if doubt.code in muster.EXCUSABLE]
    return "barred" if against else "fits"


class Wish(Struct, frozen=True):
    """Words to look for, a kind, a fit (each may be empty), and for which figures: none means the stash."""

    words: str = ""
    kind: str = ""
    fit: str = ""
    figures: tuple[int, ...] = ()

    @classmethod
    def read(cls, query: QueryDict, roster: Warband) -> Wish:
        """Return what an address asks for; what makes no sense in it is left out."""
        numbers = {whole_number(text) for text in query.getlist("who")}
        return cls(
            words=query.get("q", "").strip()[:WORDS_MOST],
            kind=query.get("kind", "") if query.get("kind") in {kind.code for kind in KINDS} else "",
            fit=query.get("fit", "") if query.get("fit") in FITS else "",
            figures=tuple(figure.id for figure in roster.active if figure.id in numbers),
        )

    @property
    def address(self) -> str:
        """The query string that asks for this."""
        asked: dict[str, str | tuple[int, ...]]
        asked = {"q": self.words, "kind": self.kind, "fit": self.fit, "who": self.figures}
        return "?" + urlencode({name: value for name, value in asked.items() if value}, doseq=True)

    @property
    def narrow(self) -> bool:
        """Whether it asks for less than everything."""
        return bool(self.words or self.kind or self.fit)

    def of_kind(self, kind: str) -> Wish:
        """Return the same for another kind, all of them if empty."""
        return replace(self, kind=kind)

    def that(self, fit: str) -> Wish:
        """Return the same for wares that stand so; pressed again, for all."""
        return replace(self, fit="" if fit == self.fit else fit)

    def ticking(self, figure: int) -> Wish:
        """Return the same with a figure ticked, or no more."""
        if figure in self.figures:
            return replace(self, figures=tuple(number for number in self.figures if number != figure))
        return replace(self, figures=(*self.figures, figure))

    def for_stash(self) -> Wish:
        """Return the same for nobody."""
        return replace(self, figures=())

    def names(self, item: Item) -> bool:
        """Tell whether all the words are said of an item, in either language."""
        return not self.words or holds(_said_of(item), folded(self.words).split())


@lru_cache(maxsize=256)
def _said_of(item: Item) -> str:
    told = (item.effect,) if isinstance(item, Equipment) else item.notes
    return both(item.name, *told)
