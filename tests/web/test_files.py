"""Every address that answers with a file (a picture, paper, data) is asked in every state of what it is about."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import models
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from campaigns.evenings.models.calendar_key import CalendarKey
from campaigns.evenings.models.evening import ClubEvening
from campaigns.league.games import CARD_GAMES
from campaigns.league.models import Campaign
from campaigns.matches.models.card_set import ScoreCards
from campaigns.matches.models.match import Match
from campaigns.tables.models.card_table import CardTable
from campaigns.wars.models.battle import Battle
from campaigns.wars.models.booklet import Booklet
from campaigns.wars.models.correction import Correction
from campaigns.wars.models.recovery import Recovery
from campaigns.wars.models.resolution import Resolution
from campaigns.wars.models.round import Round
from club.found.sitemap import PARTS
from club.models import Member
from engines.musg.catalogue.printed import CATALOGUE
from rosters.models import Pack, PackVersion, Warband
from rosters.models.portrait import WHOLE
from rosters.sheets.templates import SCALES
from tests.clients import client_of

type About = Iterator[tuple[object, dict[str, Any]]]
"""What an address may be about, each with a key: those of one key are in the same state, and one of them is asked."""


def files() -> Iterator[tuple[str, str]]:
    """The names of the site's addresses that end like files, and their patterns."""
    yield from (one for one in _addresses(get_resolver()) if "." in one[1].rpartition("/")[2])


def _addresses(resolver: URLResolver, before: str = "", space: str = "") -> Iterator[tuple[str, str]]:
    for one in resolver.url_patterns:
        pattern = f"{before}{one.pattern}"
        if isinstance(one, URLPattern):
            yield f"{space}{one.name}", pattern
        elif one.app_name != "admin":
            yield from _addresses(one, pattern, f"{space}{one.namespace}:" if one.namespace else space)


def _nothing() -> About:
    yield None, {}


def _battles() -> About:
    battles = Battle.objects.annotate(seats=models.Count("sides")).filter(campaign__lesson__isnull=True)
    for battle in battles.select_related("campaign", "resolution", "evening", "ground"):
        there = [getattr(battle, name, None) for name in ("resolution", "evening", "ground")]
        resolved = there[0].state if isinstance(there[0], Resolution) else ""
        key = battle.state, resolved, *(one is not None for one in there), battle.journaled, battle.seats
        yield key, {"slug": battle.campaign.slug, "pk": battle.pk}


def _recoveries() -> About:
    for one in Recovery.objects.filter(side__warband__practice=False).select_related("side__battle__campaign"):
        battle = one.side.battle
        yield (one.state, one.mode), {"slug": battle.campaign.slug, "pk": battle.pk, "warband": one.side.warband_id}


def _corrections() -> About:
    for one in Correction.objects.select_related("campaign"):
        yield (one.state, bool(one.faces)), {"slug": one.campaign.slug, "pk": one.pk}


def _evenings() -> About:
    for one in ClubEvening.objects.all():
        yield (one.is_over, one.cancelled, one.attendances.exists()), {"pk": one.pk}


def _rounds() -> About:
    for one in Round.objects.select_related("campaign"):
        yield one.battles.exists(), {"slug": one.campaign.slug, "number": one.number}


def _booklets() -> About:
    for one in Booklet.objects.select_related("campaign"):
        yield one.state, {"slug": one.campaign.slug, "pk": one.pk}


def _warbands() -> About:
    for one in Warband.objects.all():
        roster = one.roster
        key = one.mustered, one.setup["race"], bool(roster.figures), bool(roster.garage), bool(one.portraits_hung)
        yield key, {"pk": one.pk}


def _elsewhere() -> About:
    for _key, about in _campaigns():
        for kind in ("standings", "results"):
            yield (kind, about["slug"]), {"kind": kind, "key": about["slug"]}
    yield from ((("evening", key), {"kind": "evening", "key": about["pk"]}) for key, about in _club_evenings())
    yield from ((("warband", key), {"kind": "warband", "key": about["pk"]}) for key, about in _warbands())
    yield from ((("player", one.hidden), {"kind": "player", "key": one.pk}) for one in Member.objects.all())


def _feeds() -> About:
    yield from ((kind, {"kind": kind}) for kind in ("announcements", "results", "nothing"))


def _sections() -> About:
    yield from ((name, {"section": name}) for name in [*PARTS, "nothing"])


def _portraits() -> About:
    for _key, about in _warbands():
        yield from ((number, {**about, "number": number}) for number in (WHOLE, 1, 999))


def _pairs() -> About:
    several = list(Warband.objects.all())
    yield "two", {"first": several[0].pk, "second": several[1].pk}
    yield "one", {"first": several[0].pk, "second": several[0].pk}
    draft = Warband.objects.filter(mustered=False).first()
    if draft is not None:
        yield "draft", {"first": draft.pk, "second": several[0].pk}


def _races() -> About:
    yield from ((race, {"race": race}) for race in [*CATALOGUE.races, "martian"])


def _scales() -> About:
    yield from ((scale, {"scale": scale}) for scale in [*SCALES, "furlong"])


def _games() -> About:
    yield from ((game.code, {"game": game.code}) for game in CARD_GAMES)
    yield "musg", {"game": "musg"}


def _matches() -> About:
    for one in Match.objects.all():
        yield (one.game, one.state, one.way, one.campaign_id is None, one.entries.exists()), {"pk": one.pk}


def _campaigns() -> About:
    yield from (((one.game, one.visibility), {"slug": one.slug}) for one in Campaign.objects.all())


def _scales_of_campaigns() -> About:
    for key, about in _campaigns():
        yield from (((key, scale), {**about, **how}) for scale, how in _scales())


def _keys() -> About:
    for row in CalendarKey.objects.all()[:1]:
        yield "one", {"key": row.key}
    yield "none", {"key": "guessed"}


def _keys_of_campaigns() -> About:
    for _key, about in _campaigns():
        yield from ((about["slug"], {**about, **key}) for _name, key in list(_keys())[:1])


def _club_evenings() -> About:
    yield from (((one.cancelled, one.is_over), {"pk": one.pk}) for one in ClubEvening.objects.all())


def _card_sets() -> About:
    yield from ((one.game, {"pk": one.pk}) for one in ScoreCards.objects.all())


def _packs() -> About:
    yield from (((one.shared, one.versions.exists()), {"pk": one.pk}) for one in Pack.objects.all())


def _versions() -> About:
    rows = PackVersion.objects.select_related("pack")
    yield from (((one.pack.shared,), {"pk": one.pack_id, "number": one.number}) for one in rows)


def _tables() -> About:
    yield from (((one.game, one.state, one.booked), {"pk": one.pk}) for one in CardTable.objects.all())


def _replays() -> About:
    yield from ((one.state, {"key": one.share}) for one in Resolution.objects.exclude(share=None).exclude(share=""))
    yield "none", {"key": "x" * 24}


ABOUT: dict[str, Callable[[], About]] = {
    "campaigns/<slug:slug>/battles/<int:pk>/aftermath/": _recoveries,
    "campaigns/<slug:slug>/battles/<int:pk>/": _battles,
    "campaigns/<slug:slug>/corrections/": _corrections,
    "campaigns/<slug:slug>/booklet/": _booklets,
    "campaigns/<slug:slug>/calendar": _campaigns,
    "campaigns/<slug:slug>/house/": _scales_of_campaigns,
    "calendars/<str:key>/": _keys_of_campaigns,
    "calendars/": _keys,
    "campaigns/<slug:slug>/rounds/<int:number>/": _rounds,
    "evenings/<int:pk>/plan/": _evenings,
    "evenings/<int:pk>/": _club_evenings,
    "replays/": _replays,
    "feeds/<slug:kind>/": _elsewhere,
    "feeds/": _feeds,
    "cards/": _elsewhere,
    "sitemap-": _sections,
    "warbands/<int:pk>/portraits/": _portraits,
    "warbands/<int:pk>/": _warbands,
    "paper/<int:first>-<int:second>/": _pairs,
    "paper/<slug:race>/": _races,
    "paper/templates-<slug:scale>": _scales,
    "paper/scores/<slug:game>": _games,
    "scores/cards/<slug:game>": _games,
    "scores/cards/<int:pk>/": _card_sets,
    "packs/<int:pk>/versions/": _versions,
    "packs/<int:pk>/": _packs,
    "scores/<int:pk>/": _matches,
    "tables/<int:pk>/": _tables,
    "": _nothing,
}
"""What an address is about, by the beginning of its pattern: the first that fits."""


def _about(pattern: str) -> About:
    return next(about for beginning, about in ABOUT.items() if pattern.startswith(beginning))()


def _rows(name: str, about: dict[str, Any]) -> list[models.Model]:
    """The rows with a state that an address is about."""
    match name.partition(":")[2]:
        case "receipt":
            side = {"side__battle": about["pk"], "side__warband": about["warband"]}
            return [*Battle.objects.filter(pk=about["pk"]), *Recovery.objects.filter(**side)]
        case "correction_receipt":
            return list(Correction.objects.filter(pk=about["pk"]))
        case "booklet":
            return list(Booklet.objects.filter(pk=about["pk"]))
        case "match_report":
            return list(Match.objects.filter(pk=about["pk"]))
        case "proof":
            return list(CardTable.objects.filter(pk=about["pk"]))
        case "shared_card" | "shared_replay_data":
            return list(Resolution.objects.filter(share=about["key"]))
        case _ if "battles" in reverse(name, kwargs=about):
            fought = Battle.objects.filter(pk=about["pk"])
            return [*fought, *Resolution.objects.filter(battle=about["pk"])]
    return []


def _choices(row: models.Model) -> list[str]:
    return [code for code, _label in row._meta.get_field("state").choices or ()]


def asked() -> Iterator[tuple[str, dict[str, Any], tuple[str, ...]]]:
    """Each address with what it is about, once for each state of that, as it is and brought about by force."""
    for name, pattern in files():
        seen = set()
        for key, about in _about(pattern):
            if key in seen:
                continue
            seen.add(key)
            yield name, about, ()
            rows = _rows(name, about)
            kind = (*(type(row) for row in rows), *(row.sides.count() for row in rows if isinstance(row, Battle)))
            for states in itertools.product(*map(_choices, rows)) if rows and kind not in seen else ():
                for row, state in zip(rows, states, strict=True):
                    type(row)._default_manager.filter(pk=row.pk).update(state=state)
                yield name, about, states
            for row in rows:
                row.save(update_fields=["state"])
            seen |= {kind} if rows else set()


@pytest.mark.slow
def test_every_file_answers_in_every_state(demo: None) -> None:
    """What is there is given, what is not is said to be missing; no state is one that nobody thought of."""
    clients = [client_of(Member.objects.get(username=name)) for name in ("president", "aline")]
    statuses = Counter[int]()
    wrong = {}
    for name, about, states in asked():
        for client in clients[:1] if states else clients:
            client.raise_request_exception = False
            answer = client.get(reverse(name, kwargs=about))
            statuses[answer.status_code] += 1
            if answer.status_code not in (200, 302, 403, 404):
                wrong[f"{name} {about} {states}"] = answer.status_code
            elif answer.status_code == 200:
                assert answer.getvalue(), name
    assert wrong == {}
    assert statuses[200] > 200
    assert statuses[404] > 20, statuses


def test_every_file_is_about_something_that_is_asked() -> None:
    """A new address that answers with a file says here what it is about."""
    found = [(pattern, next(one for one in ABOUT if pattern.startswith(one))) for _name, pattern in files()]
    assert {one for _pattern, one in found} == set(ABOUT)
    assert [pattern for pattern, about in found if "<" in pattern and not about] == []
