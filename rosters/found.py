"""What pages of warbands and rules say of themselves to strangers, and the picture of a warband."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.urls import reverse
from django.utils.translation import gettext as _, ngettext

from club.found import cards, openings, sitemap
from club.found.excerpts import Excerpt, Row
from club.found.openings import About
from club.found.own import club_card
from rosters import reference, wording
from rosters.access import readable_by
from rosters.models import Warband


def register() -> None:
    """Open them; called once when the room starts."""
    openings.open_page("rosters:list", _list)
    openings.open_page("rosters:roster", _roster)
    openings.open_page("rosters:catalogue", _catalogue)
    openings.open_page("rosters:module", _module)
    openings.open_page("rosters:worth", _worth)
    cards.register("warband", _card)
    sitemap.add("rosters:list")
    sitemap.add("rosters:catalogue")
    sitemap.add("rosters:worth")
    sitemap.register("modules", reference.parts, address=lambda part: reverse("rosters:module", args=[part.code]))
    sitemap.register("warbands", lambda: _public().only("pk", "changed").order_by("pk"), changed="changed")


def _public() -> Any:
    return readable_by(AnonymousUser()).filter(mustered=True)


def _said(warband: Warband) -> str:
    """Return a warband in one sentence."""
    figures = ngettext("%(count)s figure", "%(count)s figures", warband.figures) % {"count": warband.figures}
    battles = ngettext("%(count)s battle", "%(count)s battles", warband.battles) % {"count": warband.battles}
    values = {
        "race": wording.race_name(warband.race, warband.catalogue),
        "figures": figures,
        "value": warband.value,
        "battles": battles,
    }
    return _("A Musg warband (%(race)s): %(figures)s, worth %(value)s, after %(battles)s.") % values


def _list(context: Mapping[str, Any]) -> About:
    text = _("The Musg warbands of %(club)s: their races, their worth, their battles.")
    return About(_("Warbands"), text % {"club": context["club"].name}, club_card())


def _roster(context: Mapping[str, Any]) -> About | None:
    warband: Warband = context["warband"]
    if not warband.mustered:
        return None
    picture = cards.address("warband", warband.pk)
    return About(warband.name, _said(warband), picture, _("The warband’s figures"), kind="profile")


def _catalogue(context: Mapping[str, Any]) -> About:
    text = _("Races, weapons, skills, injuries: every table of Musg’s rulebook on one page, with a search.")
    return About(_("Rules"), text, club_card())


def _module(context: Mapping[str, Any]) -> About:
    part = context["part"]
    text = _("%(module)s: a module of Musg in short, with its tables.") % {"module": part.title}
    return About(str(part.title), text, club_card())


def _worth(context: Mapping[str, Any]) -> About:
    text = _("What Musg’s weapons, equipment, skills and profiles are worth, by battles between bots, with margins.")
    return About(_("What a point buys"), text, club_card())


def _card(key: str) -> Excerpt | None:
    warband = _public().filter(pk=int(key)).first() if key.isascii() and key.isdigit() and len(key) < 10 else None
    if warband is None:
        return None
    figures = sorted(warband.roster.active, key=lambda one: -one.experience)[: cards.ROWS]
    rows = tuple(Row(one.name, figure=wording.rank_name(one.rank)) for one in figures)
    worth = _("worth %(value)s") % {"value": warband.value}
    about = f"{wording.race_name(warband.race, warband.catalogue)} · {worth}"
    return Excerpt(about, warband.name, warband.get_absolute_url(), rows)
