"""All tables of the Musg rulebook as data: ``CATALOGUE``.

The figures stand in the TOML files beside this module, where comments tell how the rulebook's two copies of each
table differ and what was decided.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from engines.musg.catalogue import Catalogue, reader
from engines.musg.catalogue.module_types import Roles
from engines.musg.ranks import Rank


@cache
def load() -> Catalogue:
    """Read the tables once and return them."""
    muster = reader.muster(reader.table("muster"))
    profiles = reader.table("profiles")
    races = reader.by_code(profiles["races"], reader.race(muster.maximum[Rank.LIEUTENANT]))
    returns = reader.table("injuries")
    experience = reader.table("experience")
    ranged = reader.by_code(reader.table("ranged"), reader.ranged)
    melee = reader.by_code(reader.table("melee"), reader.melee)
    return Catalogue(
        races=races,
        rank_names=reader.rank_names(profiles["ranks"]),
        extra=reader.profile(profiles["extra"]["profile"]),
        ranged=ranged,
        melee=melee,
        equipment=reader.by_code(reader.table("equipment"), reader.equipment),
        skills=reader.by_code(reader.table("skills"), reader.skill),
        injuries=reader.injuries(returns["d66"]),
        quack=reader.injuries(returns["quack"]),
        henchman_return=reader.injuries(returns["henchman_return"]),
        survival_experience=experience["survival"],
        victory_experience=experience["victory"],
        grey_every=experience["grey_every"],
        takedowns=reader.takedowns(experience["takedowns"]),
        victory_points=reader.by_rank(experience["victory_points"]),
        unspent_victory_points=experience["unspent_victory_points"],
        mercenaries=reader.mercenaries(reader.table("mercenaries"), races),
        non_players=reader.by_code(reader.table("non_players"), reader.non_player),
        civilians=reader.civilians(reader.table("civilians"), ranged, melee),
        encounters=reader.by_code(reader.table("encounters"), reader.encounters),
        vehicles=reader.vehicles(reader.table("vehicles")),
        damage=reader.damage(reader.table("damage")["cells"]),
        muster=muster,
        pulp=reader.pulp(reader.table("pulp")),
        regroup_team=reader.regroup_team(reader.table("regroup_team")),
        modules=reader.by_code(reader.table("modules"), reader.module),
        levy=reader.levy(reader.table("levy")),
        roles=Roles(**reader.table("roles")),
    )


CATALOGUE: Final = load()
"""The printed catalogue: the default, which all share."""
