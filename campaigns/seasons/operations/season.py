"""Opening a season."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from campaigns.league.games import is_card_game
from campaigns.league.models import Campaign
from campaigns.league.operations.campaigns import open_campaign
from campaigns.league.terms import Terms
from club.models import Member
from club.operations import Refused


def create_season(*, referee: Member, game: str, terms: Terms) -> Campaign:
    """Open a season of a card game, ``referee`` being its first referee. Raises ``Refused`` with all that is wrong."""
    if not is_card_game(game):
        raise Refused.because("no_such_game", _("Choose one of the games offered."), "game")
    return open_campaign(referee=referee, game=game, terms=terms)
