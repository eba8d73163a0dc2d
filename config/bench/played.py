"""A battle that is played at the site: begun, its deployment decided, and decided on."""

from __future__ import annotations

from campaigns.league.operations import people
from campaigns.seating.people import Person
from campaigns.wars.battles.operations import Plan
from campaigns.wars.models.play import Captain, PlayedBattle
from campaigns.wars.play import deciding, offering, positions
from campaigns.wars.single import operations as single
from campaigns.wars.single.operations import GamePlan
from engines.musg.battle.actions import Action, Activate
from engines.musg.battle.decision import Ask
from engines.musg.prospects import code_of
from engines.musg.tactics.strengths import Strength, player
from rosters.models import Warband


def begin(one: Warband, other: Warband) -> PlayedBattle:
    """Have two warbands meet at the site in a single game: the pages of their campaign stay as they are.

    Everybody stands, and the first one's player is to activate a figure.
    """
    battle = single.open_game(host=one.owner, game=GamePlan(plan=Plan(title="At the site")), mine=one)
    people.join(campaign=battle.campaign, member=other.owner, code=battle.campaign.join_code)
    single.seat(battle=battle, warband=other, member=other.owner)
    played = offering.propose(battle=battle, member=one.owner, terms=offering.PlayTerms(), leads={})
    played = offering.agree(played=played, member=other.owner, leads={})
    bot = player(Strength.STEADY)
    while True:
        with positions.standing(played) as game:
            decision = game.decision
            if decision is None or (decision.side == 0 and decision.ask is Ask.ACTIVATE):
                return played
            action = bot.decide(game)
        played = decide(played, action)


def decide(played: PlayedBattle, action: Action) -> PlayedBattle:
    """Decide for whoever is asked; return the battle's row as it is then."""
    person = Person(asked_in(played).member)
    deciding.decide(played=played, person=person, code=code_of(action), version=played.version)
    return PlayedBattle.objects.get(pk=played.pk)


def asked_in(played: PlayedBattle) -> Captain:
    """Return the captain who is asked."""
    return Captain.objects.select_related("member").get(played=played, number=played.actor or 0)


def first_activation(played: PlayedBattle) -> str:
    """Return the code by which the first figure that may be activated is."""
    with positions.standing(played) as game:
        decision = game.decision
        return code_of(Activate(decision.options[0])) if decision is not None else ""
