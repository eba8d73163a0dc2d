"""Battles played at the site, small enough to be played to their end by tests."""

from __future__ import annotations

from campaigns.seating.people import Person
from campaigns.wars.models.play import PlayedBattle, PlayState
from campaigns.wars.play import deciding, offering, positions
from campaigns.wars.play.offering import PlayTerms
from engines.musg.prospects import code_of
from engines.musg.tactics import player
from tests.factories.battles import Field

TERMS = PlayTerms()


def begun(field: Field, leads: tuple[str, str] = ("me", "me"), terms: PlayTerms = TERMS) -> PlayedBattle:
    """A battle that both players agreed to play, and that has begun."""
    played = offering.propose(battle=field.battle, member=field.players[0], terms=terms, leads={0: leads[0]})
    offering.agree(played=played, member=field.players[1], leads={1: leads[1]})
    return PlayedBattle.objects.get(pk=played.pk)


def person(field: Field, side: int) -> Person:
    """Whoever leads a side."""
    return Person(field.players[side])


def suggestion(played: PlayedBattle) -> str:
    """What a cautious captain would decide now."""
    with positions.standing(played) as game:
        return code_of(player("cautious").decide(game))


def play(field: Field, played: PlayedBattle, decisions: int = 100_000) -> PlayedBattle:
    """Let the players decide as a cautious captain would, so many times or to the end."""
    for _number in range(decisions):
        played.refresh_from_db()
        if played.state != PlayState.RUNNING or played.actor is None:
            break
        deciding.decide(
            played=played, person=person(field, played.actor), code=suggestion(played), version=played.version
        )
    played.refresh_from_db()
    return played
