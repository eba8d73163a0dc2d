"""What kinds of campaign there are. Each is one object that a room registers when the app starts.

The league opens campaigns, lets people in and shows the way; what a campaign is about it leaves to the kind: its pages,
its form, what its overview and its referee's desk show. Nothing here asks which kind one is.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any, Final

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from campaigns.league.act_form import ActForm
from campaigns.league.chores import Chore
from campaigns.league.games import game_of
from campaigns.league.models import Campaign, Membership
from campaigns.league.terms import TermsForm
from club.first_steps import Step


class Tab(Struct, frozen=True):
    """A page of a campaign: its code, its title, the name of its address, and whether referees alone see it."""

    code: str
    label: str | Promise
    address: str
    referee: bool = False


OVERVIEW: Final = Tab("campaign", _("Overview"), "campaigns:campaign")
SHARED: Final = (
    Tab("people", _("People"), "campaigns:people"),
    Tab("dashboard", _("Referee’s desk"), "campaigns:dashboard", referee=True),
    Tab("settings", _("Settings"), "campaigns:settings", referee=True),
)
"""The pages that every campaign has after its own."""


JOIN: Final = _("Join this campaign")
JOINING: Final = _("Join a campaign")
OVER: Final = _("This campaign is over.")
LEAVING: Final = _("Leave the campaign")
OPENED: Final = _("The campaign is open. Give the join code to your players.")
NEW: Final = _("Open a campaign")


class Phrases(Struct, frozen=True):
    """What pages shared by all campaigns say in each kind's own words: for opening one, closing it, leaving it."""

    opening: str | Promise
    open: str | Promise
    close: str | Promise
    leave: str | Promise
    join: str | Promise = JOIN
    joining: str | Promise = JOINING
    """The button for somebody who follows an invitation, and the headline above it."""
    over: str | Promise = OVER
    leaving: str | Promise = LEAVING
    opened: str | Promise = OPENED
    new: str | Promise = NEW
    """What pages say: that it is over, how one leaves it, that it was opened, how one opens one."""


class Kind(ABC):
    """A kind of campaign."""

    code: str
    """What ``Game.kind`` calls it."""
    own_tabs: tuple[Tab, ...]
    """Its pages, between the overview and those that every campaign has."""
    form: type[TermsForm]
    phrases: Phrases
    card: str
    """The template of what a campaign's card in a list says about it."""
    watched: str = ""
    """What pages that show ``mark`` watch, as ``club.streams`` knows it."""
    own_part: str = ""
    """The template of what the page of people says to somebody who takes part, if anything."""

    powers: tuple[type[ActForm], ...] = ()
    """What its referees may do besides what all referees may; forms of one group stand together."""
    powers_part: str = ""
    """The template of what the page of the referees' powers shows before its forms, if anything."""

    def powers_context(self, campaign: Campaign) -> dict[str, Any]:
        """Return what ``powers_part`` needs."""
        return {}

    def people_page(self, campaign: Campaign) -> str:
        """Return the address at which referees see who takes part."""
        return reverse("campaigns:people", args=[campaign.slug])

    def copy_settings(self, original: Campaign, made: Campaign) -> None:  # noqa: B027 (most kinds keep nothing)
        """Give a copy what this kind keeps elsewhere than in the campaign's own row."""

    @property
    def tabs(self) -> tuple[Tab, ...]:
        """All pages of such a campaign, in order."""
        return (OVERVIEW, *self.own_tabs, *SHARED)

    @abstractmethod
    def overview(self, request: HttpRequest, campaign: Campaign) -> HttpResponse:
        """Answer with what is going on in a campaign that the reader may read."""

    @abstractmethod
    def desk(self, request: HttpRequest, campaign: Campaign) -> HttpResponse:
        """Answer with what waits in a campaign that the reader is a referee of."""

    @abstractmethod
    def waiting(self, parts: Sequence[Membership]) -> Iterable[Chore]:
        """Yield what one member can do now in campaigns of this kind, in the present language, in any order.

        ``parts`` are his memberships with their campaigns, at least one.
        """

    @abstractmethod
    def welcome(self, request: HttpRequest, campaign: Campaign) -> HttpResponse:
        """Tell newcomers that they take part now, and lead them where they go on."""

    def mark(self, campaign: Campaign) -> str:
        """Return a mark of what the overview shows, in one query; empty: it does not keep itself up to date."""
        return ""

    def first_steps(self, campaign: Campaign) -> tuple[Step, ...]:
        """Return what its first referee does next, as far as it has come. One query."""
        return ()

    def with_counts(self, campaigns: QuerySet[Campaign]) -> QuerySet[Campaign]:
        """Let campaigns in a list come with what ``card`` counts."""
        return campaigns


_KINDS: Final[dict[str, Kind]] = {}


def register(kind: Kind) -> None:
    """Let there be campaigns of this kind. Registering twice changes nothing."""
    _KINDS[kind.code] = kind


def kinds() -> Iterable[Kind]:
    """Return all kinds, in the order of registration."""
    return list(_KINDS.values())


def kind_of(game: str) -> Kind:
    """Return the kind of campaign in which the game with this code is played."""
    return _KINDS[game_of(game).kind]
