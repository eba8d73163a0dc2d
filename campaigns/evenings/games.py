"""The kinds of games that people sit down to at an evening, and where each goes on."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import Final
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from campaigns.evenings.models.plan import EveningGame, EveningSeat
from campaigns.league.games import CARD_GAMES, MUSG, Game

BATTLE: Final = "battle"
OTHER: Final = "other"


class Step(Struct, frozen=True):
    """Where a game goes on: what stands on the button, and its address."""

    label: str | Promise
    address: str
    icon: str = "play"


class GameKind(ABC):
    """A kind of game: its code, what it is called, its picture, how many play it, how it goes on at the table."""

    code: str
    name: str | Promise
    icon: str = "dice"
    seats: int = 4

    @abstractmethod
    def steps(self, game: EveningGame, seated: Iterable[EveningSeat]) -> tuple[Step, ...]:
        """Return what those at a game can do about it on the site."""


class CardGame(GameKind):
    """One of the club's card games: kept on a score pad, or played at a table of the site."""

    def __init__(self, game: Game) -> None:
        self.code, self.name, self.icon = game.code, game.name, game.icon

    def steps(self, game: EveningGame, seated: Iterable[EveningSeat]) -> tuple[Step, ...]:
        """The pad with those who sit there, or a table in the browser."""
        members = [("seat", f"m{seat.member_id}") for seat in seated if seat.member_id is not None]
        pad = f"{reverse('campaigns:match_open', args=[self.code])}?{urlencode(members)}"
        table = f"{reverse('tables:new')}?{urlencode({'game': self.code})}"
        return Step(_("Start the score pad"), pad), Step(_("Open a table on the site"), table, "card")


class CampaignBattle(GameKind):
    """A battle of a campaign."""

    code, name, icon, seats = BATTLE, _("A battle of a campaign"), MUSG.icon, 2

    def steps(self, game: EveningGame, seated: Iterable[EveningSeat]) -> tuple[Step, ...]:
        """The battle's page, with its count and its report."""
        if game.battle is None:
            return ()
        return (Step(_("To the battle"), game.battle.get_absolute_url(), "crossed-swords"),)


class SingleGame(GameKind):
    """A single game of Musg."""

    code, name, icon, seats = MUSG.code, _("A single game of Musg"), MUSG.icon, 2

    def steps(self, game: EveningGame, seated: Iterable[EveningSeat]) -> tuple[Step, ...]:
        """Where single games are opened."""
        return (Step(_("Open a single game"), reverse("campaigns:single_new"), "crossed-swords"),)


class OtherGame(GameKind):
    """Any other game, by its name."""

    code, name, seats = OTHER, _("Another game"), 4

    def steps(self, game: EveningGame, seated: Iterable[EveningSeat]) -> tuple[Step, ...]:
        """The site knows nothing of it."""
        return ()


KINDS: Final[Mapping[str, GameKind]] = {
    kind.code: kind for kind in (*map(CardGame, CARD_GAMES), CampaignBattle(), SingleGame(), OtherGame())
}
"""All kinds, by their codes."""


def kind_of(code: str) -> GameKind:
    """Return the kind with this code; of an earlier version's that is none any more, that of other games."""
    return KINDS.get(code, KINDS[OTHER])
