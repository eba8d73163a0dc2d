"""What is agreed before a match of La Bagarre that is kept on the pad."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engines.bagarre.hero_codes import CODES
from engines.core.problems import Problem
from engines.core.score import Field, Number, Pick, Setup

PALADIN: Final = "paladin"
ALCHEMIST: Final = "alchemist"
ONE_EXCHANGE: Final = 2
"""From this version of the scoring rules on the two ends of a fatal counter may be entered one after the other."""
NEIGHBOURS: Final = 2
"""From this version on the fire potion reaches a neighbour of its target only (ruling B47)."""
OWN_MOST: Final = 50
NAME_MOST: Final = 60


class BagarreSetup(Setup, frozen=True, tag="bagarre"):
    """The variant that is played.

    ``heroes`` says whether they are used at all. ``trolls`` gives everybody two of them (La Bagarre, Trolls à deux
    têtes). ``teams`` is a team number for each seat, or empty (Bagarre en équipes); ``same_hero_per_team`` its second
    way of dealing heroes. ``unique`` forbids the same hero twice (ruling B30). ``own_heroes`` are the names of heroes
    the table invented (Conseils et Modes de jeu).
    """

    heroes: bool = True
    trolls: bool = False
    teams: tuple[int, ...] = ()
    same_hero_per_team: bool = False
    unique: bool = True
    own_heroes: tuple[str, ...] = ()

    @property
    def heroes_each(self) -> int:
        """How many heroes a player has."""
        return (2 if self.trolls else 1) if self.heroes else 0

    @property
    def known_heroes(self) -> tuple[str, ...]:
        """The heroes that may be played."""
        return CODES + self.own_heroes

    def side(self, seat: int) -> int:
        """The side a seat fights for: its team, or itself."""
        return self.teams[seat] if self.teams else seat

    def problems(self) -> Iterable[Problem]:
        """Yield what is wrong with the teams or the invented heroes."""
        if self.teams:
            yield from self._team_problems()
        if self.same_hero_per_team and not self.teams:
            yield Problem("no_teams", None, {"item": "same_hero_per_team"}, "La Bagarre, Bagarre en équipes")
        if not self.heroes and (self.trolls or self.same_hero_per_team or self.own_heroes):
            yield Problem("no_heroes")
        if len(self.own_heroes) > OWN_MOST:
            yield Problem("own_heroes", None, {"count": len(self.own_heroes), "most": OWN_MOST})
        for name in self.own_heroes:
            if not name.strip() or len(name) > NAME_MOST or not name.isprintable():
                yield Problem("own_hero_name", None, {"item": name[:NAME_MOST], "most": NAME_MOST})
            if name in CODES or self.own_heroes.count(name) > 1:
                yield Problem("own_hero_twice", None, {"item": name[:NAME_MOST]})

    def _team_problems(self) -> Iterable[Problem]:
        """Two or more teams of the same size: 2 against 2, 3 against 3, 2 against 2 against 2."""
        rule = "La Bagarre, Bagarre en équipes"
        if len(self.teams) != self.seats:
            yield Problem("team_each", None, {"count": len(self.teams), "needs": self.seats}, rule)
            return
        sizes = {team: self.teams.count(team) for team in self.teams}
        if len(sizes) < 2 or len(set(sizes.values())) > 1 or min(sizes.values()) < 2:
            yield Problem("team_sizes", None, {"count": len(sizes), "seats": self.seats}, rule)
        if not all(0 <= team < self.seats for team in self.teams):
            yield Problem("team_number", None, {"least": 0, "most": self.seats - 1})


SETUP_FIELDS: Final[tuple[Field, ...]] = (
    Pick("heroes", (True, False), default=True),
    Pick("trolls", (False, True), default=False),
    Number("teams", 0, 5, per_seat=True),
    Pick("same_hero_per_team", (False, True), default=False),
    Pick("unique", (True, False), default=True),
)
