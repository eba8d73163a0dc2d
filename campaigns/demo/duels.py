"""Battles of the demo club that are being played on the site: one by correspondence, one against the bot.

Both are always the same: their dice are, and everybody decides as the engine's cautious player would.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from django.db import transaction

from campaigns.demo import arena, players
from campaigns.demo.clock import Clock, as_of
from campaigns.demo.musters import DUEL
from campaigns.demo.people import EMMA, REFEREE
from campaigns.league.models import Campaign
from campaigns.league.operations import people
from campaigns.wars.battles import operations as schedule
from campaigns.wars.battles.operations import Plan
from campaigns.wars.enlistment import operations as enlistment
from campaigns.wars.ground import operations as ground
from campaigns.wars.models.battle import Battle
from campaigns.wars.models.play import Bot, Decider, Pace, PlayedBattle
from campaigns.wars.models.resolution import BattleGround
from campaigns.wars.play import deciding, offering, positions
from campaigns.wars.play.deciding import Made
from campaigns.wars.play.entering import UNHURRIED
from campaigns.wars.play.offering import MYSELF, PlayTerms
from campaigns.wars.single import operations as single
from campaigns.wars.single.operations import Against, GamePlan
from club.models import Member
from club.visibility import Visibility
from engines.musg.battle.game import Battle as Game
from engines.musg.ground.ready_tables import ready_tables
from engines.musg.prospects import code_of
from engines.musg.rules import Rules
from engines.musg.tactics import player

TITLE: Final = "Le duel des courriers"
AGAINST_BOT: Final = "Contre le robot, avant le dîner"
SEED: Final = "436f7572" * 8
BOT_SEED: Final = "526f626f" * 8
TURNS: Final = 6
UNTIL: Final = 3
"""In its third turn."""


def hold(clock: Clock, members: Mapping[str, Member]) -> None:
    """Play both as far as the story goes."""
    with as_of(clock.moment(5)):
        played = _by_correspondence(clock, members)
    with as_of(clock.moment(1, 19)):
        _play(played, lambda game: game.turn == UNTIL and game.actor == 0)
    with as_of(clock.moment(1, 18.5)):
        _play(_against_bot(members[EMMA.username]), lambda game: game.turn == 1 and game.actor == 0)


def _by_correspondence(clock: Clock, members: Mapping[str, Member]) -> PlayedBattle:
    """Two players of the arena agree to play by correspondence."""
    campaign = Campaign.objects.get(name=arena.TERMS.name)
    warbands = []
    for roll in DUEL:
        owner = members[roll.owner.username]
        people.join(campaign=campaign, member=owner, code=campaign.join_code)
        warbands.append(enlistment.muster_for(campaign=campaign, owner=owner, name=roll.name, race=roll.race))
        players.muster(warbands[-1], roll)
    author = members[REFEREE.username]
    battle = schedule.schedule_battle(campaign=campaign, warbands=warbands, plan=Plan(title=TITLE), author=author)
    ground.lay_out(battle=battle, layout=ready_tables()["village"], turn_limit=TURNS)
    _sealed(battle, SEED)
    asking, agreeing = (members[roll.owner.username] for roll in DUEL)
    terms = PlayTerms(pace=Pace.DAYS, patience=3 * 24 * 60)
    played = offering.propose(battle=battle, member=asking, terms=terms, leads={0: MYSELF})
    return offering.agree(played=played, member=agreeing, leads={1: MYSELF})


def _against_bot(member: Member) -> PlayedBattle:
    """A single game against a ready-made warband that the bot leads."""
    mine = single.ready_warband(member=member, code="human", rules=Rules())
    game = GamePlan(plan=Plan(title=AGAINST_BOT))
    battle = single.open_game(
        host=member, game=game, mine=mine, against=Against(ready="orc"), visibility=Visibility.PUBLIC
    )
    _sealed(battle, BOT_SEED)
    leads = {0: MYSELF, 1: Bot.STEADY.value}
    return offering.propose(battle=battle, member=member, terms=UNHURRIED, leads=leads)


def _sealed(battle: Battle, seed: str) -> None:
    """Give a battle dice that are the same every time."""
    table = BattleGround.objects.get(battle=battle)
    table.seed = seed
    table.save()


def _play(played: PlayedBattle, there: Callable[[Game], bool]) -> None:
    """Let everybody decide until the story is ``there``; all of it is stored at once."""
    with transaction.atomic():
        locked, captains = deciding.lock(played)
        bots = {captain.number for captain in captains if captain.bot}
        game, cautious = positions.take(locked), player("cautious")
        made: list[Made] = []
        while game.decision is not None and not there(game):
            side, action = game.decision.side, cautious.decide(game)
            game.play(action)
            made.append(Made(side, code_of(action), Decider.BOT if side in bots else ""))
        deciding.record(locked, captains, game, made)
