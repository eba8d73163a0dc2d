"""Warbands made by the site's own operations, never by inserting rows."""

from __future__ import annotations

from typing import Any

import factory

from club.models import Member
from club.visibility import Visibility
from engines.musg.engagement import Casualty, Engagement, Foe, Outcome
from engines.musg.entries import AnyEntry, Buy, Engage, Fight, Hire, Muster, Recover
from engines.musg.ranks import Rank
from engines.musg.rules import Rules
from engines.musg.warband import Setup
from rosters.models import Warband
from rosters.operations import create_warband
from tests.factories.club import FIRST_NUMBER, MemberFactory

LEADER, HENCHMAN = 1, 2
"""The numbers of the two figures a mustered warband starts with."""


def smallest_muster(race: str = "human") -> list[AnyEntry]:
    """A leader (1), a henchman (2), closed: 452 points left."""
    return [
        Hire(rank=Rank.LEADER, race=race, name="Ada"),
        Hire(rank=Rank.HENCHMAN, race=race, name="Bo"),
        Muster(),
    ]


def full_muster(figures: int = 10, race: str = "human") -> list[AnyEntry]:
    """Leader, two lieutenants, a mercenary and henchmen up to ``figures``, everybody with gear of all three kinds."""
    steps: list[AnyEntry] = [
        Hire(rank=Rank.LEADER, race=race, name="Ada"),
        Hire(rank=Rank.LIEUTENANT, race=race, name="Bo"),
        Hire(rank=Rank.LIEUTENANT, race=race, name="Cid"),
        Engage(mercenary="elf_sniper", name="Dru"),
    ][: max(1, figures - 1)]
    steps += [Hire(rank=Rank.HENCHMAN, race=race, name=f"Hench {n}") for n in range(len(steps) + 1, figures + 1)]
    for number in range(1, figures + 1):
        steps += [Buy(figure=number, item=item) for item in ("pistol", "sword", "bow", "sight", "light_armour")]
    return [*steps, Muster()]


ROOMY = Rules(points=5000, hero_points=3000, henchman_points=3000)
"""Options under which a full muster is legal."""


def lost_battle(*, battle: str = "b1", present: tuple[int, ...] = (1, 2), fallen: int = 1, points: int = 5) -> Fight:
    """A lost battle in which one figure fell."""
    foe = Foe("0" * 16, "The Others")
    return Fight(
        engagement=Engagement(
            battle=battle,
            title="The Ford",
            outcome=Outcome.LOST,
            victory_points=points,
            present=present,
            foes=(foe,),
            casualties=(Casualty(fallen, by=foe),),
        )
    )


def recovered(faces: tuple[int, ...], battle: str = "b1") -> Recover:
    """The aftermath of that battle with these faces."""
    return Recover(battle=battle, faces=faces, source="entered")


class WarbandFactory(factory.Factory):
    """A warband being mustered; ``mustered=True`` closes the smallest muster, ``full=True`` a large one.

    ``figures`` says how large. ``entries`` are further steps.
    """

    class Meta:
        model = Warband

    owner = factory.LazyFunction(MemberFactory.create)
    name = factory.Sequence(lambda number: f"Warband {number}")
    race = "human"
    visibility = Visibility.CLUB
    rules = Rules()
    figures = 10
    entries: Any = ()

    class Params:
        mustered = factory.Trait(entries=factory.LazyAttribute(lambda made: smallest_muster(made.race)))
        full = factory.Trait(
            entries=factory.LazyAttribute(lambda made: full_muster(made.figures, made.race)), rules=ROOMY
        )

    @classmethod
    def _setup_next_sequence(cls) -> int:
        return FIRST_NUMBER

    @classmethod
    def _create(cls, model_class: type[Warband], *args: Any, **values: Any) -> Warband:
        owner: Member = values["owner"]
        setup = Setup(race=values["race"], name=values["name"], rules=values["rules"])
        return create_warband(
            owner=owner, setup=setup, visibility=values["visibility"], entries=list(values["entries"])
        )

    @classmethod
    def _build(cls, model_class: type[Warband], *args: Any, **values: Any) -> Warband:
        raise NotImplementedError("a warband exists by its journal alone: create it")

    @classmethod
    def build_muster(cls, owner: Member, figures: int) -> Warband:
        """A large warband whose muster is still open."""
        return cls.create(owner=owner, rules=ROOMY, entries=full_muster(figures)[:-1])
