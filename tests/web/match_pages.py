"""Pages of seasons, matches and score pads worth a look: each game, each state, each reader."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from django.db.models import Q
from django.urls import reverse

from campaigns.league.models import Campaign
from campaigns.league.operations import people
from campaigns.league.terms import Terms
from campaigns.matches.cards.kinds import KINDS, VICIOUS
from campaigns.matches.cards.operations import add_cards, begin_cards, put_card
from campaigns.matches.models.card_set import ScoreCards
from campaigns.matches.models.match import Match, MatchState, MatchWay
from campaigns.matches.models.player import Player
from campaigns.matches.operations import entries as match_entries, verdicts as match_verdicts
from campaigns.matches.operations.guests import claim_guest
from campaigns.matches.operations.recording import Occasion, Sitting, open_match, record_result
from campaigns.seasons.operations.season import create_season
from club.models import Member
from club.visibility import Visibility
from engines.baf.cards import training as baf_cards
from engines.bebop.cards import training as bebop_cards
from engines.core.score import encode
from tests.web.codes import show_lasting_code
from tests.web.shown import VISITOR, Shown

SEASON = "Les jeudis du Badassomètre"


def found_matches() -> None:
    """A season, a pad of each game with something on it, and a result in each state."""
    referee, aline, bruno = (Member.objects.get(username=name) for name in ("arbitre", "aline", "bruno"))
    terms = Terms(name=SEASON, visibility=Visibility.PUBLIC, description="Chaque jeudi à 20 h.")
    season = create_season(referee=referee, game="badass_force", terms=terms)
    for member in (aline, bruno):
        people.join(campaign=season, member=member, code=season.join_code)
    create_season(referee=referee, game="baf", terms=Terms(name="Une saison vide", visibility=Visibility.PUBLIC))
    _pads(season, aline, bruno)
    data = {**encode(bebop_cards()), "name": {"fr": "Boîte du club", "en": "The club's box"}}
    add_cards(game="bebop", text=json.dumps(data), author=aline)
    begun = begin_cards(game="baf", name="Boîte à moitié tapée", author=aline)
    for row in encode(baf_cards())["heroes"][:2]:
        card = {name: value for name, value in row.items() if name != "code"}
        put_card(cards=begun, kind=KINDS["baf"][0], row=card, author=aline)
    sitting = Sitting(game="badass_force", people=[aline, bruno, "Gaston L."], season=season)
    for totals in ((16, 9, 4), (7, 18, 3), (16, 16, 2)):
        table = [{"total": total} for total in totals]
        record_result(sitting=sitting, recorder=aline, table=table, occasion=Occasion(place="Au club", duration=40))
    disputed, confirmed, waiting = season.matches.filter(state=MatchState.FINISHED).order_by("pk")
    match_verdicts.dispute_match(match=disputed, member=bruno, text="J’avais 12 points.")
    final = {"kind": "final", "totals": [16, 18, 3]}
    match_entries.correct_entry(match=confirmed, number=1, data=final, reason="Oubli", author=bruno)
    match_verdicts.settle_match(match=confirmed, judge=referee, because="As it was played")
    show_lasting_code(waiting)
    claim_guest(guest=Player.objects.get(name="Gaston L."), member=Member.objects.get(username="gilles"))


def _pads(season: Campaign, aline: Member, bruno: Member) -> None:
    badass = open_match(
        sitting=Sitting(game="badass_force", people=[aline, bruno, "Gaston L."], season=season),
        recorder=aline,
        occasion=Occasion(house_rules="Pas de bluff au premier tour."),
    )
    _enter(badass, aline, {"kind": "kill", "killer": 0, "victim": 1}, {"kind": "end_turn"})
    _enter(badass, bruno, {"kind": "kill", "killer": 1, "victim": 0}, {"kind": "vengeance", "seat": 2})
    match_entries.strike_entry(match=badass, number=4, reason="Pas encore", author=bruno)
    fall = {"kind": "eliminated", "falls": [{"seat": 1, "by": 0, "cause": "attack"}]}
    brawl = open_match(sitting=Sitting(game="bagarre", people=[aline, bruno, "Gaston L."]), recorder=aline)
    _enter(brawl, aline, {"kind": "heroes", "seat": 0, "heroes": ["ogre"]}, fall)
    again = {"kind": "eliminated", "falls": [{"seat": 2, "by": 0, "cause": "attack"}]}
    _enter(brawl, aline, again)
    match_entries.correct_entry(match=brawl, number=2, data=again, reason="C’était Gaston", author=aline)
    baf = open_match(sitting=Sitting(game="baf", people=[aline, bruno]), recorder=aline)
    win = {"kind": "win", "seat": 0, "round": 1, "hands": "left", "coins": 2, "put": "left", "melee": 1}
    _enter(baf, aline, win, {"kind": "loss", "seat": 1, "round": 1, "hands": "both"})
    options = {"cards": encode(baf_cards())}
    carded = open_match(sitting=Sitting(game="baf", people=[aline, bruno], options=options), recorder=aline)
    for seat, hero in ((0, "juggler"), (1, "baker"), (1, "gardener"), (0, "postman")):
        _enter(carded, aline, {"kind": "draft", "seat": seat, "hero": hero})
    options = {"cards": encode(bebop_cards())}
    bebop = open_match(sitting=Sitting(game="bebop", people=[aline, bruno], options=options), recorder=aline)
    for criminal in ("kettle_smuggler", "dust_pickpocket", "ice_scavenger"):
        _enter(bebop, aline, {"kind": "place", "criminal": criminal})
    take = {"kind": "take", "seat": 0, "target": "earth", "pile": "clues", "count": 1}
    _enter(bebop, aline, {"kind": "choose", "seat": 0, "character": "spike"}, take)
    typed = open_match(sitting=Sitting(game="bebop", people=[aline, bruno]), recorder=aline)
    _enter(typed, aline, {"kind": "place", "planet": "mars", "resistance": 2, "clues": 3})


def _enter(match: Match, author: Member, *entries: Mapping[str, Any]) -> None:
    for data in entries:
        tap = f"{match.pk}-{match.version}"
        match_entries.add_entry(match=match, data=data, author=author, client_id=tap)


def match_pages() -> Iterator[Shown]:
    """The lists, the forms, every match."""
    season = Campaign.objects.get(name=SEASON)
    empty = Campaign.objects.get(name="Une saison vide")
    for reader in (VISITOR, "aline"):
        yield Shown("campaigns:match_list", reader, reverse("campaigns:match_list"))
        yield Shown("campaigns:match_list", reader, f"{reverse('campaigns:match_list')}?game=bebop&state=cancelled")
        yield Shown("campaigns:season_matches", reader, reverse("campaigns:season_matches", args=[season.slug]))
    for reader in (VISITOR, "aline", "arbitre", "emma"):
        yield Shown("campaigns:campaign", reader, season.get_absolute_url())
    for reader in (VISITOR, "arbitre"):
        yield Shown("campaigns:campaign", reader, empty.get_absolute_url())
        yield Shown("campaigns:season_matches", reader, reverse("campaigns:season_matches", args=[empty.slug]))
    for name in ("people", "settings", "dashboard"):
        yield Shown(f"campaigns:{name}", "arbitre", reverse(f"campaigns:{name}", args=[season.slug]))
    yield Shown("campaigns:people", "aline", reverse("campaigns:people", args=[season.slug]))
    yield Shown("campaigns:new", "aline", f"{reverse('campaigns:new')}?game=bebop")
    yield Shown("campaigns:match_new", "aline", reverse("campaigns:match_new"))
    for game in ("bagarre", "badass_force", "baf", "bebop"):
        for name in ("match_open", "match_record"):
            address = reverse(f"campaigns:{name}", args=[game])
            yield Shown(f"campaigns:{name}", "aline", address)
            yield Shown(f"campaigns:{name}", "aline", address, {"seat-0-player": "new", "start": "0"}, 422)
    yield Shown("campaigns:guests", "aline", reverse("campaigns:guests"))
    yield Shown("campaigns:guests", "president", f"{reverse('campaigns:guests')}?q=zzz")
    yield Shown("campaigns:match_cards", "aline", reverse("campaigns:match_cards"))
    yield Shown("campaigns:match_cards", "aline", reverse("campaigns:match_cards"), {"game": "baf", "text": "{}"}, 422)
    yield Shown("campaigns:match_cards", "aline", reverse("campaigns:match_cards"), {"game": "baf", "name": ""}, 422)
    for cards in ScoreCards.objects.filter(added_by__username="aline"):
        yield from _cards(cards)
    yield from _codes(season)
    yield from _matches()


def _cards(cards: ScoreCards) -> Iterator[Shown]:
    for reader in ("aline", "bruno"):
        yield Shown("campaigns:match_card_set", reader, reverse("campaigns:match_card_set", args=[cards.pk]))
    copying = reverse("campaigns:match_card_copy", args=[cards.pk])
    yield Shown("campaigns:match_card_copy", "aline", copying)
    yield Shown("campaigns:match_card_copy", "aline", copying, {"source": "x"}, 422)
    other = ScoreCards.objects.filter(game=cards.game).exclude(pk=cards.pk).first()
    if other is not None:
        yield Shown("campaigns:match_card_copy", "aline", f"{copying}?source={other.pk}")
    for kind in [*(kind.code for kind in KINDS[cards.game]), *([VICIOUS] if cards.game == "bebop" else [])]:
        address = reverse("campaigns:match_card_kind", args=[cards.pk, kind])
        yield Shown("campaigns:match_card_kind", "aline", address)
        yield Shown("campaigns:match_card_kind", "aline", address, {"name": "", "star": "x"}, 422)
    first = KINDS[cards.game][0]
    code = first.rows(cards.data)[0]["code"]
    address = reverse("campaigns:match_card_kind", args=[cards.pk, first.code])
    yield Shown("campaigns:match_card_kind", "aline", f"{address}?card={code}")


def _codes(season: Campaign) -> Iterator[Shown]:
    address = reverse("campaigns:match_code_entry")
    yield Shown("campaigns:match_code_entry", VISITOR, address)
    yield Shown("campaigns:match_code_entry", VISITOR, address, {"code": "nonsense"}, 422)
    waiting = season.matches.exclude(code="").get()
    by_code = reverse("campaigns:match_by_code", args=[waiting.code])
    yield Shown("campaigns:match_by_code", VISITOR, by_code)
    yield Shown("campaigns:match_by_code", VISITOR, by_code, {"answer": "wrong", "seat": "2"}, 422)
    for reader in ("aline", "bruno"):
        yield Shown("campaigns:match", reader, waiting.get_absolute_url())
    yield Shown("campaigns:match_code", "aline", reverse("campaigns:match_code", args=[waiting.pk]))
    dispute = reverse("campaigns:match_dispute", args=[waiting.pk])
    yield Shown("campaigns:match_dispute", "bruno", dispute)
    yield Shown("campaigns:match_dispute", "bruno", dispute, {"text": ""}, 422)


def _matches() -> Iterator[Shown]:
    ours = Q(campaign__name=SEASON) | Q(campaign__isnull=True, recorder__username="aline", way=MatchWay.PAD)
    for match in Match.objects.filter(ours).order_by("pk"):
        for reader in ("aline", VISITOR) if match.campaign_id else ("aline",):
            yield Shown("campaigns:match", reader, match.get_absolute_url())
            yield Shown("campaigns:match_pad", reader, reverse("campaigns:match_pad", args=[match.pk]))
        yield Shown("campaigns:match_pad_status", "aline", reverse("campaigns:match_pad_status", args=[match.pk]))
        yield Shown("campaigns:match", "arbitre", match.get_absolute_url())
        if match.state != MatchState.LIVE:
            continue
        yield Shown("campaigns:match_edit", "aline", reverse("campaigns:match_edit", args=[match.pk]))
        yield Shown("campaigns:match_bring_back", "aline", reverse("campaigns:match_bring_back", args=[match.pk]))
        yield Shown(
            "campaigns:match_edit", "aline", reverse("campaigns:match_edit", args=[match.pk]), {"duration": "0"}, 422
        )
        for entry in match.entries.filter(struck=False):
            where = [match.pk, entry.number]
            yield Shown("campaigns:match_entry", "aline", reverse("campaigns:match_entry", args=where))
        insert = reverse("campaigns:match_insert", args=[match.pk, 1])
        yield Shown("campaigns:match_insert", "aline", insert)
        yield Shown("campaigns:match_insert", "aline", insert, {"kind": "nonsense", "reason": "?"}, 422)
