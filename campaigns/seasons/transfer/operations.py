"""Plays of a file become matches: what each would be is planned first, then all new ones are taken over at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date, time, timedelta
from enum import StrEnum
from typing import Any, Final

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy as _
from msgspec import Struct
from msgspec.structs import replace

from campaigns.league.models import Campaign
from campaigns.league.operations.campaigns import lock_campaign
from campaigns.matches.models.match import Match, MatchSeat, MatchState
from campaigns.matches.models.player import Player
from campaigns.matches.operations.players import Who, plain_name, players_of
from campaigns.matches.operations.recording import Occasion, Sitting, record_imported
from campaigns.matches.operations.results import batch
from campaigns.matches.scores import pad_of
from campaigns.matches.scores.refusals import refusing
from campaigns.seasons.operations.books import lock_books
from campaigns.seasons.transfer.plays import BGSTATS, Book, Read, table
from club.models import Member
from club.operations import Refused
from engines.core import names as naming
from engines.core.score import Setup

MOST: Final = 300
"""At most this many plays are taken over at once: more would keep the reader waiting too long."""


class Fate(StrEnum):
    """What becomes of a play."""

    NEW = "new"
    KNOWN = "known"
    LEFT = "left"


class Planned(Struct, frozen=True):
    """What a play would become: who sits there, the lines of its result; ``reason`` where it is left out.

    ``house`` says what was agreed other than printed.
    """

    play: Read
    people: tuple[Who, ...]
    names: tuple[str, ...]
    lines: tuple[dict[str, int], ...]
    options: Mapping[str, Any]
    fate: Fate
    reason: str | Promise = ""
    house: tuple[str, ...] = ()

    @property
    def results(self) -> list[tuple[str, int]]:
        """Names with points or places, in seat order."""
        figures = [next(iter(line.values())) for line in self.lines] or [0] * len(self.names)
        return list(zip(self.names, figures, strict=True))


type _Look = tuple[str, date, frozenset[tuple[str, int]]]
"""Game, day, and who made how much: what makes two plays the same."""


def plan(book: Book, who: Mapping[int, Who | None], season: Campaign | None) -> list[Planned]:
    """Return what would become of every play, ``who`` saying who the file's players are (None: leave out). Few queries.

    A play is known by its uuid; else by a match without a uuid in which the same people made the same scores in the
    same game on the same day. Each such match is one play: who played twice that evening has two.
    """
    drafts = [_draft(play, book, who, season) for play in book.plays]
    known = iter(_known([draft for draft in drafts if draft.fate is Fate.NEW]))
    found: list[Planned] = []
    for draft in drafts:
        reason = next(known) if draft.fate is Fate.NEW else None
        found.append(draft if reason is None else _but(draft, Fate.KNOWN, reason))
    return found


def _known(drafts: Sequence[Planned]) -> list[Promise | None]:
    """Say of each of these plays why it is here already, None where it is new. Two queries.

    Names come first, so that no match is taken for two plays: for the one that it is, and for one that is like it.
    """
    stored = _stored(drafts)
    looks = _looks(drafts, set(stored.values()))
    seen: set[object] = set()
    found: list[Promise | None] = []
    for draft in drafts:
        names, look = _names(draft), _look(draft)
        if names & stored.keys():
            found.append(_("It is already here."))
        elif not seen.isdisjoint(names or _moment(draft)):
            found.append(_("The file has it twice."))
        elif look is not None and looks[look]:
            looks[look] -= 1
            found.append(_("A match on that day with the same people and the same result is already here."))
        else:
            found.append(None)
        seen |= names or _moment(draft)
    return found


def _names(draft: Planned) -> set[object]:
    """Return what the match of this play is called, if it is here: as this site exported it, as it was taken over."""
    names: set[object] = {draft.play.uuid, draft.play.source}
    return names - {""}


def _moment(draft: Planned) -> set[object]:
    """Return by what a play without a uuid is known within its file: nobody plays twice at one moment.

    One of which the day alone is written down cannot be known so.
    """
    date = draft.play.date
    if date is None or timezone.localtime(date).time() == time():
        return set()
    return {(date, _look(draft))}


def _stored(drafts: Iterable[Planned]) -> dict[object, int]:
    """Return the matches that have names of these plays, by those names. One query."""
    names = {name for draft in drafts for name in _names(draft)}
    found: dict[object, int] = {}
    known = Match.objects.filter(Q(key__in=names) | Q(source__in=names)).values_list("pk", "key", "source")
    for pk, key, source in known.iterator():
        found |= dict.fromkeys({key, source} & names, pk)
    return found


def _but(draft: Planned, fate: Fate, reason: str | Promise) -> Planned:
    return Planned(draft.play, draft.people, draft.names, draft.lines, draft.options, fate, reason)


def _draft(play: Read, book: Book, who: Mapping[int, Who | None], season: Campaign | None) -> Planned:
    names = tuple(book.players.get(seat.who, "") for seat in play.seats)
    left = Planned(play, (), names, (), {}, Fate.LEFT, play.problem)
    people = [who.get(seat.who) for seat in play.seats]
    if play.problem:
        return left
    if any(person is None for person in people):
        return _but(left, Fate.LEFT, _("Somebody in it is left out."))
    seated = tuple(person for person in people if person is not None)
    if season is not None and play.game.code != season.game:
        return _but(left, Fate.LEFT, _("It is for a different game from the season’s."))
    if play.date is not None and play.date > timezone.now() + timedelta(hours=24):
        return _but(left, Fate.LEFT, _("It is in the future."))
    if len({_identity(person) for person in seated}) < len(seated):
        return _but(left, Fate.LEFT, _("Somebody sits there twice."))
    try:
        lines, options = table(play)
        setup = _verify(play, lines, options, names)
    except Refused as refused:
        return _but(left, Fate.LEFT, str(refused))
    agreed = pad_of(play.game.code).house(setup)
    house = tuple(gettext("%(field)s: %(value)s") % {"field": name, "value": value} for name, value in agreed)
    return Planned(play, seated, names, tuple(lines), options, Fate.NEW, house=house)


def _verify(play: Read, lines: Sequence[dict[str, int]], options: Mapping[str, Any], names: Sequence[str]) -> Setup:
    """Let the scoring engine say whether it is a result of the game; raise ``Refused`` with its sentences."""
    pad = pad_of(play.game.code)
    data = {
        **options,
        "game": pad.code,
        "seats": len(lines),
        "start": _start(play),
        "rules_version": pad.game.versions[-1],
    }
    with refusing(pad, names):
        setup: Setup = pad.game.decode_setup(data)
        pad.game.begin(setup)
        pad.final(setup, lines, _heroes(play))
        return setup


def _heroes(play: Read) -> list[Sequence[str]]:
    """Return what each seat played, where a result keeps it: whoever left during a draft may have one hero of two."""
    pad = pad_of(play.game.code)
    rows = [(number, seat.heroes) for number, seat in enumerate(play.seats)]
    return [heroes if heroes and [*pad.hero_entries(number, heroes)] else () for number, heroes in rows]


def _start(play: Read) -> int:
    return next((number for number, seat in enumerate(play.seats) if seat.start), 0)


def _identity(who: Who) -> str:
    """Return who somebody is, the same for members and their rows as players, and for a name in any capitals."""
    if isinstance(who, str):
        return f"guest {naming.key(who)}"
    if isinstance(who, Player):
        return _identity_of(who.pk, who.member_id)
    return _identity_of(None, who.pk)


def _identity_of(player: int | None, member: int | None) -> str:
    return f"player {player}" if member is None else f"member {member}"


def _look(draft: Planned) -> _Look | None:
    """Return what the play looks like; None where its date is unknown."""
    if draft.play.date is None:
        return None
    figures = _dense(draft.play.game.code, [next(iter(line.values())) for line in draft.lines])
    made = zip([_identity(person) for person in draft.people], figures, strict=True)
    return draft.play.game.code, timezone.localtime(draft.play.date).date(), frozenset(made)


def _dense(game: str, figures: Sequence[int]) -> list[int]:
    """Return points as they are, and places by their order alone."""
    if pad_of(game).counts_points:
        return list(figures)
    order = sorted(set(figures))
    return [order.index(figure) for figure in figures]


def _looks(drafts: Iterable[Planned], claimed: Collection[int]) -> Counter[_Look]:
    """Count what the matches of these people in these days look like that have no uuid and are not ``claimed``.

    One query.
    """
    dates = [draft.play.date for draft in drafts if draft.play.date is not None]
    everybody = [person for draft in drafts for person in draft.people]
    members = {person.pk for person in everybody if isinstance(person, Member)}
    players = {person.pk for person in everybody if isinstance(person, Player)}
    if not dates or not (members or players):
        return Counter()
    day = timedelta(days=1)
    theirs = Q(player__in=players) | Q(player__member__in=members)
    around = MatchSeat.objects.filter(theirs, date__range=(min(dates) - day, max(dates) + day))
    wanted = Match.objects.filter(pk__in=around.values("match")).exclude(state=MatchState.CANCELLED)
    wanted = wanted.exclude(source__startswith=BGSTATS)
    rows = MatchSeat.objects.filter(match__in=wanted).order_by()
    seats: dict[tuple[int, str, Any], list[tuple[str, int]]] = {}
    columns = ("match_id", "game", "date", "player_id", "player__member_id", "points", "place")
    for match, game, at, player, member, points, place in rows.values_list(*columns):
        if match not in claimed:
            made = (points if pad_of(game).counts_points else place) or 0
            seats.setdefault((match, game, at), []).append((_identity_of(player, member), made))
    return Counter(
        (
            game,
            timezone.localtime(at).date(),
            frozenset(zip([who for who, _made in made], _dense(game, [one for _who, one in made]), strict=True)),
        )
        for (_match, game, at), made in seats.items()
    )


@transaction.atomic
def import_plays(
    *, planned: Sequence[Planned], author: Member, season: Campaign | None, visibility: str
) -> list[Match]:
    """Take over the first ``MOST`` new plays; all of them or none. Raises ``Refused`` naming the play.

    They count at once; standings, ratings and statistics are brought up to date once, at the end.
    """
    made: list[Match] = []
    with batch():
        for draft in _settled(planned, author, season):
            try:
                made.append(_take_over(draft, author, season, visibility))
            except Refused as refused:
                sentence = _("Play %(number)s of the file: %(reason)s") % {
                    "number": draft.play.number,
                    "reason": refused,
                }
                raise Refused.because("play_refused", sentence) from refused
    return made


def _settled(planned: Sequence[Planned], author: Member, season: Campaign | None) -> list[Planned]:
    """Return the first ``MOST`` new plays with their players, all that others may want as well being locked in order.

    One import waits for the other here; what it has taken over since the plan is left out. Those that were known
    before are asked about again: each of them is a match that none of the others can be.
    """
    if season is not None:
        lock_campaign(season)
    drafts = [draft for draft in planned if draft.fate is Fate.NEW][:MOST]
    people = {who: plain_name(who) if isinstance(who, str) else who for draft in drafts for who in draft.people}
    known = [who for who, plain in people.items() if plain]
    players: dict[Who, Who] = dict(zip(known, players_of([people[who] for who in known], by=author), strict=True))
    lock_books(draft.play.game.code for draft in drafts)
    settled = [replace(draft, people=tuple(players.get(who, who) for who in draft.people)) for draft in drafts]
    before = [draft for draft in planned if draft.fate is Fate.KNOWN]
    reasons = _known([*before, *settled])[len(before) :]
    return [draft for draft, reason in zip(settled, reasons, strict=True) if reason is None]


def _take_over(draft: Planned, author: Member, season: Campaign | None, visibility: str) -> Match:
    play = draft.play
    return record_imported(
        sitting=Sitting(
            game=play.game.code,
            people=draft.people,
            start=_start(play),
            options=draft.options,
            season=season,
            visibility=visibility,
        ),
        recorder=author,
        table=draft.lines,
        occasion=Occasion(
            date=play.date,
            place=play.place,
            duration=play.duration,
            notes=play.notes,
            house_rules=play.house_rules,
        ),
        heroes=_heroes(play),
        source=play.source,
    )
