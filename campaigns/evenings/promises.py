"""What evenings promise to whom, for whoever fixes a date elsewhere; and that nobody is promised twice for a game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.contrib.auth.models import AnonymousUser
from django.db.models import Prefetch, Q

from campaigns.evenings.minutes import moment_of_minute
from campaigns.evenings.models.evening import ClubEvening
from campaigns.evenings.models.plan import EveningGame, EveningSeat, SeatState
from campaigns.evenings.people import members_among
from campaigns.league import clashes
from campaigns.league.clashes import CLASH, Source, Thing, Use, Wanted
from campaigns.wars.battles.clashes import source_of as source_of_battle
from campaigns.wars.models.battle import BattleSide
from club.models import Member
from club.operations import Objection, Refused
from engines.evenings import PlannedGame
from engines.evenings.entries import Person


def source_of(game: EveningGame) -> Source:
    """Return what a game is as one who promises: the battle that it is, or itself."""
    return source_of_battle(game.battle_id) if game.battle_id is not None else ("evening_game", game.pk)


def promised(wanted: Wanted) -> Iterator[Use]:
    """Yield what games of evenings have promised of these at overlapping times. Two queries, three where any has."""
    seated = EveningSeat.objects.filter(state=SeatState.SEATED, member__in=wanted.members).select_related("member")
    concerned = (
        Q(spot__in=wanted.tables) | Q(battle__sides__warband__in=wanted.warbands) | Q(people__in=seated.values("pk"))
    )
    games = (
        EveningGame.objects.filter(
            concerned,
            removed=False,
            evening__cancelled=False,
            begins__lt=wanted.ends,
            ends__gt=wanted.begins,
        )
        .select_related("spot__place")
        .distinct()
    )
    found = games.prefetch_related(Prefetch("people", seated, to_attr="wanted_people"))
    for game in found.order_by("begins", "pk"):
        if game.spot is not None and game.spot_id in wanted.tables:
            yield _use(game, Thing.TABLE, game.spot.pk, str(game.spot))
        for member in {seat.member for seat in game.wanted_people if seat.member is not None}:
            yield _use(game, Thing.MEMBER, member.pk, member.name)
        if game.battle_id is not None and wanted.warbands:
            sides = BattleSide.objects.filter(battle=game.battle_id, warband__in=wanted.warbands)
            for warband, name in sides.values_list("warband", "warband__name"):
                yield _use(game, Thing.WARBAND, warband, name)


def _use(game: EveningGame, thing: Thing, key: int, name: str) -> Use:
    address = game.get_absolute_url()
    return Use(thing, key, name, game.begins, game.ends, game.title, address, source_of(game))


def refuse_clashes(
    evening: ClubEvening, game: PlannedGame, people: Iterable[Person], *, author: Member | None, despite: str = ""
) -> None:
    """Raise ``Refused`` where somebody who sits down, the game's table or a warband is promised elsewhere then.

    Games of the same evening are the engine's to judge. Whoever may give a reason (``despite``) goes on. Called last in
    a transaction: it holds the diary.
    """
    if despite.strip():
        return
    clashes.hold_diary()
    here = [source_of(one) for one in EveningGame.objects.filter(evening=evening)]
    wanted = Wanted(
        moment_of_minute(game.begins),
        moment_of_minute(game.ends),
        members=frozenset(members_among(people)),
        warbands=frozenset(game.warbands),
        tables=frozenset([game.spot] if game.spot else ()),
    )
    uses = clashes.found(wanted, but=here)
    problems = []
    for field, some in (
        ("person", [use for use in uses if use.thing is not Thing.TABLE]),
        ("spot", [use for use in uses if use.thing is Thing.TABLE]),
    ):
        viewer = author if author is not None else AnonymousUser()
        problems += [Objection(CLASH, said, field) for said in clashes.sentences(some, viewer)]
    if problems:
        raise Refused(problems)
