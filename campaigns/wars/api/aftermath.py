"""A warband's aftermath for programs: the roll that is asked for, what was rolled, what came of it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from django.http import HttpRequest, HttpResponse
from msgspec import Meta, Struct
from ninja import Body, Router

from campaigns.wars.access import (
    get_battle_for_referee,
    get_recovery_for_player,
    get_recovery_for_reader,
)
from campaigns.wars.aftermath import operations
from campaigns.wars.aftermath.page import AftermathPage, Chapter, Fallen, page
from campaigns.wars.aftermath.wording import Receipt as RollTold, Table
from campaigns.wars.api.battle import BattleTold, tell_battle
from campaigns.wars.models.recovery import Recovery
from club.access import not_found, signed_in
from club.api.bodies import Because, Text
from club.api.scopes import EVERYBODY, PlayOrReferee, PlayOrRefereeOnce, Referee, acts
from club.api.structs import Told, told
from club.api.versions import seen, tag
from club.models import Member
from engines.core.dice import ASKS
from engines.core.receipts import Receipt

router = Router(tags=["aftermaths"])


class RollAsked(Struct, frozen=True):
    """The roll that is asked for next, the ``number``-th of at least ``total``: ``dice`` faces are typed.

    ``asked`` is how it is rolled (``d6``, ``d66``), ``reason`` what for, as a code; ``table`` is the one it is read on.
    """

    asked: str
    dice: int
    reason: str
    purpose: str
    figure: int | None
    figure_name: str
    rank_name: str
    number: int
    total: int
    table: Table


class Waiting(Struct, frozen=True):
    """Something that now waits for the player, and the page on which it is done."""

    sentence: str
    page: str


class AftermathTold(Struct, frozen=True):
    """A warband's aftermath. ``version`` is that of the header ``ETag``.

    ``stage``: ``choose`` whose dice are rolled, ``type`` the faces of the roll that is ``asked``, ``work`` while the
    site rolls, ``done``. ``mode`` is ``site`` or ``typed``. The hash of the site's dice (``commitment``) is published
    before they fall. Once it is done, it is told in ``chapters``, and by codes in ``steps``.
    """

    warband: int
    version: int
    stage: str
    mode: str
    may_act: bool
    asks_why: bool
    failed: bool
    commitment: str
    fallen: tuple[Fallen, ...]
    asked: RollAsked | None
    rolled: tuple[RollTold, ...]
    chapters: tuple[Chapter, ...]
    steps: tuple[dict[str, Any], ...]
    waiting: tuple[Waiting, ...]
    has_receipt: bool
    corrected: bool


class NewDice(Struct, frozen=True, forbid_unknown_fields=True):
    """Whose dice are rolled: the ``site``'s, or ``typed`` ones. Who chooses for the player says why (``because``)."""

    mode: Literal["site", "typed"]
    because: Text = ""


class NewFaces(Struct, frozen=True, forbid_unknown_fields=True):
    """The faces of the roll that is asked for, in order: the first of a d66 gives the tens.

    Who types them for the player says why (``because``), once for the whole aftermath.
    """

    faces: Annotated[tuple[int, ...], Meta(max_length=4)]
    because: Text = ""


@router.get(
    "/campaigns/{slug:slug}/battles/{int:pk}/aftermaths/{int:warband}", response=told(AftermathTold), auth=EVERYBODY
)
def battle_aftermath(request: HttpRequest, response: HttpResponse, slug: str, pk: int, warband: int) -> AftermathTold:
    """A warband's aftermath of a confirmed battle: the roll that is asked for, or what was rolled and came of it."""
    return tell_aftermath(request, response, slug, pk, warband)


@router.get(
    "/campaigns/{slug:slug}/battles/{int:pk}/aftermaths/{int:warband}/receipt", response=told(Receipt), auth=EVERYBODY
)
def aftermath_receipt(request: HttpRequest, slug: str, pk: int, warband: int) -> Receipt:
    """The proof of the site's dice in a warband's aftermath, once they are rolled."""
    recovery = get_recovery_for_reader(request.user, slug, pk, warband)
    return recovery.receipt if recovery.has_proof else not_found()


@router.post(
    "/campaigns/{slug:slug}/battles/{int:pk}/aftermaths/{int:warband}/dice",
    response=told(AftermathTold),
    auth=PlayOrReferee(),
)
def choose_dice(
    request: HttpRequest,
    response: HttpResponse,
    slug: str,
    pk: int,
    warband: int,
    new: Annotated[NewDice, Told(NewDice), Body()],
) -> AftermathTold:
    """Choose once whose dice are rolled: the site rolls all of them, or asks for one roll after another.

    Needs ``If-Match`` with the ``ETag`` of the aftermath.
    """
    recovery = get_recovery_for_player(request.user, slug, pk, warband)
    author, version = _author(request, recovery), seen(request)
    operations.begin(recovery=recovery, mode=new.mode, member=author, version=version, reason=new.because)
    return tell_aftermath(request, response, slug, pk, warband)


@router.post(
    "/campaigns/{slug:slug}/battles/{int:pk}/aftermaths/{int:warband}/faces",
    response=told(AftermathTold),
    auth=PlayOrRefereeOnce(),
)
def type_faces(
    request: HttpRequest,
    response: HttpResponse,
    slug: str,
    pk: int,
    warband: int,
    new: Annotated[NewFaces, Told(NewFaces), Body()],
) -> AftermathTold:
    """Type the faces of the one roll that is asked for; after the last roll the aftermath is written.

    Needs ``If-Match`` with the ``ETag`` of the aftermath, and an ``Idempotency-Key``.
    """
    recovery = get_recovery_for_player(request.user, slug, pk, warband)
    author, version = _author(request, recovery), seen(request)
    operations.enter_faces(recovery=recovery, faces=new.faces, member=author, version=version, reason=new.because)
    return tell_aftermath(request, response, slug, pk, warband)


@router.post(
    "/campaigns/{slug:slug}/battles/{int:pk}/aftermaths/{int:warband}/take-back",
    response=told(AftermathTold),
    auth=PlayOrReferee(),
)
def take_back_roll(request: HttpRequest, response: HttpResponse, slug: str, pk: int, warband: int) -> AftermathTold:
    """Take back the roll that was typed last, while the next one is awaited.

    Needs ``If-Match`` with the ``ETag`` of the aftermath.
    """
    recovery = get_recovery_for_player(request.user, slug, pk, warband)
    _author(request, recovery)
    operations.take_back_die(recovery=recovery, version=seen(request))
    return tell_aftermath(request, response, slug, pk, warband)


@router.post(
    "/campaigns/{slug:slug}/battles/{int:pk}/aftermaths/{int:warband}/call-off",
    response=told(AftermathTold),
    auth=PlayOrReferee(),
)
def call_off_roll(request: HttpRequest, response: HttpResponse, slug: str, pk: int, warband: int) -> AftermathTold:
    """Call the site's roll off before a worker has begun: the choice of dice is open again.

    Needs ``If-Match`` with the ``ETag`` of the aftermath.
    """
    recovery = get_recovery_for_player(request.user, slug, pk, warband)
    _author(request, recovery)
    operations.call_off(recovery=recovery, version=seen(request))
    return tell_aftermath(request, response, slug, pk, warband)


@router.post(
    "/campaigns/{slug:slug}/battles/{int:pk}/aftermaths/{int:warband}/retry",
    response=told(AftermathTold),
    auth=PlayOrReferee(),
)
def retry_roll(request: HttpRequest, response: HttpResponse, slug: str, pk: int, warband: int) -> AftermathTold:
    """Let the site roll again after its work failed; the dice are the same."""
    recovery = get_recovery_for_player(request.user, slug, pk, warband)
    _author(request, recovery)
    operations.try_again(recovery=recovery)
    return tell_aftermath(request, response, slug, pk, warband)


@router.post("/campaigns/{slug:slug}/battles/{int:pk}/aftermaths", response=told(BattleTold), auth=Referee())
def roll_aftermaths(
    request: HttpRequest,
    response: HttpResponse,
    slug: str,
    pk: int,
    why: Annotated[Because, Told(Because), Body()],
) -> BattleTold:
    """Let the site roll, as a referee, for every warband that has not begun; for those of others say why."""
    found = get_battle_for_referee(request.user, slug, pk)
    operations.begin_all(battle=found, referee=signed_in(request), reason=why.because)
    return tell_battle(request, response, slug, pk)


def _author(request: HttpRequest, recovery: Recovery) -> Member:
    """Return who acts: as the warband's player, or as a referee for them."""
    return acts(request, own=recovery.side.warband.owner_id == request.user.pk)


def tell_aftermath(request: HttpRequest, response: HttpResponse, slug: str, pk: int, warband: int) -> AftermathTold:
    """Return the aftermath as it is now, with its ``ETag``."""
    recovery = get_recovery_for_reader(request.user, slug, pk, warband)
    tag(response, request, recovery.version)
    return _aftermath(page(recovery, request.user))


def _aftermath(shown: AftermathPage) -> AftermathTold:
    recovery, done = shown.recovery, shown.stage == "done"
    return AftermathTold(
        warband=recovery.side.warband_id,
        version=recovery.version,
        stage=shown.stage,
        mode=recovery.mode,
        may_act=shown.may_act and not done,
        asks_why=shown.asks_why and not done,
        failed=shown.failed,
        commitment=recovery.commitment,
        fallen=shown.fallen,
        asked=_asked(shown),
        rolled=shown.so_far,
        chapters=shown.chapters,
        steps=tuple(recovery.steps) if done else (),
        waiting=tuple(Waiting(one.sentence, one.address) for one in shown.waiting),
        has_receipt=shown.has_proof,
        corrected=recovery.corrected,
    )


def _asked(shown: AftermathPage) -> RollAsked | None:
    asked = shown.asked
    if asked is None:
        return None
    request = asked.request
    return RollAsked(
        asked=request.asked,
        dice=ASKS[request.asked],
        reason=request.reason,
        purpose=asked.purpose,
        figure=request.figure,
        figure_name=asked.figure,
        rank_name=asked.rank,
        number=asked.number,
        total=asked.total,
        table=asked.table,
    )
