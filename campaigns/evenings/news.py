"""Who is told what about an evening. Guests have no news: their page of the evening says it."""

from __future__ import annotations

from collections.abc import Iterable

from campaigns.evenings.models.evening import ClubEvening
from campaigns.evenings.models.plan import EveningGame
from campaigns.evenings.people import member_number, members_among
from campaigns.league.news import Value, tell
from club.models import Member
from engines.evenings import Answer, Happened, Plan, PlannedGame
from engines.evenings.entries import Person


def _tell(
    evening: ClubEvening, code: str, to: Iterable[int], *, by: Member | None, waits: bool = False, **params: Value
) -> None:
    tell(
        campaign=None,
        to=to,
        code=code,
        params={"evening": evening.title, "date": evening.begins.isoformat(), **params},
        address=evening.get_absolute_url(),
        by=by,
        waits=waits,
    )


def concerned(plan: Plan) -> list[int]:
    """Return the members who said that they come, or might."""
    return members_among(person for person, reply in plan.replies.items() if reply.answer != Answer.NO)


def moved(evening: ClubEvening, plan: Plan, *, by: Member) -> None:
    """Tell those who come that an evening is at another time: their answers were given for the old one."""
    _tell(evening, "evening_moved", concerned(plan), by=by, waits=True)


def elsewhere(evening: ClubEvening, plan: Plan, *, by: Member) -> None:
    """Tell those who come that it is somewhere else."""
    _tell(evening, "evening_elsewhere", concerned(plan), by=by, place=str(evening.place or ""))


def called_off(evening: ClubEvening, plan: Plan, *, by: Member) -> None:
    """Tell those who would have come."""
    _tell(evening, "evening_called_off", concerned(plan), by=by, why=evening.cancelled_why)


def takes_place(evening: ClubEvening, plan: Plan, *, by: Member) -> None:
    """Tell those who were told that it would not."""
    _tell(evening, "evening_restored", concerned(plan), by=by)


def seated(evening: ClubEvening, game: PlannedGame, person: Person, *, by: Member) -> None:
    """Tell somebody that he was given a seat."""
    _tell(evening, "evening_seated", members_among([person]), by=by, title=game.title)


def taken_out(evening: ClubEvening, game: PlannedGame, person: Person, *, by: Member) -> None:
    """Tell somebody that his seat was given up for him."""
    _tell(evening, "evening_taken_out", members_among([person]), by=by, title=game.title)


def game_changed(evening: ClubEvening, before: PlannedGame, after: PlannedGame, *, by: Member) -> None:
    """Tell those at a game that it is at another time or another game."""
    if (before.title, before.begins, before.ends) != (after.title, after.begins, after.ends):
        _tell(evening, "evening_game_changed", _at(after), by=by, title=after.title)


def game_removed(evening: ClubEvening, game: PlannedGame, *, by: Member) -> None:
    """Tell those at a game that it is not played."""
    _tell(evening, "evening_game_removed", _at(game), by=by, title=game.title)


def _at(game: PlannedGame) -> list[int]:
    return members_among(
        [seat.person for seat in (*game.seated, *game.watching)] + [p for place in game.waiting for p in place.people]
    )


def followed(evening: ClubEvening, plan: Plan, happened: Happened, *, by: Member | None) -> None:
    """Tell whoever moved up, and whoever has to decide about a free seat for which somebody waits."""
    for number, person in happened.moved_up:
        if (member := member_number(person)) is not None:
            _tell(evening, "evening_moved_up", [member], by=None, title=plan.games[number].title)
    if happened.may_move_up:
        hosts = EveningGame.objects.filter(evening=evening, number__in=happened.may_move_up)
        for number, host in hosts.values_list("number", "host"):
            to = [one for one in (evening.organiser_id, host) if one is not None]
            _tell(evening, "evening_seat_free", to, by=by, waits=True, title=plan.games[number].title)
