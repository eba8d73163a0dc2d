"""How a battle comes to be played at the site, for programs: proposed, agreed to, declined, against the bot."""

from __future__ import annotations

from typing import Annotated, Any, Final

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from msgspec import Struct
from ninja import Body, Router

from campaigns.wars.access import get_battle_for_player, get_battle_for_reader, get_battle_for_reporter, is_player
from campaigns.wars.models.battle import Battle
from campaigns.wars.models.play import PlayedBattle
from campaigns.wars.play import offering
from campaigns.wars.play.api import PlayedLine, router as list_router, told_played
from campaigns.wars.play.entering import play_against_bot
from campaigns.wars.play.entry import LeadLine, offered_in, own_sides, panel
from campaigns.wars.play.entry_forms import LEAD, BotForm, LeadsForm, ProposalForm
from club.access import signed_in
from club.api.forms import Filled, checked
from club.api.scopes import EVERYBODY, Play, PlayOnce, PlayOrReferee, Read, acts
from club.api.structs import told
from club.api.versions import seen, tag
from club.operations import Stale

router = Router(tags=["played battles"])
_LEADS: Final = {
    f"{LEAD}{seat}": {
        "type": "string",
        "description": f"Who leads side {seat}, if it is yours: me, a bot (gentle, steady, strong), or whoever takes"
        " its link (link).",
    }
    for seat in range(2)
}


class Lead(Struct, frozen=True):
    """A side of a battle that is proposed: ``mine`` is your warband, ``awaited``: nobody has said who leads it.

    Whoever holds the ``link`` may lead it.
    """

    side: int
    warband: int
    name: str
    awaited: bool
    mine: bool
    link: str


class EntryTold(Struct, frozen=True):
    """What there is to say of playing a battle at the site: ``stage`` is empty where nothing was proposed.

    ``played`` is the number by which it is watched and played, ``terms`` are those proposed, in words.
    """

    played: int | None
    stage: str
    terms: tuple[str, ...]
    leads: tuple[Lead, ...]
    may_propose: bool
    may_agree: bool
    may_call_off: bool


class PlayableBand(Struct, frozen=True):
    """A warband with which you may play against the bot: ``key`` is what to send, ``race`` in words."""

    key: str
    name: str
    race: str
    group: str


@list_router.get("/played/warbands", response=told(list[PlayableBand]), auth=Read())
def playable_warbands(request: HttpRequest) -> list[PlayableBand]:
    """The warbands with which you may play against the bot at once: your own, and those that stand ready."""
    groups = BotForm(member=signed_in(request)).buttons
    return [PlayableBand(key, name, race, title) for title, bands in groups for key, name, race in bands]


@list_router.post("/played", response=told(PlayedLine), auth=PlayOnce())
def play_bot(
    request: HttpRequest, response: HttpResponse, values: Annotated[dict[str, Any], Filled(BotForm), Body()]
) -> PlayedLine:
    """Begin a single game against a ready-made warband that the site's bot leads, at once.

    ``mine`` is the key of a playable warband. Needs an ``Idempotency-Key``.
    """
    member = signed_in(request)
    form = checked(BotForm(values, member=member))
    played = play_against_bot(member=member, mine=form.band, bot=form.strength)
    return told_played(request, response, played.pk)


@router.get("/campaigns/{slug:slug}/battles/{int:pk}/play", response=told(EntryTold), auth=EVERYBODY)
def battle_entry(request: HttpRequest, response: HttpResponse, slug: str, pk: int) -> EntryTold:
    """Whether a battle is, or may be, played at the site. The ``ETag`` is that of the proposal that stands."""
    return _told(request, response, slug, pk)


@router.post("/campaigns/{slug:slug}/battles/{int:pk}/play", response=told(EntryTold), auth=PlayOnce())
def propose_battle(
    request: HttpRequest,
    response: HttpResponse,
    slug: str,
    pk: int,
    values: Annotated[dict[str, Any], Filled(ProposalForm, **_LEADS), Body()],
) -> EntryTold:
    """Propose to play a battle at the site: how fast, what if somebody is away, who leads each of your warbands.

    ``pace`` is ``live:`` or ``days:`` and the minutes to decide. Where nobody else has a say it begins at once. Needs
    an ``Idempotency-Key``.
    """
    battle = get_battle_for_player(request.user, slug, pk)
    form = checked(ProposalForm(values, sides=own_sides(battle, request.user), links=not battle.journaled))
    offering.propose(battle=battle, member=signed_in(request), terms=form.terms, leads=form.leads)
    return _told(request, response, slug, pk)


@router.post("/campaigns/{slug:slug}/battles/{int:pk}/play/agree", response=told(EntryTold), auth=Play())
def agree_to_play(
    request: HttpRequest,
    response: HttpResponse,
    slug: str,
    pk: int,
    values: Annotated[dict[str, Any], Filled(LeadsForm, **_LEADS), Body()],
) -> EntryTold:
    """Agree to the terms proposed, and say who leads each of your warbands; it begins once everybody has.

    Needs ``If-Match`` with the ``ETag`` of the proposal.
    """
    battle = get_battle_for_player(request.user, slug, pk)
    form = checked(LeadsForm(values, sides=own_sides(battle, request.user), links=not battle.journaled))
    offering.agree(played=_standing(request, battle), member=signed_in(request), leads=form.leads)
    return _told(request, response, slug, pk)


@router.post("/campaigns/{slug:slug}/battles/{int:pk}/play/call-off", response=told(EntryTold), auth=PlayOrReferee())
def call_off_playing(request: HttpRequest, response: HttpResponse, slug: str, pk: int) -> EntryTold:
    """Take a proposal back, or decline it. Needs ``If-Match`` with the ``ETag`` of the proposal."""
    battle = get_battle_for_reporter(request.user, slug, pk)
    member = acts(request, own=is_player(request.user, battle))
    offering.call_off(played=_standing(request, battle), member=member)
    return _told(request, response, slug, pk)


def _standing(request: HttpRequest, battle: Battle) -> PlayedBattle:
    """Return the proposal that was answered. Raises ``Stale`` where another one stands, or none."""
    version, offered = seen(request), offered_in(battle)
    if offered is None:
        raise Stale
    offering.refuse_other(offered, version)
    return offered


def _told(request: HttpRequest, response: HttpResponse, slug: str, pk: int) -> EntryTold:
    battle = get_battle_for_reader(request.user, slug, pk)
    offered, shown = offered_in(battle), panel(battle, request.user)
    tag(response, request, offered.pk if offered is not None else 0)
    if shown is None:
        return EntryTold(None, "", (), (), may_propose=False, may_agree=False, may_call_off=False)
    return EntryTold(
        played=shown.played.pk if shown.played is not None else None,
        stage=shown.stage,
        terms=shown.terms,
        leads=tuple(_lead(request, line) for line in shown.lines),
        may_propose=shown.may_propose,
        may_agree=shown.may_agree,
        may_call_off=shown.may_call_off,
    )


def _lead(request: HttpRequest, line: LeadLine) -> Lead:
    link = request.build_absolute_uri(reverse("play:lead", args=[line.link])) if line.link else ""
    return Lead(line.side.seat, line.side.warband_id, line.side.warband.name, line.awaited, line.mine, link)
