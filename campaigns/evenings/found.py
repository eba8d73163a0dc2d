"""What pages of evenings say of themselves to strangers, and what of them stands elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.urls import reverse
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from campaigns.evenings.access import visible_evenings
from campaigns.evenings.listing import next_evening
from campaigns.evenings.models.evening import ClubEvening, Guests
from campaigns.evenings.models.plan import EveningGame, SeatState
from campaigns.evenings.page import games_of
from club.dates import day_and_hour
from club.found import cards, excerpts, openings, sitemap
from club.found.excerpts import Excerpt, Excerpts, Row
from club.found.openings import About
from club.found.own import club_card

SUBJECT = "evening"
NEXT = "next"
"""The key of whichever evening comes next."""


def register() -> None:
    """Open them; called once when the app starts."""
    openings.open_page("evenings:list", _list)
    openings.open_page("evenings:evening", _page)
    excerpts.register(Excerpts("evening", SUBJECT, gettext_lazy("The evening"), _evening))
    excerpts.stands_for("evenings:evening", subject=SUBJECT, kind="evening", key="pk")
    cards.register("evening", lambda key: _evening(key, cards.ROWS))
    sitemap.add("evenings:list")
    sitemap.register("evenings", lambda: _public().only("pk", "changed").order_by("pk"), changed="changed")


def _public() -> Any:
    return visible_evenings(AnonymousUser())


def _list(context: Mapping[str, Any]) -> About:
    text = _("When %(club)s meets next, where, and what is played at which table.")
    return About(_("Evenings"), text % {"club": context["club"].name}, club_card())


def _page(context: Mapping[str, Any]) -> About | None:
    evening: ClubEvening = context["evening"]
    if evening.guests != Guests.PUBLIC:
        return None
    said = [day_and_hour(evening.begins), str(evening.place or "")]
    if evening.cancelled:
        said.insert(0, _("This evening is called off."))
    text = " · ".join(part for part in said if part)
    return About(evening.title, text, cards.address("evening", evening.pk), text, shared=evening.get_absolute_url())


def _evening(key: str, rows: int) -> Excerpt | None:
    if key == NEXT:
        found = next_evening(AnonymousUser(), None)
        if found is None:
            return Excerpt(_("Next evening"), _("Evenings"), reverse("evenings:list"), (), _("None is announced."))
    else:
        number = int(key) if key.isascii() and key.isdigit() and len(key) < 10 else 0
        found = _public().select_related("place").filter(pk=number).first()
        if found is None:
            return None
    when = " · ".join(part for part in (day_and_hour(found.begins), str(found.place or "")) if part)
    empty = _("No game was put on the plan.") if found.is_over else _("No game is offered yet.")
    if found.cancelled:
        empty = _("This evening is called off.")
    games = () if found.cancelled else tuple(_row(game) for game in games_of(found)[:rows])
    return Excerpt(when, found.title, found.get_absolute_url(), games, empty)


def _row(game: EveningGame) -> Row:
    free = game.seats - sum(one.state == SeatState.SEATED for one in game.people.all())
    figure = ngettext("%(count)s seat free", "%(count)s seats free", free) % {"count": free} if free > 0 else _("full")
    return Row(game.title, note=game.spot.name if game.spot is not None else "", figure=figure)
