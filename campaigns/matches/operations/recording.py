"""Matches of the card games: opened on a pad, typed as a result, taken over from a table."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from msgspec import Struct, field

from campaigns.league.access import get_campaign_with_role
from campaigns.league.models import Campaign
from campaigns.league.operations.campaigns import lock_running
from campaigns.matches import news
from campaigns.matches.access import is_judge
from campaigns.matches.models.match import ConfirmedBy, Match, MatchEntry, MatchSeat, MatchState, MatchWay
from campaigns.matches.models.player import Player
from campaigns.matches.operations.likeness import refuse_alike, wait_for_others
from campaigns.matches.operations.players import Who, seated
from campaigns.matches.operations.results import following, write_copy
from campaigns.matches.scores import PADS, pad_of
from campaigns.matches.scores.refusals import refusal, refusing
from campaigns.matches.scores.replaying import replay
from club import operations
from club.models import Member
from club.moments import OUT_OF_RANGE, in_range
from club.names import objections
from club.operations import Objection, Refused, Stale, for_update
from club.visibility import Visibility
from engines.core import names
from engines.core.problems import Illegal
from engines.core.score import Entry, Replay, encode

DURATION_MOST: Final = 24 * 60
NOTES_LIMIT: Final = 2000
PLACE_LIMIT: Final = 120
HOUSE_LIMIT: Final = 1000
STEP: Final = 1024
"""How far apart entries are placed, so that one forgotten finds room between two others."""
CONFIRM_HOURS: Final = 72
"""After this long a result outside of seasons confirms itself; a season sets its own delay."""


class Occasion(Struct, frozen=True, kw_only=True):
    """When, where and how long; ``duration`` in minutes. Without a ``date`` it is now."""

    date: datetime | None = None
    place: str = ""
    duration: int | None = None
    notes: str = ""
    house_rules: str = ""


class Sitting(Struct, frozen=True, kw_only=True):
    """Who sits down to what: the game, the people clockwise, which seat begins, the engine's options.

    ``season`` is the card game's campaign the match belongs to, if any; ``visibility`` counts only without one.
    """

    game: str
    people: Sequence[Who]
    start: int = 0
    options: Mapping[str, Any] = field(default_factory=dict)
    season: Campaign | None = None
    visibility: str = Visibility.CLUB


@transaction.atomic
def open_match(
    *, sitting: Sitting, recorder: Member, occasion: Occasion | None = None, keeper: Member | None = None
) -> Match:
    """Open a live score pad. Raises ``Refused`` with all that is wrong."""
    match = _open(sitting, recorder, occasion or Occasion(), MatchWay.PAD, keeper=keeper)
    write_copy(match, replay(match, ()))
    match.save()
    return match


NOT_OPTIONS: Final = frozenset({"game", "seats", "start", "rules_version"})
"""What a stored setup has beside the options that were agreed."""


def open_again(*, match: Match, recorder: Member) -> Match:
    """Open a live score pad for the same people on the same seats, with what was agreed. Raises ``Refused``.

    It belongs to the same season; the newest scoring rules hold.
    """
    players = [seat.player for seat in match.seats.select_related("player__member").order_by("seat")]
    sitting = Sitting(
        game=match.game,
        people=[player.member or player for player in players],
        start=match.start_seat,
        options={name: value for name, value in match.setup.items() if name not in NOT_OPTIONS},
        season=match.campaign,
        visibility=match.visibility,
    )
    return open_match(sitting=sitting, recorder=recorder, occasion=Occasion(house_rules=match.house_rules))


@transaction.atomic
def record_result(
    *,
    sitting: Sitting,
    recorder: Member,
    table: Sequence[Mapping[str, int]],
    occasion: Occasion | None = None,
    heroes: Sequence[Sequence[str]] = (),
    source: str = "",
    seen: int | None = None,
) -> Match:
    """Record a match by its final result: one line of the engine's ``final_fields`` for each seat.

    It waits for another player's confirmation. ``heroes`` are the codes of what each seat played, where known. Raises
    ``Refused`` with all that is wrong; unless ``seen`` is None, also where the result stands in the books already, as a
    match other than the one of this number.
    """
    match = _open(sitting, recorder, occasion or Occasion(), MatchWay.RESULT, source=source)
    if seen is not None:
        wait_for_others(match)
    pad = pad_of(match.game)
    with refusing(pad, names_of(match)):
        entries = pad.final(pad.game.decode_setup(match.setup), table, heroes)
    write_entries(match, entries, recorder)
    finish(match, recorder)
    match.save()
    if seen is not None:
        refuse_alike(match, recorder, seen=seen)
    return match


def record_table_result(
    *,
    sitting: Sitting,
    entries: Sequence[Entry[Any]],
    source: str,
    occasion: Occasion | None = None,
    opener: Member | None = None,
) -> Match:
    """Take over a game that was played on the site; it is confirmed at once, since nobody could mistype it.

    ``entries`` are the score entries of the game as the scoring engine takes them, ``source`` a name that never
    changes, such as ``table:12``: the same table is taken over once, however often this is called. Raises ``Refused``.
    """
    known = Match.objects.filter(source=source).first()
    if known is not None:
        return known
    try:
        return _record_table(sitting, entries, source, occasion or Occasion(), opener)
    except IntegrityError:  # two workers at the same moment
        return Match.objects.get(source=source)


@transaction.atomic
def _record_table(
    sitting: Sitting, entries: Sequence[Entry[Any]], source: str, occasion: Occasion, opener: Member | None
) -> Match:
    match = _open(sitting, opener, occasion, MatchWay.TABLE, source=source)
    write_entries(match, entries, opener)
    with following(match) as copies:
        replayed = replay(match)
        refuse_unfinished(match, replayed)
        match.state, match.confirmed_at = MatchState.CONFIRMED, timezone.now()
        match.confirmed_how = ConfirmedBy.SITE
        write_copy(match, replayed, copies)
        match.save()
    return match


@transaction.atomic
def record_imported(
    *,
    sitting: Sitting,
    recorder: Member | None,
    table: Sequence[Mapping[str, int]],
    occasion: Occasion | None = None,
    heroes: Sequence[Sequence[str]] = (),
    source: str = "",
) -> Match:
    """Take over a match from older books by its final result, as for ``record_result``; it counts at once.

    Whoever calls this answers for it: nobody else is asked to confirm. Raises ``Refused`` with all that is wrong.
    """
    match = _open(sitting, recorder, occasion or Occasion(), MatchWay.IMPORT, source=source)
    pad = pad_of(match.game)
    with refusing(pad, names_of(match)):
        entries = pad.final(pad.game.decode_setup(match.setup), table, heroes)
    write_entries(match, entries, recorder)
    with following(match) as copies:
        replayed = replay(match)
        refuse_unfinished(match, replayed)
        match.state, match.confirmed_at = MatchState.CONFIRMED, timezone.now()
        match.confirmed_how = ConfirmedBy.IMPORT
        write_copy(match, replayed, copies)
        match.save()
    return match


# Shared with the operations on entries and verdicts


def lock_match(match: Match, version: int | None = None) -> Match:
    """Return the match's row locked for this transaction; raise ``Stale`` if it moved on."""
    # Its season is not joined: who waited for the row would be given the season from before the wait.
    locked = for_update(Match.objects.filter(pk=match.pk)).first()
    if locked is None:
        raise Match.DoesNotExist
    if version is not None and locked.version != version:
        raise Stale(_("This match has changed since you opened the page. Nothing was saved; look at it again."))
    return locked


def save(locked: Match) -> None:
    """Store a locked match as its next version."""
    locked.version += 1
    locked.save()


def bring_up_to_date(match: Match, locked: Match) -> None:
    """Let the caller's object show what was stored, and forget the rows it had fetched."""
    operations.bring_up_to_date(match, locked)
    match.seats.add()  # nobody: writing by a relation makes Django forget what was prefetched of it, and asks nothing


def refuse_settled(locked: Match, author: Member) -> None:
    """Raise ``Refused`` for a match called off, and for a confirmed one unless ``author`` judges it."""
    if locked.state == MatchState.CANCELLED:
        raise Refused.because(
            "match_cancelled", _("This match was called off: nothing about it can be changed any more.")
        )
    if locked.state != MatchState.CONFIRMED:
        return
    if locked.campaign_id is not None:  # the season as it is now, together with what the author is in it
        locked.campaign = get_campaign_with_role(author, locked.campaign_id)
    if not is_judge(author, locked):
        raise Refused.because("match_confirmed", _("This match is confirmed: only the referee may change it."))


def write_entries(match: Match, entries: Sequence[Entry[Any]], author: Member | None) -> None:
    """Store the first entries of a match."""
    MatchEntry.objects.bulk_create(
        MatchEntry(
            match=match,
            number=number,
            position=number * STEP,
            data=encode(entry),
            author=author,
            client_id=str(uuid.uuid4()),
        )
        for number, entry in enumerate(entries, start=1)
    )


def names_of(match: Match) -> Iterator[str]:
    """Yield what the players are called, by seat, as members read it. One query, and none before somebody asks."""
    for row in match.seats.select_related("player__member").order_by("seat"):
        yield row.player.full_name


def confirm_delay(match: Match) -> timedelta:
    """Return how long a result waits before it confirms itself."""
    return timedelta(hours=match.campaign.confirm_hours if match.campaign else CONFIRM_HOURS)


def finish(match: Match, author: Member) -> None:
    """Let a match that this transaction has locked wait for confirmation (unsaved); ``Refused`` if it is not over."""
    replayed = replay(match)
    refuse_unfinished(match, replayed)
    match.state, match.finished_by = MatchState.FINISHED, author
    match.confirms_at = timezone.now() + confirm_delay(match)
    write_copy(match, replayed)
    news.tell_players(match, "match_finished", by=author, waits=True)


def refuse_unfinished(match: Match, replayed: Replay[Any]) -> None:
    """Raise ``Refused`` unless the log holds and ends the match."""
    pad = pad_of(match.game)
    if replayed.faults:
        faults = [problem for step in replayed.faults for problem in step.problems]
        raise refusal(Illegal(faults), pad, names_of(match), replayed.start.setup)
    if pad.game.outcome(replayed.state) is None:
        raise Refused.because("not_over", _("According to these entries the match is not over yet."))


def _open(
    sitting: Sitting,
    recorder: Member | None,
    occasion: Occasion,
    way: MatchWay,
    *,
    keeper: Member | None = None,
    source: str = "",
) -> Match:
    """Store a match with its seats; the reading copy is still to be written."""
    if sitting.game not in PADS:
        raise Refused.because("no_such_game", _("This game has no score pad here."))
    season = lock_running(sitting.season) if sitting.season is not None else None
    if season is not None and season.game != sitting.game:
        raise Refused.because("other_game", _("This season is for another game."))
    verify_occasion(occasion)
    if sitting.visibility not in Visibility:
        raise Refused.because("no_such_choice", _("Choose one of the answers offered."))
    players = seated(sitting.people, by=recorder, season=season)
    setup = _setup(sitting, [player.full_name for player in players])
    match = Match(
        campaign=season,
        game=sitting.game,
        visibility=Visibility(sitting.visibility).value,
        way=way.value,
        setup=encode(setup),
        rules_version=setup.rules_version,
        start_seat=setup.start,
        recorder=recorder,
        keeper=keeper,
        source=source,
    )
    write_occasion(match, occasion)
    match.save()
    _seat(match, players)
    return match


def _setup(sitting: Sitting, names: Sequence[str]) -> Any:
    """Return the engine's setup under its newest scoring rules."""
    pad = pad_of(sitting.game)
    data = {
        **sitting.options,
        "game": sitting.game,
        "seats": len(sitting.people),
        "start": sitting.start,
        "rules_version": pad.game.versions[-1],
    }
    with refusing(pad, names):
        setup = pad.game.decode_setup(data)
        pad.game.begin(setup)
        return setup


def _seat(match: Match, players: Sequence[Player]) -> None:
    MatchSeat.objects.bulk_create(
        MatchSeat(
            match=match,
            player=player,
            seat=seat,
            started=seat == match.start_seat,
            game=match.game,
            campaign=match.campaign,
            date=match.date,
        )
        for seat, player in enumerate(players)
    )


def verify_occasion(occasion: Occasion) -> None:
    """Raise ``Refused`` with all that is wrong with an occasion."""
    problems: list[Objection] = []
    if occasion.duration is not None and not 1 <= occasion.duration <= DURATION_MOST:
        problems.append(Objection("duration", _("Between 1 and 1,440 minutes."), "duration"))
    if occasion.date is not None and occasion.date > timezone.now() + timedelta(hours=24):
        problems.append(Objection("in_the_future", _("A match can only be recorded once it has been played."), "date"))
    if occasion.date is not None and not in_range(occasion.date):
        problems.append(Objection("out_of_range", OUT_OF_RANGE, "date"))
    problems += objections(names.plain(occasion.place), "place", PLACE_LIMIT)
    for name, text, most in (
        ("notes", occasion.notes, NOTES_LIMIT),
        ("house_rules", occasion.house_rules, HOUSE_LIMIT),
    ):
        if len(text) > most:
            problems.append(Objection("too_long", _("At most %(most)s characters.") % {"most": most}, name))
    if problems:
        raise Refused(problems)


def write_occasion(match: Match, occasion: Occasion) -> None:
    """Write an occasion into a match (unsaved)."""
    if occasion.date is not None:
        match.date = occasion.date
    match.place, match.duration = names.plain(occasion.place), occasion.duration
    match.notes, match.house_rules = occasion.notes.strip(), occasion.house_rules.strip()
