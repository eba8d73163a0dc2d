"""What figures, warbands and numbers of an event are called."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _, ngettext
from msgspec import Struct

from campaigns.wars.ground.map import zone_letter
from campaigns.wars.replay.frames import FigureState, figures_of, newcomers
from club.words import words
from engines.musg.attacks.fighter import BARE_HANDS
from engines.musg.battle.events import Event
from engines.musg.battle.objectives import AnyObjective
from engines.musg.battle.regroup.hostages import PROFILE as HOSTAGE
from engines.musg.battle.setup import Setup
from engines.musg.battle.state import CAPTIVE
from engines.musg.catalogue import Catalogue
from rosters.gear_lines import MINUS
from rosters.wording import item_told, marked

NO_BREAK: Final = "\N{NO-BREAK SPACE}"

type Sentence = Callable[[Event, Names], str] | Promise | str
"""What makes a sentence of an event, or the text itself where the usual names fill it."""


class Names(Struct, frozen=True):
    """The names of a battle: its warbands by side, its figures and vehicles by number, and its scenario's aims.

    ``catalogue`` tells what weapons are called: it is that of the battle.
    """

    sides: tuple[str, ...]
    figures: tuple[str, ...]
    catalogue: Catalogue
    objectives: tuple[AnyObjective, ...] = ()
    vehicles: tuple[str, ...] = ()

    @classmethod
    def of(cls, setup: Setup, events: Iterable[Event] = ()) -> Names:
        """Return the names of a setup.

        Figures that share a name are told apart by their warband's, warbands by the letter of their zone on the map.

        ``events`` name those whom modules brought into the battle.
        """
        everybody = figures_of(setup)
        others = [newcomer_called(figure, setup.catalogue) for figure in newcomers(events)]
        shared = Counter(figure.name for figure in everybody)
        sides = _told_apart([side.name for side in setup.sides])
        return cls(
            sides,
            tuple(
                figure.name if shared[figure.name] == 1 else f"{figure.name} ({sides[figure.side]})"
                for figure in everybody
            )
            + tuple(others),
            setup.catalogue,
            setup.objectives,
            tuple(ride.name for side in setup.sides for ride in side.rides or ()),
        )

    def figure(self, number: int | None) -> str:
        """Return a figure's name; "?" for nobody known."""
        return self.figures[number] if number is not None and 0 <= number < len(self.figures) else "?"

    def vehicle(self, number: int) -> str:
        """Return a vehicle's name; "?" for none known."""
        return self.vehicles[number] if 0 <= number < len(self.vehicles) else "?"

    def side(self, number: int | None) -> str:
        """Return a warband's name; "?" for none known."""
        if number is not None and number >= len(self.sides):
            return _("the others")
        return self.sides[number] if number is not None and number >= 0 else "?"

    def values(self, event: Event, **more: Any) -> dict[str, Any]:
        """Return what nearly every sentence needs: who, whom, and whose warband."""
        return {
            "name": self.figure(event.figure),
            "target": self.figure(event.target),
            "warband": self.side(event.side),
            **more,
        }

    def listed(self, numbers: Iterable[int]) -> str:
        """Return several figures' names: "Ann, Bert and Cleo"."""
        return join(self.figure(number) for number in numbers)


def _told_apart(warbands: Sequence[str]) -> tuple[str, ...]:
    shared = Counter(warbands)
    return tuple(
        name if shared[name] == 1 else f"{name}{NO_BREAK}{zone_letter(number)}" for number, name in enumerate(warbands)
    )


def newcomer_name(figure: FigureState, catalogue: Catalogue) -> str:
    """Return the bare name of somebody whom a module brings: by name those who have one, else by kind and number."""
    if figure.race == CAPTIVE:
        return figure.name
    civilian = catalogue.civilians.get(figure.race)
    return words(civilian.name) if civilian else f"{profile_name(figure.race, catalogue)} {figure.member}"


def newcomer_called(figure: FigureState, catalogue: Catalogue) -> str:
    """Return what lists and sentences call such a one; whom a pack brought says so: "Old Gus (house)"."""
    name = newcomer_name(figure, catalogue)
    profile = catalogue.civilians.get(figure.race) or catalogue.non_players.get(figure.race)
    return marked(profile, catalogue, name) if profile and figure.race != CAPTIVE else name


def profile_name(code: str, catalogue: Catalogue) -> str:
    """Return what a figure that a module brings is called."""
    if code == HOSTAGE:
        return words(catalogue.regroup_team.hostage.name)
    figure = catalogue.non_players.get(code)
    return words(figure.name) if figure else code


def join(texts: Iterable[str]) -> str:
    """Return "a, b and c"."""
    found = list(texts)
    if len(found) < 2:
        return "".join(found)
    return _("%(first)s and %(last)s") % {"first": ", ".join(found[:-1]), "last": found[-1]}


def whole(event: Event, key: str) -> int:
    """Return a number of an event, 0 where it has none."""
    value = event.data.get(key)
    return int(value) if isinstance(value, int | float) else 0


def with_minus(number: int) -> str:
    """Return a whole number, one below zero with a true minus."""
    return str(number).replace("-", MINUS)


def many(event: Event, key: str) -> list[int]:
    """Return a list of numbers of an event, empty where it has none."""
    value = event.data.get(key)
    return [int(one) for one in value if isinstance(one, int | float)] if isinstance(value, list) else []


def paces(value: object) -> str:
    """Return a distance: "1 pace", "7.5 paces"."""
    number = round(float(value), 1) if isinstance(value, int | float) else 0.0
    text = number_format(number, decimal_pos=0 if number == int(number) else 1)
    return ngettext("%(paces)s pace", "%(paces)s paces", 1 if number == 1 else 2) % {"paces": text}


def weapons(event: Event, key: str, names: Names) -> str:
    """Return the weapons an event names by their codes."""
    codes = [code for code in str(event.data.get(key) or "").split(", ") if code]
    return join(_("bare hands") if code == BARE_HANDS else item_told(code, names.catalogue) for code in codes)
