"""A battle that was played to its end goes the way of one that the engine fought: replay, proof, report, aftermath."""

from __future__ import annotations

from django.db import transaction

from campaigns.league.access import referees_of
from campaigns.wars import news
from campaigns.wars.battles.consents import Consents
from campaigns.wars.battles.operations import lock_battle
from campaigns.wars.models.battle import BattleSide
from campaigns.wars.models.play import PlayedBattle
from campaigns.wars.models.resolution import Resolution
from campaigns.wars.reports import operations as reports
from campaigns.wars.resolution.operations import keep_fought
from club.operations import Refused
from engines.musg.battle.game import Battle as Game


def book(played: PlayedBattle, game: Game) -> None:
    """Write the replay and the report of a finished battle, inside the caller's transaction.

    Having played it is having confirmed it. Where the report cannot be written as the warbands stand by now,
    ``trouble`` says so, the battle stays ahead, and its players report it by hand.
    """
    battle = lock_battle(played.battle)
    sides = list(BattleSide.objects.filter(battle=battle).select_related("warband").order_by("seat"))
    keys = frozenset(side.warband.key for side in sides)
    try:
        with transaction.atomic():
            Resolution.objects.filter(battle=battle).delete()
            row = Resolution(
                battle=battle,
                setup=played.setup,
                agreed=sorted(keys),
                seed=played.seed,
                commitment=played.commitment,
                finished=played.finished,
            )
            consents = Consents(agreeing=keys, taking=keys)
            row.report = reports.report_resolved(
                battle=battle, report=game.report(), author=played.by, consents=consents
            )
            keep_fought(row, played.prepared, game, engine=played.engine)
    except Refused as refused:
        played.trouble = refused.codes[0]
        told = {*news.owners_of(battle), *referees_of(battle.campaign)}
        news.tell_players(battle, "played_unbooked", told, by=None, waits=True)
