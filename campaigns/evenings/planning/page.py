"""What the organiser sees of a proposed plan."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from msgspec import Struct

from campaigns.evenings.games import kind_of
from campaigns.evenings.minutes import moment_of_minute
from campaigns.evenings.models.evening import ClubEvening
from campaigns.evenings.models.plan import EveningGame
from campaigns.evenings.people import names_of
from campaigns.evenings.planning.pairing import found_pairs
from campaigns.evenings.planning.words import all_in_words, in_words
from campaigns.league.games import MUSG
from campaigns.wars.models.battle import Battle
from club.models import Member
from club.models.place import GameTable
from engines.evenings.planner import PlanDraw, Proposal


class ProposedGame(Struct, frozen=True):
    """A game that is proposed. ``number`` counts from 0, as the form sends it."""

    number: int
    title: str
    icon: str
    people: tuple[str, ...]
    spot: str
    begins: datetime
    ends: datetime
    why: str
    joins: bool


class ProposedPlan(Struct, frozen=True):
    """A plan that is proposed: its games, who is left over and why, and the seed it was drawn from."""

    games: tuple[ProposedGame, ...]
    left_over: tuple[tuple[str, str], ...]
    seed: str
    promise: str


def shown(evening: ClubEvening, draw: PlanDraw, reader: Member) -> ProposedPlan:
    """Return a drawn plan as its organiser reads it. Five queries."""
    found = draw.outcome
    keys = {person for game in found.games for person in game.people} | {one.person for one in found.left_over}
    keys |= {str(value) for game in found.games for why in game.reasons for value in why.params.values()}
    names = names_of([key for key in keys if key[:1] in "mg" and key[1:].isdecimal()], reader)
    spots = dict(GameTable.objects.filter(pk__in=[game.spot for game in found.games]).values_list("pk", "name"))
    titles = _titles(evening, found.games)
    proof = draw.prove()
    return ProposedPlan(
        tuple(_line(number, game, names, spots, titles) for number, game in enumerate(found.games)),
        tuple((names.get(one.person, "…"), in_words(one.reason, names)) for one in found.left_over),
        proof.seed,
        proof.commitment,
    )


def _line(
    number: int, game: Proposal, names: Mapping[str, str], spots: Mapping[int, str], titles: Mapping[str, str]
) -> ProposedGame:
    kind = kind_of(game.game if game.game != MUSG.code else "battle")
    return ProposedGame(
        number,
        titles.get(game.key or game.joins, str(kind.name)) if game.key or game.joins else str(kind.name),
        kind.icon,
        tuple(names.get(person, "…") for person in game.people),
        spots.get(game.spot, ""),
        moment_of_minute(game.begins),
        moment_of_minute(game.ends),
        all_in_words(game.reasons, names),
        bool(game.joins),
    )


def _titles(evening: ClubEvening, games: Sequence[Proposal]) -> dict[str, str]:
    """Return what battles and planned games are called, by the keys that proposals have of them."""
    keys = [game.key for game in games if game.key]
    battles = Battle.objects.filter(pk__in=[int(key) for key in keys if key.isdecimal()])
    joined = [int(game.joins) for game in games if game.joins]
    planned = EveningGame.objects.filter(evening=evening, number__in=joined)
    pairs = {key: pair.title for key, pair in found_pairs(keys).items()}
    named = {str(battle.pk): battle.name for battle in battles.prefetch_related("sides__warband")}
    # A proposal has one of the two keys: what they are keys of cannot be mixed up within one proposal.
    return {**{str(number): title for number, title in planned.values_list("number", "title")}, **named, **pairs}
