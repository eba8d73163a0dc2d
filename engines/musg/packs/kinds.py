"""The kinds of entries that a pack may hold, and the words of each: those of the book's own tables.

One table says what is read, written and asked for in forms. Codes of a kind's entries stand on a ``shelf``; weapons and
equipment share theirs, as in the catalogue: what may be bought.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final

from engines.musg.catalogue import Catalogue
from engines.musg.catalogue.module_types import Civilian, NonPlayer
from engines.musg.catalogue.traits import Bearer
from engines.musg.catalogue.types import (
    Equipment,
    Force,
    MeleeWeapon,
    Mercenary,
    Race,
    RangedWeapon,
    Reload,
    Skill,
    Template,
)
from engines.musg.packs.words import (
    NAME_MOST,
    PRICE_MOST,
    Choice,
    Code,
    Codes,
    Flag,
    Modifiers,
    Number,
    ProfileRow,
    Traits,
    Word,
    Wording,
    Wordings,
)
from engines.musg.ranks import Rank

type Values = dict[str, Any]

NAME: Final = Wording(name="name", required=True, most=NAME_MOST)
EFFECT: Final = Wording(name="effect", required=True)
NOTES: Final = Wordings(name="notes")
MODIFIERS: Final = Modifiers(name="modifiers")
BORNE: Final = Traits(name="traits")
COST: Final = Number(name="cost", required=True, least=0, most=PRICE_MOST)
ENTRIES_MOST: Final = 40
"""So many entries of one kind may a pack have."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of entry: its name in files, the shelf of its codes, its words, how it is made and taken apart.

    An entry that has the code of a printed one of its kind stands in its place: a correction of the book, or a house
    rule. ``replaces``: its entries do so always; all others may have codes of their own. ``bearer``: as what it bears
    traits, ``None`` for none.
    """

    replaces: ClassVar[bool] = False
    bearer: ClassVar[Bearer | None] = None

    name: str
    shelf: str
    words: tuple[Word, ...]

    def make(self, code: str, values: Values, catalogue: Catalogue) -> Any:
        """Return the entry of these values, all of them read; ``catalogue`` is what its references mean."""
        raise NotImplementedError

    def values(self, entry: Any) -> Values:
        """Return the values of an entry's words."""
        return {word.name: getattr(entry, word.name) for word in self.words}

    def settled(self, entry: Any) -> Any:
        """Return an entry as catalogues hold it, however it was stored."""
        return entry

    def faults(self, values: Values) -> Mapping[str, str]:
        """Return the words that contradict others, each with the code of its problem."""
        return {}

    def printed(self, catalogue: Catalogue) -> Mapping[str, Any]:
        """Return a catalogue's entries of the kind, by code."""
        entries: Mapping[str, Any] = getattr(catalogue, self.name)
        return entries


class Races(Kind):
    """Races and factions: profiles by rank, limits by rank, what they enlist, traits."""

    bearer = Bearer.RACE

    def make(self, code: str, values: Values, catalogue: Catalogue) -> Race:
        """Return the race."""
        profiles = {rank: values.pop(rank.value) for rank in RANKS}
        return Race(code=code, profiles=profiles, **values)

    def values(self, entry: Race) -> Values:
        """Return the words, the profiles by their ranks."""
        plain = [word.name for word in self.words if word.name not in RANKS]
        return {rank.value: entry.profiles[rank] for rank in RANKS} | {name: getattr(entry, name) for name in plain}

    def settled(self, entry: Race) -> Race:
        """Return the race with its profiles in the printed order, which no database keeps."""
        return replace(entry, profiles={rank: entry.profiles[rank] for rank in RANKS})


class Ranged(Kind):
    """Ranged weapons."""

    bearer = Bearer.RANGED

    def make(self, code: str, values: Values, catalogue: Catalogue) -> RangedWeapon:
        """Return the weapon."""
        force = Force(own=values.pop("force"), adds_bearer=values.pop("bearer"))
        return RangedWeapon(code=code, force=force, **values)

    def values(self, entry: RangedWeapon) -> Values:
        """Return the words, the force in two."""
        force = {"force": entry.force.own, "bearer": entry.force.adds_bearer}
        return {word.name: getattr(entry, word.name) for word in self.words if word.name not in force} | force

    def faults(self, values: Values) -> Mapping[str, str]:
        """Ranges rise; a blast has a radius and ranges, a flame neither, all others ranges and targets."""
        found = {}
        ranges = [values[word] for word in ("short", "medium", "long")]
        flame = values["template"] is Template.FLAME
        if flame != (ranges == [None] * len(ranges)):
            found["short"] = "pack_ranges_of_flames"
        elif not flame and (None in ranges or ranges != sorted(set(ranges))):
            found["long"] = "pack_ranges"
        if (values["radius"] is not None) != (values["template"] is Template.BLAST):
            found["radius"] = "pack_radius"
        if (values["targets"] is None) != (values["template"] is not None):
            found["targets"] = "pack_targets"
        return found


class Melee(Kind):
    """Close combat weapons; the bearer's strength always counts (Musg, Frapper)."""

    bearer = Bearer.MELEE

    def make(self, code: str, values: Values, catalogue: Catalogue) -> MeleeWeapon:
        """Return the weapon."""
        return MeleeWeapon(code=code, force=Force(own=values.pop("force"), adds_bearer=True), **values)

    def values(self, entry: MeleeWeapon) -> Values:
        """Return the words."""
        plain = {word.name: getattr(entry, word.name) for word in self.words if word.name != "force"}
        return plain | {"force": entry.force.own}


class Gear(Kind):
    """Equipment."""

    bearer = Bearer.EQUIPMENT

    def make(self, code: str, values: Values, catalogue: Catalogue) -> Equipment:
        """Return the piece."""
        return Equipment(code=code, **values)


class Skills(Kind):
    """Skills, numbered behind the book's own when a catalogue is put together."""

    bearer = Bearer.SKILL

    def make(self, code: str, values: Values, catalogue: Catalogue) -> Skill:
        """Return the skill, without a number yet."""
        return Skill(code=code, number=0, **values)


class Mercenaries(Kind):
    """Who serves for money, with a profile of its own or with that of a race's leader (Musg, Mercenaires).

    Characters for hire are such: they bring their gear along and know their skills.
    """

    bearer = Bearer.MERCENARY

    def make(self, code: str, values: Values, catalogue: Catalogue) -> Mercenary:
        """Return the mercenary."""
        race = catalogue.races[values["race"]]
        profile = values.pop("profile") or race.profiles[Rank.LEADER]
        return Mercenary(
            code=code,
            profile=replace(profile, cost=values["engagement"]),
            ignores_difficult_terrain=race.ignores_difficult_terrain,
            **values,
        )


class Civilians(Kind):
    """Civilians to be met, who carry weapons of the tables (Musg, Rencontre de civils).

    A die draws them from five (ruling M204): each stands in the place of the printed one of its code.
    """

    replaces = True

    def make(self, code: str, values: Values, catalogue: Catalogue) -> Civilian:
        """Return the civilian."""
        guns = tuple(catalogue.guns[gun] for gun in values.pop("guns"))
        blades = tuple(catalogue.melee[blade] for blade in values.pop("blades"))
        return Civilian(code=code, guns=guns, blades=blades, **values)

    def values(self, entry: Civilian) -> Values:
        """Return the words, the weapons by their codes."""
        carried = {"guns": tuple(g.code for g in entry.guns), "blades": tuple(b.code for b in entry.blades)}
        return {"name": entry.name, "profile": entry.profile} | carried


class Neutrals(Kind):
    """Profiles of the modules' neutral figures. Each stands in the place of the printed one of its code."""

    replaces = True

    def make(self, code: str, values: Values, catalogue: Catalogue) -> NonPlayer:
        """Return the figure."""
        return NonPlayer(code=code, **values)


RANKS: Final = (Rank.LEADER, Rank.LIEUTENANT, Rank.HENCHMAN)
RANGE_MOST: Final = 99
FIRST_FREE: Final = Codes(name="first_free_in", shelves=("eras",))

KINDS: Final[Mapping[str, Kind]] = {
    kind.name: kind
    for kind in (
        Races(
            "races",
            "races",
            (
                NAME,
                *(ProfileRow(name=rank.value, required=True) for rank in RANKS),
                Number(name="max_lieutenants", usual=2, least=0, most=6),
                Codes(name="enlists", shelves=("races",)),
                Flag(name="enlists_any"),
                Codes(name="leader_from", shelves=("races",)),
                Flag(name="henchmen_only"),
                Flag(name="ignores_difficult_terrain"),
                Number(name="neighbour_leadership", usual=0, least=0, most=3),
                Number(name="neighbour_range", usual=0, least=0, most=12),
                Flag(name="may_look_out", usual=True),
                Flag(name="half_price"),
                Flag(name="enlisted_stay_henchmen"),
                BORNE,
                NOTES,
            ),
        ),
        Ranged(
            "ranged",
            "items",
            (
                NAME,
                *(
                    Number(name=reach, required=True, least=1, most=RANGE_MOST, blank=True)
                    for reach in ("short", "medium", "long")
                ),
                Number(name="force", required=True, least=-5, most=12),
                Flag(name="bearer"),
                Number(name="targets", required=True, least=1, most=6, blank=True),
                Choice(name="reload", required=True, kind=Reload),
                Flag(name="heavy"),
                Choice(name="template", kind=Template),
                Number(name="radius", least=1, most=8),
                Flag(name="black_powder"),
                Flag(name="drawn"),
                Flag(name="limited_ammunition"),
                COST,
                FIRST_FREE,
                BORNE,
                NOTES,
            ),
        ),
        Melee(
            "melee",
            "items",
            (
                NAME,
                Number(name="hands", required=True, least=0, most=2),
                Number(name="dice", required=True, least=1, most=6),
                Number(name="force", required=True, least=-5, most=12),
                COST,
                FIRST_FREE,
                BORNE,
                NOTES,
            ),
        ),
        Gear(
            "equipment",
            "items",
            (
                NAME,
                EFFECT,
                COST,
                MODIFIERS,
                Code(name="slot", shelves=("slots",)),
                Number(name="most", least=1, most=9),
                Flag(name="bars_two_handed"),
                Flag(name="bars_two_one_handed"),
                Flag(name="single_use"),
                BORNE,
            ),
        ),
        Skills("skills", "skills", (NAME, EFFECT, Codes(name="requires", shelves=("skills",)), MODIFIERS, BORNE)),
        Mercenaries(
            "mercenaries",
            "mercenaries",
            (
                NAME,
                Code(name="race", required=True, shelves=("races",)),
                ProfileRow(name="profile"),
                Number(name="engagement", required=True, least=0, most=PRICE_MOST),
                Number(name="fee", required=True, least=0, most=PRICE_MOST),
                Codes(name="items", shelves=("items",)),
                Codes(name="skills", shelves=("skills",)),
                Wordings(name="rules"),
                BORNE,
            ),
        ),
        Civilians(
            "civilians",
            "civilians",
            (
                NAME,
                ProfileRow(name="profile", required=True),
                Codes(name="guns", shelves=("guns",)),
                Codes(name="blades", shelves=("melee",)),
            ),
        ),
        Neutrals(
            "non_players",
            "non_players",
            (
                NAME,
                ProfileRow(name="profile", required=True, blanks=True),
                Number(name="attacks", required=True, least=0, most=6),
                Code(name="gun", shelves=("guns",)),
                NOTES,
            ),
        ),
    )
}
"""By name, in the order of the book."""
