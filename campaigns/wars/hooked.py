"""What others are told of battles and rounds: events, what is to be read, and how a chat says it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _, ngettext, pgettext_lazy
from msgspec import Struct

from campaigns.league.hooks.bodies import CampaignBody, campaign_body, look_of
from campaigns.wars.models.battle import Battle, BattleSide, BattleState
from campaigns.wars.models.round import Round
from club.addresses import whole
from club.dates import date_text
from club.hooks.bodies import public_name
from club.hooks.codes import Event, Look, Notice
from club.visibility import Visibility


class SideBody(Struct, frozen=True):
    """A warband in a battle. What it came to is there once the battle is settled, and ``null`` before.

    ``outcome``: ``won``, ``drew``, ``lost``; ``aftermath``: ``waiting``, ``rolling``, ``done``, or ``null`` for none.
    """

    warband: str
    player: str | None
    outcome: str | None
    victory_points: int | None
    takedowns: int | None
    losses: int | None
    aftermath: str | None


class BattleBody(Struct, frozen=True):
    """A battle. ``state``: ``gathering``, ``scheduled``, ``reported``, ``disputed``, ``confirmed``, ``cancelled``.

    ``date`` is ISO 8601 with its offset. ``picture`` is there once it is settled, if strangers may see it.
    """

    id: int
    title: str
    state: str
    date: str | None
    round: str | None
    table: str | None
    sides: tuple[SideBody, ...]
    address: str
    picture: str | None


class BattleData(Struct, frozen=True):
    """``battle.…`` and ``aftermath.done``."""

    campaign: CampaignBody
    battle: BattleBody


class RoundBody(Struct, frozen=True):
    """A round of a campaign, numbered from 1. ``name`` may be empty."""

    id: int
    number: int
    name: str
    address: str


class RoundData(Struct, frozen=True):
    """``round.opened``."""

    campaign: CampaignBody
    round: RoundBody


class Battles:
    """Battles as subjects."""

    def look(self, number: int) -> Look | None:
        """The battle as its campaign's page shows it to strangers. Three queries."""
        battle = _battle(number)
        if battle is None:
            return None
        picture = _picture(battle)
        body = BattleBody(
            id=battle.pk,
            title=battle.title,
            state=battle.state,
            date=battle.date.isoformat() if battle.date is not None else None,
            round=str(battle.round.name or battle.round.number) if battle.round is not None else None,
            table=str(battle.spot) if battle.spot is not None else None,
            sides=tuple(_side(side, is_settled=battle.state == BattleState.CONFIRMED) for side in _sides(battle)),
            address=whole(battle.get_absolute_url()),
            picture=whole(picture) if picture else None,
        )
        return look_of(battle.campaign, BattleData(campaign_body(battle.campaign), body))

    def notice(self, number: int) -> Notice | None:
        """Where it stands: campaign and round, date, and what each warband came to."""
        battle = _battle(number)
        if battle is None:
            return None
        return Notice(battle.title, tuple(_lines(battle)), battle.get_absolute_url(), _picture(battle))


class Rounds:
    """Rounds as subjects."""

    def look(self, number: int) -> Look | None:
        """The round."""
        found = Round.objects.select_related("campaign").filter(pk=number).first()
        if found is None:
            return None
        body = RoundBody(found.pk, found.number, found.name, whole(_rounds_page(found)))
        return look_of(found.campaign, RoundData(campaign_body(found.campaign), body))

    def notice(self, number: int) -> Notice | None:
        """That it has begun."""
        found = Round.objects.select_related("campaign").filter(pk=number).first()
        if found is None:
            return None
        return Notice(f"{found.campaign.name} · {found}", (_("A new round is open."),), _rounds_page(found))


def _rounds_page(found: Round) -> str:
    return reverse("campaigns:rounds", args=[found.campaign.slug])


def _battle(number: int) -> Battle | None:
    rows = Battle.objects.select_related("campaign", "round", "spot__place").filter(pk=number)
    return rows.first()


def _sides(battle: Battle) -> QuerySet[BattleSide]:
    return battle.sides.select_related("warband__owner", "recovery").order_by("seat")


def _side(side: BattleSide, *, is_settled: bool) -> SideBody:
    recovery = getattr(side, "recovery", None)
    return SideBody(
        warband=side.warband.name,
        player=public_name(side.warband.owner),
        outcome=side.outcome if is_settled else None,
        victory_points=side.victory_points if is_settled else None,
        takedowns=side.takedowns if is_settled else None,
        losses=side.losses if is_settled else None,
        aftermath=recovery.state if is_settled and recovery is not None else None,
    )


def _picture(battle: Battle) -> str:
    """Return where the picture of a settled battle is, if whoever reads the chat can fetch it."""
    if battle.state != BattleState.CONFIRMED or battle.campaign.visibility != Visibility.PUBLIC:
        return ""
    return reverse("campaigns:card", args=[battle.campaign.slug, battle.pk])


def _lines(battle: Battle) -> Iterator[str]:
    where = (battle.campaign.name, str(battle.round) if battle.round is not None else "")
    yield " · ".join(part for part in where if part)
    when = date_text(timezone.localtime(battle.date), "DATETIME_FORMAT") if battle.date is not None else ""
    yield " · ".join(part for part in (str(BattleState(battle.state).label), when) if part)
    sides = list(_sides(battle))
    if battle.state != BattleState.CONFIRMED:
        yield " – ".join(side.warband.name for side in sides)
        return
    for side in sides:
        points = ngettext("%(count)s victory point", "%(count)s victory points", side.victory_points)
        mark = "★ " if side.warband_id == battle.winner_id else ""
        yield f"{mark}{side.warband.name} · {points % {'count': side.victory_points}}"
    states = [side.recovery.state for side in sides if getattr(side, "recovery", None) is not None]
    if states and all(state == "done" for state in states):
        yield _("All aftermaths are rolled.")


EVENTS: Final[Mapping[str, Event]] = {
    "battle.scheduled": Event(pgettext_lazy("event", "a battle is scheduled"), "battle"),
    "battle.changed": Event(pgettext_lazy("event", "a battle is moved or changed"), "battle"),
    "battle.cancelled": Event(pgettext_lazy("event", "a battle is called off"), "battle"),
    "battle.reported": Event(pgettext_lazy("event", "a battle is reported"), "battle"),
    "battle.disputed": Event(pgettext_lazy("event", "a report is disputed"), "battle"),
    "battle.settled": Event(pgettext_lazy("event", "a battle is settled"), "battle"),
    "aftermath.done": Event(pgettext_lazy("event", "the aftermath of a warband is rolled"), "battle"),
    "round.opened": Event(pgettext_lazy("event", "a round is opened"), "round"),
}
SUBJECTS: Final = {"battle": Battles(), "round": Rounds()}
NEWS: Final[Mapping[str, str]] = {
    **dict.fromkeys(("scheduled", "paired", "challenge_accepted", "battle_put_in"), "battle.scheduled"),
    **dict.fromkeys(
        ("moved", "changed", "date_agreed", "brought", "unseated", "date_postponed", "battle_moved_by_referee"),
        "battle.changed",
    ),
    **dict.fromkeys(("called_off", "called_off_by_party", "battle_called_off_by_referee"), "battle.cancelled"),
    **dict.fromkeys(("reported", "fought_by_engine"), "battle.reported"),
    "disputed": "battle.disputed",
    **dict.fromkeys(("confirmed", "settled", "decided", "confirmed_by_time"), "battle.settled"),
}
DATA: Final[Mapping[str, type[Struct]]] = {
    **{code: BattleData for code, event in EVENTS.items() if event.kind == "battle"},
    "round.opened": RoundData,
}
"""What stands under ``data``, by event: for the published schema."""
