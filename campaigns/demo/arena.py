"""The arena: two small warbands whose players let the engine fight, so that there is a replay to watch.

Its dice are always the same, and so is the battle; the aftermath waits for the players.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from campaigns.demo import players
from campaigns.demo.clock import Clock, as_of
from campaigns.demo.musters import ARENA as ROLLS
from campaigns.demo.people import REFEREE
from campaigns.jobs import queue as jobs
from campaigns.league.operations import people
from campaigns.league.terms import Terms
from campaigns.wars.battles import operations as schedule
from campaigns.wars.battles.setup import setup_of
from campaigns.wars.enlistment import operations as enlistment
from campaigns.wars.ground import operations as ground
from campaigns.wars.models.battle import Battle, Temper
from campaigns.wars.reports import operations as reports
from campaigns.wars.resolution import operations as resolution
from campaigns.wars.settings.operations import create_campaign
from club.models import Member
from club.visibility import Visibility
from engines.musg.ground.ready_tables import ready_tables
from engines.musg.rules import Era, Rules

TERMS: Final = Terms(
    name="L’Arène d’Orbite-7",
    description=(
        "Entre deux parties, les bandes se défient par écran interposé : le moteur joue, tout le monde regarde.\n\n"
        "Les tactiques sont choisies avant le combat, les dés sont scellés, et chacun peut vérifier la relecture."
    ),
    visibility=Visibility.PUBLIC,
)
RULES: Final = Rules(points=250, hero_points=150, henchman_points=100, era=Era.FUTURISTIC)
TITLE: Final = "Le combat d’ouverture"
SEED: Final = "41726573" * 8
TURNS: Final = 6
DAYS: Final = 6


def hold(clock: Clock, members: Mapping[str, Member]) -> Battle:
    """Open the arena and let the engine fight its first battle, here and now as a worker would."""
    with as_of(clock.moment(DAYS + 4)):
        arena = create_campaign(referee=members[REFEREE.username], terms=TERMS, rules=RULES)
        warbands = []
        for roll in ROLLS:
            owner = members[roll.owner.username]
            people.join(campaign=arena, member=owner, code=arena.join_code)
            warbands.append(enlistment.muster_for(campaign=arena, owner=owner, name=roll.name, race=roll.race))
            players.muster(warbands[-1], roll)
        plan = schedule.Plan(title=TITLE, date=clock.moment(DAYS), place="Orbite-7, soute 3")
        battle = schedule.schedule_battle(
            campaign=arena, warbands=warbands, plan=plan, author=members[REFEREE.username]
        )
        table = ground.lay_out(battle=battle, layout=ready_tables()["warehouse"], turn_limit=TURNS)
        table.seed = SEED
        table.save()
    with as_of(clock.moment(DAYS)):
        asking, agreeing = (members[roll.owner.username] for roll in ROLLS)
        resolution.agree(battle=battle, member=agreeing, lets=True, temper=Temper.BOLD)
        tempers = list(battle.sides.order_by("seat").values_list("temper", flat=True))
        seen = resolution.seen_of(setup_of(battle), tempers)
        job = resolution.job_of(resolution.resolve(battle=battle, member=asking, seen=seen))
        if job is None or not jobs.run(job.pk):
            raise RuntimeError(f"{TITLE}: the battle could not be fought")
        reports.confirm_report(battle=battle, member=agreeing)
    return battle
