"""Taking a proposed plan, all of it or some of its games."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from campaigns.evenings.games import BATTLE, kind_of
from campaigns.evenings.minutes import moment_of_minute
from campaigns.evenings.models.evening import ClubEvening
from campaigns.evenings.models.plan import EveningGame
from campaigns.evenings.operations import coming, offering
from campaigns.evenings.operations.book import lock_book
from campaigns.evenings.operations.offering import Offer
from campaigns.evenings.planning.gathering import drawn
from campaigns.evenings.planning.pairing import scheduled
from campaigns.wars.models.battle import Battle
from club.models import Member
from club.models.place import GameTable
from club.operations import Refused, Stale
from engines.evenings.planner import PlanDraw, Proposal


@transaction.atomic
def take_plan(
    *,
    evening: ClubEvening,
    games: Sequence[str],
    ask: int,
    promise: str,
    chosen: Collection[int],
    locked: Collection[int],
    author: Member,
) -> int:
    """Put the ``chosen`` games of a proposal into the evening, those ``locked`` as settled; return how many.

    The proposal is the one number ``ask`` for these card ``games``. ``promise`` is the hash that the page showed of it:
    raises ``Stale`` when something has happened since, so that it would be another plan now. Raises ``Refused``.
    """
    lock_book(evening)
    evening.refresh_from_db()
    draw = drawn(evening, author, games, ask)
    if draw.prove().commitment != promise:
        raise Stale(_("Something has changed since this plan was proposed. Look again."))
    picked = [(number, game) for number, game in enumerate(draw.outcome.games) if number in chosen]
    if not picked:
        raise Refused.because("nothing_chosen", _("Choose at least one game."))
    for number, game in picked:
        _take(evening, draw, game, author, locked=number in locked)
    return len(picked)


def _take(evening: ClubEvening, draw: PlanDraw, game: Proposal, author: Member, *, locked: bool) -> None:
    if game.joins:
        coming.seat(evening=evening, game=int(game.joins), people=game.people, author=author)
        row = EveningGame.objects.get(evening=evening, number=int(game.joins))
    else:
        offer = _offer_battle(game, author) if game.key else _offer(draw, game)
        row = offering.offer_game(evening=evening, offer=offer, host=author, role=None)
        if not game.key:
            coming.seat(evening=evening, game=row.number, people=game.people, author=author)
    if locked:
        row.evening = evening
        offering.lock_game(game=row, locked=True, author=author)


def _offer(draw: PlanDraw, game: Proposal) -> Offer:
    spot = GameTable.objects.filter(pk=game.spot).first()
    most = next(kind.most for kind in draw.setup.kinds if kind.code == game.game)
    seats = max(len(game.people), min(most, spot.seats if spot is not None else most))
    begins, ends = moment_of_minute(game.begins), moment_of_minute(game.ends)
    return Offer(kind=game.game, title=str(kind_of(game.game).name), seats=seats, begins=begins, ends=ends, spot=spot)


def _offer_battle(game: Proposal, author: Member) -> Offer:
    """Return what is offered as a battle; one that a campaign would pair next is scheduled now."""
    found = Battle.objects.select_related("campaign", "round").prefetch_related("sides__warband")
    battle = found.get(pk=int(game.key)) if game.key.isdecimal() else scheduled(game.key, author)
    return Offer(
        kind=BATTLE,
        title=battle.name[:80],
        seats=len(game.people),
        begins=moment_of_minute(game.begins),
        ends=moment_of_minute(game.ends),
        spot=GameTable.objects.filter(pk=game.spot).first(),
        battle=battle,
    )
