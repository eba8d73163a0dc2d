"""The picture of a battle: for the campaign's readers, and for whoever has the link of its replay.

It is a PNG drawn by Typst, which sees nothing but the drawing and the site's typefaces.
"""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from campaigns.wars.access import get_battle_for_reader, get_replay_by_link
from campaigns.wars.card import picture
from campaigns.wars.models.resolution import Resolution, ResolutionState
from club.access import not_found
from club.paper import share_card


@require_safe
def card(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """A battle that is over, as a picture; 404 while it is not."""
    battle = get_battle_for_reader(request.user, slug, pk)
    resolution = Resolution.objects.filter(battle=battle, state=ResolutionState.DONE).first()
    try:
        return _picture(picture.of_battle(battle, resolution), f"battle-{battle.pk}.png")
    except picture.NotOver:
        not_found()


@require_safe
def shared_card(request: HttpRequest, key: str) -> HttpResponse:
    """The decisive moment of a shared replay, as messengers show it beside the link."""
    return _picture(picture.of_replay(get_replay_by_link(key)), "battle.png")


def _picture(made: picture.Card, name: str) -> HttpResponse:
    headers = {"Content-Disposition": f'inline; filename="{name}"'}
    return HttpResponse(share_card.png(made.svg), content_type="image/png", headers=headers)
