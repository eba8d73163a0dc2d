"""What the battle's page says about the engine: who agrees, the work going on, or what it fought and its proof."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from campaigns.jobs.models import Job, JobState
from campaigns.league.access import is_referee
from campaigns.wars.access import is_player
from campaigns.wars.battles.consents import consents_of
from campaigns.wars.battles.setup import setup_of
from campaigns.wars.battles.staging import scenario_of
from campaigns.wars.ground.map import BattleMap, battle_map
from campaigns.wars.models.battle import Battle, BattleSide, BattleState, Temper
from campaigns.wars.models.resolution import BattleGround, Resolution, ResolutionState
from campaigns.wars.parties import is_party
from campaigns.wars.resolution.operations import job_of, seen_of
from campaigns.wars.scenarios.page import marks
from club.access import User
from club.operations import Refused
from engines.musg.ground.layout import Layout
from engines.musg.report import needing_leave


class Consent(Struct, frozen=True):
    """Whether one side's player lets the engine resolve the battle. ``mine``: it is the reader's.

    ``takes``: its result counts at once for that player.
    """

    side: BattleSide
    agreed: bool
    mine: bool
    takes: bool = False


class ResolutionPanel(Struct, frozen=True):
    """``stage`` is "plan" (nothing asked yet), "work" or "done". ``seen`` goes along with the question.

    ``says_why``: the reader decides as a referee about a battle of his own, and gives a reason.
    """

    battle: Battle
    stage: str
    ground: BattleGround | None = None
    resolution: Resolution | None = None
    consents: tuple[Consent, ...] = ()
    job: Job | None = None
    may_set_table: bool = False
    may_resolve: bool = False
    decides_for_absentees: bool = False
    seen: str = ""
    obstacles: tuple[str, ...] = ()
    may_act: bool = False
    says_why: bool = False

    @property
    def mine(self) -> Consent | None:
        """The reader's own side, where it is for the reader to agree."""
        return next((consent for consent in self.consents if consent.mine), None)

    @property
    def missing(self) -> list[Consent]:
        """The sides whose players have not agreed."""
        return [consent for consent in self.consents if not consent.agreed]

    @property
    def commitment(self) -> str:
        """The hash of the dice's seed, published before the battle."""
        row = self.resolution if self.resolution and self.stage != "plan" else self.ground
        return row.commitment if row else ""

    @property
    def failed(self) -> bool:
        """Whether the work failed and may be tried again."""
        return self.job is not None and self.job.state == JobState.FAILED

    @property
    def polls(self) -> bool:
        """Whether the page asks again by itself."""
        return self.stage == "work" and not self.failed

    @property
    def may_call_off(self) -> bool:
        """Whether the question can still be taken back."""
        return self.may_act and self.job is not None and self.job.state in (JobState.WAITING, JobState.FAILED)

    @property
    def void(self) -> bool:
        """Whether the last battle came to nothing because a warband changed meanwhile."""
        return self.resolution is not None and self.resolution.state == ResolutionState.VOID

    @property
    def tempers(self) -> list[tuple[str, str]]:
        """How the engine may lead a warband."""
        return [(value, str(label)) for value, label in Temper.choices]


def panel(battle: Battle, user: User) -> ResolutionPanel | None:
    """Return the panel of a battle from a loader of ``wars.access``; ``None`` where the engine has no part in it.

    At most three queries, and three more for who may ask the engine.
    """
    ground: BattleGround | None = getattr(battle, "ground", None)
    resolution: Resolution | None = getattr(battle, "resolution", None)
    concerned = is_player(user, battle) or is_referee(user, battle.campaign)
    if resolution is not None and resolution.state == ResolutionState.DONE:
        return ResolutionPanel(battle, "done", ground, resolution)
    if battle.state != BattleState.SCHEDULED:
        return None
    sides = list(battle.sides.all())
    given = consents_of(battle, sides)
    consents = tuple(
        Consent(
            side,
            side.warband.key in given.agreeing,
            user.is_authenticated and side.warband.owner_id == user.pk,
            side.warband.key in given.taking,
        )
        for side in sides
    )
    if resolution is not None and resolution.state == ResolutionState.WAITING:
        job = job_of(resolution)
        return ResolutionPanel(battle, "work", ground, resolution, consents, job, may_act=concerned)
    others_agree = all(consent.agreed or consent.mine for consent in consents)
    may_ask = concerned and not battle.campaign.closed and ground is not None
    may_ask = may_ask and (others_agree or is_referee(user, battle.campaign))
    return ResolutionPanel(
        battle,
        "plan",
        ground,
        resolution,
        consents,
        may_set_table=concerned and not battle.campaign.closed,
        may_act=concerned,
        decides_for_absentees=not others_agree,
        says_why=is_referee(user, battle.campaign)
        and is_party(user, sides)
        and (not others_agree or _lacks(user, sides)),
        **(_question(battle, sides) if may_ask else {}),
    )


def _lacks(user: User, sides: list[BattleSide]) -> bool:
    """Tell whether a warband of the reader's own fights only by a referee's leave (ruling M297)."""
    own = {side.warband.key: side.warband.roster for side in sides if side.warband.owner_id == user.pk}
    return bool(needing_leave(own))


def _question(battle: Battle, sides: list[BattleSide]) -> dict[str, Any]:
    """Return the mark of what would be fought now, or why it cannot be."""
    try:
        setup = setup_of(battle)
    except Refused as refused:
        return {"obstacles": tuple(str(problem.message) for problem in refused.problems)}
    return {"may_resolve": True, "seen": seen_of(setup, [side.temper for side in sides])}


def ground_map(battle: Battle) -> BattleMap | None:
    """Return the map of the battle's table, once there is one."""
    ground: BattleGround | None = getattr(battle, "ground", None)
    if ground is None:
        return None
    names = [side.warband.name for side in battle.sides.all()]
    scenario = scenario_of(battle)
    aims = marks(scenario) if scenario is not None else ()
    return battle_map(msgspec.convert(ground.layout, Layout), sides=names, traces=aims)
