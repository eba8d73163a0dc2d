"""The scheme of a season: what a match is worth, which matches count, who stands before whom. Exact, in fractions."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from fractions import Fraction
from typing import ClassVar, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy, ngettext
from msgspec import Struct

from campaigns.league.models import Campaign
from campaigns.matches.scores import pad_of
from campaigns.seasons.models.scheme import PLACE_POINTS, Measure, SeasonScheme


class Part(Struct, frozen=True):
    """One player's part in a match. ``sharing`` is how many share the place, this player included."""

    place: int
    sharing: int
    points: int | None
    won: bool


class Worth(ABC):
    """What one match is worth."""

    unit: ClassVar[str | Promise]

    @abstractmethod
    def of(self, part: Part, scheme: Scheme) -> Fraction:
        """Return the worth of a match for one of its players."""

    @abstractmethod
    def sentence(self, scheme: Scheme) -> str:
        """Say in words what a match is worth."""


class PlaceWorth(Worth):
    """Points by place; those who share places share their points evenly."""

    unit = gettext_lazy("Points")

    def of(self, part: Part, scheme: Scheme) -> Fraction:
        places = range(part.place - 1, part.place - 1 + part.sharing)
        worth = scheme.place_points
        return Fraction(sum(worth[place] for place in places if place < len(worth)), part.sharing)

    def sentence(self, scheme: Scheme) -> str:
        points = ", ".join(str(points) for points in scheme.place_points)
        return _(
            "A match brings points by place, from first place down: %(points)s; places further down bring "
            "nothing. Players who share a place share the points of the places they take together: two who share "
            "the first place of %(first)s and %(second)s points get %(each)s each."
        ) % {
            "points": points,
            "first": scheme.place_points[0],
            "second": scheme.second,
            "each": format_value(Fraction(scheme.place_points[0] + scheme.second, 2)),
        }


class WinWorth(Worth):
    """A victory is worth 1, even a shared one."""

    unit = gettext_lazy("Victories")

    def of(self, part: Part, scheme: Scheme) -> Fraction:
        return Fraction(part.won)

    def sentence(self, scheme: Scheme) -> str:
        return _("A match is worth 1 to the winner and nothing to the others. A shared victory is a victory for each.")


class PointWorth(Worth):
    """The points of the game itself."""

    unit = gettext_lazy("Points")

    def of(self, part: Part, scheme: Scheme) -> Fraction:
        return Fraction(part.points or 0)

    def sentence(self, scheme: Scheme) -> str:
        return _("A match brings the points scored in the game itself, whatever the player’s place.")


WORTHS: Final[Mapping[str, Worth]] = {
    Measure.PLACES.value: PlaceWorth(),
    Measure.WINS.value: WinWorth(),
    Measure.POINTS.value: PointWorth(),
}


class Scheme(Struct, frozen=True):
    """A season's scheme as a value; the fields are those of ``SeasonScheme``."""

    measure: str = Measure.PLACES.value
    average: bool = False
    best_of: int = 0
    least: int = 1
    place_points: tuple[int, ...] = PLACE_POINTS

    @property
    def second(self) -> int:
        """What the second place is worth."""
        return self.place_points[1] if len(self.place_points) > 1 else 0

    @property
    def worth(self) -> Worth:
        """What a match is worth."""
        return WORTHS[self.measure]

    def value(self, parts: Mapping[Part, int]) -> tuple[Fraction, int]:
        """Return what a player's matches come to, and how many of them count; ``parts`` says how often each was."""
        worths: dict[Fraction, int] = {}
        for part, count in parts.items():
            worth = self.worth.of(part, self)
            worths[worth] = worths.get(worth, 0) + count
        room = self.best_of or sum(parts.values())
        total, counted = Fraction(), 0
        for worth in sorted(worths, reverse=True):
            taken = min(worths[worth], room - counted)
            total, counted = total + worth * taken, counted + taken
        return (total / counted if self.average and counted else total), counted

    def sentences(self) -> list[str]:
        """Explain the scheme in words, a sentence for each of its rules."""
        said = [_("Only confirmed matches count."), self.worth.sentence(self)]
        if self.best_of:
            said.append(
                ngettext(
                    "Only the best match of each player counts, however many were played.",
                    "Only the %(count)s best matches of each player count, however many were played.",
                    self.best_of,
                )
                % {"count": self.best_of}
            )
        if self.average:
            said.append(_("The average of these matches decides, so that playing more often is no advantage."))
        else:
            said.append(_("The total of these matches decides."))
        if self.least > 1:
            said.append(
                ngettext(
                    "Players with fewer than %(count)s match stand below, without a place.",
                    "Players with fewer than %(count)s matches stand below, without a place.",
                    self.least,
                )
                % {"count": self.least}
            )
        said.append(
            _(
                "Ties are broken by victories in all matches, then by the better average place; "
                "otherwise the place is shared."
            )
        )
        return said


def scheme_of(season: Campaign) -> Scheme:
    """Return a season's scheme; one query."""
    row = SeasonScheme.objects.filter(season=season).first()
    if row is None:
        return Scheme()
    return Scheme(row.measure, row.average, row.best_of, row.least, tuple(row.place_points))


def measures_for(game: str) -> list[tuple[str, str | Promise]]:
    """Return the measures that make sense for a game: one without points cannot go by them."""
    scored = pad_of(game).counts_points
    return [(code, label) for code, label in Measure.choices if scored or code != Measure.POINTS]


def format_value(value: Fraction) -> str:
    """Return a number in the reader's language, with two decimals at most."""
    from django.utils.formats import number_format

    exact = f"{float(value):.2f}".rstrip("0").rstrip(".")
    return str(number_format(exact, use_l10n=True))
