"""The demo club's own race: a pack that a player published twice, and a campaign that plays with its first version."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from typing import Final

import msgspec
from django.utils import timezone
from msgspec.structs import replace

from campaigns.demo import players
from campaigns.demo.clock import Clock, as_of
from campaigns.demo.musters import HENCHMAN, LEADER, LIEUTENANT, Recruit, Roll
from campaigns.demo.people import BRUNO, CHLOE, DAVID, REFEREE
from campaigns.league.operations import people
from campaigns.league.terms import Terms
from campaigns.wars.battles import operations as schedule
from campaigns.wars.battles.operations import Plan
from campaigns.wars.enlistment import operations as enlistment
from campaigns.wars.house.operations import adopt
from campaigns.wars.models.weighing import Weighing, WeighingState
from campaigns.wars.resolution.operations import VERSION
from campaigns.wars.settings.operations import create_campaign
from campaigns.wars.weighing.operations import ROUNDS, SEED
from campaigns.wars.weighing.things import catalogue_of, key
from club.models import Member
from club.visibility import Visibility
from engines.musg.packs import KINDS, House
from engines.musg.rules import Era, Rules
from engines.musg.weighing import Kind, Part, Subject, merge, plan_for, weight
from rosters.models import Pack, PackVersion
from rosters.packs import operations as packs
from rosters.packs.forms import toml_of

MARSH: Final = Terms(
    name="Les Marais de Sélune",
    description="Deux clans, un étang, et les gens du marais que Chloé a imaginés pour le club.",
    visibility=Visibility.PUBLIC,
)
REEDS: Final = Roll(
    "reeds",
    CHLOE,
    "Les Joncs",
    "fenfolk",
    (
        Recruit("Aude des Eaux", LEADER, "eel_spear reed_coat"),
        Recruit("Brune", LIEUTENANT, "eel_spear blowpipe"),
        Recruit("Tourbe", HENCHMAN, "eel_spear"),
        Recruit("Jonchère", HENCHMAN, "eel_spear reed_coat"),
        Recruit("Loche", HENCHMAN, "blowpipe sword"),
    ),
    motto="Qui se presse s’enfonce.",
)
TUSKS: Final = Roll(
    "pond",
    BRUNO,
    "Les Buveurs d’Étang",
    "orc",
    (
        Recruit("Grobak", LEADER, "two_handed_axe light_armour"),
        Recruit("Zagh", LIEUTENANT, "axe bow"),
        Recruit("Mug", HENCHMAN, "axe"),
        Recruit("Krul", HENCHMAN, "axe"),
        Recruit("Nob", HENCHMAN, "bow"),
    ),
)


SPEAR: Final = Subject(kind=Kind.ITEM, code="eel_spear")


def hold(clock: Clock, members: Mapping[str, Member]) -> None:
    """Publish the pack, open the campaign, muster, and write the second version."""
    author, referee = members[CHLOE.username], members[REFEREE.username]
    text = files(__package__).joinpath("fen.toml").read_text(encoding="utf-8")
    with as_of(clock.moment(12)):
        pack = packs.take_in(text=text, owner=author)
        packs.share_pack(pack=pack, editors=[members[DAVID.username]], shared=True, author=author)
        pack.refresh_from_db()
        first = packs.publish_pack(pack=pack, note="Pour la première partie", author=author, turn=pack.turn)
    with as_of(clock.moment(11)):
        marsh = create_campaign(referee=referee, terms=MARSH, rules=Rules(era=Era.MEDIEVAL))
        adopt(campaign=marsh, house=House(packs=(first.value,)), author=referee, version=marsh.version)
        for person in (CHLOE, BRUNO):
            membership = people.join(campaign=marsh, member=members[person.username], code=marsh.join_code)
            people.approve(membership=membership, author=referee)
        bands = []
        for roll in (REEDS, TUSKS):
            band = enlistment.muster_for(
                campaign=marsh, owner=members[roll.owner.username], name=roll.name, race=roll.race
            )
            players.muster(band, roll)
            bands.append(band)
        schedule.schedule_battle(campaign=marsh, warbands=bands, plan=Plan(title="L’étang aux anguilles"))
    with as_of(clock.moment(10)):
        weigh(first)
    with as_of(clock.moment(3)):
        _second(pack, author)


def fought_beforehand() -> list[Part]:
    """Return the spear's rounds: the first, which a test fights again, and all others."""
    return msgspec.json.decode(files(__package__).joinpath("spear_weighed.json").read_bytes(), type=list[Part])


def weigh(version: PackVersion) -> Weighing:
    """Keep what the spear came to: its battles were fought beforehand, and stand in a file that can be had again."""
    plan = replace(plan_for(catalogue_of(version), SPEAR, battles=1, seed=SEED), rounds=ROUNDS)
    fought = merge(fought_beforehand())
    kind, code, rank = key(SPEAR)
    return Weighing.objects.create(
        version=version,
        kind=kind,
        code=code,
        rank=rank,
        state=WeighingState.DONE,
        count=plan.rounds,
        plan=msgspec.to_builtins(plan),
        summary=msgspec.to_builtins(weight(plan, fought), str_keys=True),
        engine=VERSION,
        asked_by=version.by,
        finished=timezone.now(),
    )


def _second(pack: Pack, author: Member) -> None:
    """The spear gets cheaper: a version that the campaign has not adopted yet."""
    row = {**toml_of(pack)["melee"]["eel_spear"], "cost": 6}
    packs.put_entry(pack=pack, kind=KINDS["melee"], row=row, code="eel_spear", author=author, turn=pack.turn)
    pack.refresh_from_db()
    packs.publish_pack(pack=pack, note="La foëne coûte moins", author=author, turn=pack.turn)


def clear() -> None:
    """Take away the packs of the demo's people, before their accounts go."""
    Pack.objects.filter(owner__is_demo=True).delete()
