"""What pages of Musg campaigns say of themselves to strangers, and what of them stands elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from campaigns.league.access import listed, visible_campaigns
from campaigns.league.found import RESULTS, SUBJECT, about_campaign, public_campaign, public_campaigns
from campaigns.league.games import WAR
from campaigns.league.models import Campaign
from campaigns.wars import chronicle
from campaigns.wars.battles.lines import BattleLine, first_lines
from campaigns.wars.models.battle import FOUGHT, Battle, BattleState
from campaigns.wars.models.resolution import Resolution, ResolutionState
from campaigns.wars.standings import standings
from club.dates import date_text
from club.found import cards, excerpts, feeds, openings, sitemap
from club.found.excerpts import Excerpt, Excerpts, Row
from club.found.feeds import Entry, Feed
from club.found.openings import About
from club.found.own import club_card
from club.visibility import Visibility
from engines.musg.scenarios import library

AHEAD = (BattleState.SCHEDULED,)


def register() -> None:
    """Open them; called once when the app starts."""
    openings.open_page("campaigns:standings", _standings_page)
    openings.open_page("campaigns:chronicle", _chronicle_page)
    openings.open_page("campaigns:rounds", _rounds_page)
    openings.open_page("campaigns:battle", _battle_page)
    openings.open_page("campaigns:replay", _replay_page)
    openings.open_page("campaigns:shared_replay", _shared_replay)
    openings.open_page("campaigns:scenarios", _scenarios_page)
    openings.open_page("campaigns:scenario", _scenario_page)
    openings.open_file("campaigns:card", "campaigns:shared_card")
    excerpts.register(
        Excerpts("standings", SUBJECT, gettext_lazy("Standings"), _standings),
        Excerpts("battles", SUBJECT, gettext_lazy("Next battles"), _battles),
        Excerpts(RESULTS, SUBJECT, gettext_lazy("Last results"), _results, feed=RESULTS),
    )
    for page, kind in (("standings", "standings"), ("rounds", "battles"), ("chronicle", RESULTS)):
        excerpts.stands_for(f"campaigns:{page}", subject=SUBJECT, kind=kind, key="slug")
    feeds.register(RESULTS, _feed)
    _map()


def _map() -> None:
    sitemap.register("standings", _wars, address=lambda one: reverse("campaigns:standings", args=[one.slug]))
    sitemap.register("chronicles", _wars, address=lambda one: reverse("campaigns:chronicle", args=[one.slug]))
    sitemap.register("replays", _replays, address=_replay_address)
    sitemap.add("campaigns:scenarios")
    sitemap.register(
        "scenarios", lambda: list(library()), address=lambda code: reverse("campaigns:scenario", args=[code])
    )


def _wars() -> Any:
    return public_campaigns(WAR).only("slug")


def _replays() -> Any:
    seen = listed(visible_campaigns(AnonymousUser())).values("pk")
    found = Resolution.objects.filter(state=ResolutionState.DONE, battle__campaign__in=seen)
    return found.order_by("pk").values_list("battle__campaign__slug", "battle_id")


def _replay_address(row: tuple[str, int]) -> str:
    return reverse("campaigns:replay", args=row)


# Pages


def _standings_page(context: Mapping[str, Any]) -> About | None:
    campaign: Campaign = context["campaign"]
    text = _("Who leads %(campaign)s: victories, points and losses of every warband.") % {"campaign": campaign.name}
    return about_campaign(campaign, text, title=_("Standings"))


def _chronicle_page(context: Mapping[str, Any]) -> About | None:
    campaign: Campaign = context["campaign"]
    text = _("What the warbands of %(campaign)s lived through, battle by battle.") % {"campaign": campaign.name}
    return about_campaign(campaign, text, title=_("Chronicle"))


def _rounds_page(context: Mapping[str, Any]) -> About | None:
    campaign: Campaign = context["campaign"]
    text = _("The battles of %(campaign)s, round by round: who meets whom, when, and what came of it.")
    return about_campaign(campaign, text % {"campaign": campaign.name}, title=_("Battles"))


def _battle_page(context: Mapping[str, Any]) -> About | None:
    return _about_battle(context["battle"], context["battle"].title)


def _replay_page(context: Mapping[str, Any]) -> About | None:
    battle: Battle = context["battle"]
    return _about_battle(battle, _("Replay of %(title)s") % {"title": battle.title}, drawn=True)


def _about_battle(battle: Battle, title: str, *, drawn: bool = False) -> About | None:
    campaign = battle.campaign
    if campaign.visibility != Visibility.PUBLIC:
        return None
    names = " – ".join(side.warband.name for side in battle.sides.all())
    where = date_text(timezone.localtime(battle.date), "DATE_FORMAT") if battle.date else ""
    text = " · ".join(part for part in (names, campaign.name, where) if part)
    has_picture = drawn or battle.state == BattleState.CONFIRMED
    picture = reverse("campaigns:card", args=[campaign.slug, battle.pk]) if has_picture else ""
    return About(title, text, picture or cards.address("standings", campaign.slug), battle.title, kind="article")


def _shared_replay(context: Mapping[str, Any]) -> About | None:
    """Whoever has the link may show it, but it is not to be found without."""
    battle: Battle = context["battle"]
    share = battle.resolution.share or ""
    return About(
        battle.title,
        " – ".join(context["replay"].names.sides),
        reverse("campaigns:shared_card", args=[share]),
        _("The decisive moment on the map"),
        kind="article",
        found=False,
    )


def _scenarios_page(context: Mapping[str, Any]) -> About:
    text = _("Ready-made Musg scenarios: their stories, their tables and what each battle is about.")
    return About(_("Scenarios"), text, club_card())


def _scenario_page(context: Mapping[str, Any]) -> About:
    told = context["told"]
    text = _("%(scenario)s, a Musg scenario: its story, its table, its roles and what the battle is about.")
    return About(str(told.name), text % {"scenario": told.name}, club_card())


# Elsewhere


def _standings(slug: str, rows: int) -> Excerpt | None:
    campaign = public_campaign(slug, WAR)
    if campaign is None:
        return None
    lines = tuple(
        Row(
            line.warband.name,
            mark=str(line.place),
            note=ngettext("of %(count)s battle", "of %(count)s battles", line.played) % {"count": line.played},
            figure=ngettext("%(count)s victory", "%(count)s victories", line.won) % {"count": line.won},
            address=line.warband.get_absolute_url() if line.warband.visibility == Visibility.PUBLIC else "",
        )
        for line in standings(campaign)[:rows]
    )
    address = reverse("campaigns:standings", args=[slug])
    return Excerpt(_("Standings"), campaign.name, address, lines, _("No warband serves yet."), ranked=True)


def _battles(slug: str, rows: int) -> Excerpt | None:
    campaign = public_campaign(slug, WAR)
    if campaign is None:
        return None
    lines = tuple(_row(line) for line in first_lines(campaign, AHEAD, order=("date", "pk"), most=rows))
    return Excerpt(_("Next battles"), campaign.name, reverse("campaigns:rounds", args=[slug]), lines, _("None yet."))


def _results(slug: str, rows: int) -> Excerpt | None:
    campaign = public_campaign(slug, WAR)
    if campaign is None:
        return None
    fought = first_lines(campaign, FOUGHT, order=("-confirmed_at", "-pk"), most=rows)
    lines = tuple(_row(line, scored=True) for line in fought)
    return Excerpt(_("Last results"), campaign.name, reverse("campaigns:rounds", args=[slug]), lines, _("None yet."))


def _row(line: BattleLine, *, scored: bool = False) -> Row:
    names = " – ".join(side.name for side in line.sides)
    day = date_text(timezone.localtime(line.date), "SHORT_DATE_FORMAT") if line.date is not None else ""
    figure = "–".join(str(side.points) for side in line.sides) if scored else ""
    note = line.title if line.is_named else line.place if not scored else ""
    return Row(
        names, mark=day, note=note, figure=figure, address=reverse("campaigns:battle", args=[line.slug, line.pk])
    )


def _feed(slug: str) -> Feed | None:
    campaign = public_campaign(slug, WAR)
    if campaign is None:
        return None
    _page, chapters = chronicle.page(campaign)
    title = " · ".join((_("Chronicle"), campaign.name))
    return Feed(title, reverse("campaigns:chronicle", args=[slug]), tuple(_entries(campaign, chapters)))


def _entries(campaign: Campaign, chapters: Iterable[Any]) -> Iterable[Entry]:
    for chapter in chapters:
        battle = chapter.battle
        if battle is None or battle.confirmed_at is None:
            continue
        told = _("%(warband)s: %(story)s")
        items = (told % {"warband": item.warband, "story": " ".join(item.sentences)} for item in chapter.items)
        address = reverse("campaigns:battle", args=[campaign.slug, battle.pk])
        yield Entry(
            f"battle-{battle.key}", battle.title, address, battle.confirmed_at, "\n".join([*chapter.lead, *items])
        )
