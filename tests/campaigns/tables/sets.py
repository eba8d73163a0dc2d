"""Card sets of a club, and tables opened with them by the form."""

from __future__ import annotations

import msgspec
from django.urls import reverse

from campaigns.matches.cards.operations import add_cards
from campaigns.matches.cards.sets import CARDS
from campaigns.matches.models.card_set import ScoreCards
from club.models import Member
from engines.core.score import encode
from tests.clients import client_of


def club_set(game: str, member: Member, **change: object) -> ScoreCards:
    """The practice set of a game as the club's own, with what is said changed in it."""
    data = {**encode(CARDS[game].training()), "name": {"fr": "Notre boîte", "en": "Our box"}, **change}
    return add_cards(game=game, text=msgspec.json.encode(data).decode(), author=member)


def opened(game: str, variant: str, opener: Member, other: Member, cards: ScoreCards) -> str:
    """The page that comes of opening a table with a set: the table, or the form with what is wrong."""
    form = {"variant": variant, "cards": str(cards.pk), "seat_2": f"member:{other.pk}", "visibility": "club"}
    return client_of(opener).post(f"{reverse('tables:new')}?game={game}", form, follow=True).content.decode()
