"""What the club's own pages say of themselves, and its announcements as a feed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from club.found import cards, feeds, openings, sitemap
from club.found.excerpts import Excerpt
from club.found.feeds import Entry, Feed
from club.found.openings import About, Followed
from club.markdown import markdown
from club.models import Announcement, ClubSettings
from club.rulings import GAMES, rulings_of

ANNOUNCEMENTS = "announcements"


def register() -> None:
    """Open them; called once when the club starts."""
    openings.open_page("club:home", _home)
    openings.open_page("club:page", _page)
    openings.open_page("club:about", _about)
    openings.open_page("club:announcements", _announcements)
    openings.open_page("club:announcement", _announcement)
    openings.open_page("club:rulings", _rulings)
    openings.open_page("club:ruling", _ruling)
    openings.open_file("found:card", "found:robots", "found:security", "found:sitemap", "found:sitemap_part")
    cards.register("club", _card)
    feeds.register(ANNOUNCEMENTS, _feed)
    for name in ("club:home", "club:page", "club:announcements", "club:about"):
        sitemap.add(name)
    games = [game.code for game in GAMES]
    sitemap.register("games", lambda: games, address=lambda code: reverse("club:rulings", args=[code]))
    sitemap.register("announcements", lambda: _public().only("pk", "created").order_by("pk"), changed="created")
    sitemap.register("rulings", lambda: [ruling for game in GAMES for ruling in rulings_of(game)])


def club_card() -> str:
    """Return where the club's own picture is."""
    return cards.address("club", "club")


def _followed() -> tuple[Followed, ...]:
    return (Followed(_("Announcements"), reverse("found:feed", args=[ANNOUNCEMENTS])),)


def _home(context: Mapping[str, Any]) -> About:
    text = _("What %(club)s plays: campaigns, seasons, evenings, the latest results and the next battles.")
    name = context["club"].name
    return About(name, text % {"club": name}, club_card(), feeds=_followed())


def _page(context: Mapping[str, Any]) -> About:
    text = _("When and where %(club)s meets, what it plays and how to reach it.")
    name = context["club"].name
    return About(name, text % {"club": name}, club_card(), feeds=_followed())


def _about(context: Mapping[str, Any]) -> About:
    text = _("What this site is, which version it is, and whose work it borrows with thanks.")
    return About(_("About this site"), text, club_card())


def _announcements(context: Mapping[str, Any]) -> About:
    text = _("What %(club)s tells its members and visitors, the newest first.")
    return About(_("Announcements"), text % {"club": context["club"].name}, club_card(), feeds=_followed())


def _announcement(context: Mapping[str, Any]) -> About | None:
    row: Announcement = context["announcement"]
    if not row.public:
        return None
    said = row.text and markdown(row.text)
    fallback = _("An announcement of %(club)s.") % {"club": context["club"].name}
    return About(row.title, said or fallback, club_card(), kind="article", feeds=_followed())


def _rulings(context: Mapping[str, Any]) -> About:
    game = context["game"]
    text = _(
        "Where the rulebook of %(game)s is silent or says two things: the readings, and the one this site follows."
    )
    return About(" · ".join((_("How we read the rules"), game.name)), text % {"game": game.name}, club_card())


def _ruling(context: Mapping[str, Any]) -> About:
    ruling = context["ruling"]
    return About(f"{ruling.number} · {ruling.title}", str(ruling.printed), club_card(), kind="article")


def _card(key: str) -> Excerpt | None:
    if key != "club":
        return None
    text = _("Campaigns, seasons, evenings")
    return Excerpt("", ClubSettings.load().name, "/", (), text)


def _public() -> Any:
    return Announcement.objects.open_to(member=False).begun(timezone.localdate())


def _feed(key: str) -> Feed | None:
    if key:
        return None
    rows = _public()[: feeds.MOST]
    entries = tuple(
        Entry(f"announcement-{row.pk}", row.title, row.get_absolute_url(), row.told or row.created, markdown(row.text))
        for row in rows
    )
    title = " · ".join((_("Announcements"), ClubSettings.load().name))
    return Feed(title, reverse("club:announcements"), entries)
