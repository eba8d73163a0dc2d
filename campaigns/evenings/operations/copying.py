"""The reading copy of an evening's plan: only what an entry changed is written."""

from __future__ import annotations

from campaigns.evenings.minutes import moment_of_minute
from campaigns.evenings.models.evening import ClubEvening
from campaigns.evenings.models.plan import Attendance, EveningGame, EveningSeat, SeatState
from campaigns.evenings.people import guest_number, member_number
from engines.evenings import Plan, PlannedGame
from engines.evenings.entries import Person


def write_copy(evening: ClubEvening, before: Plan, after: Plan) -> None:
    """Write what differs between two plans into the rows of an evening; its own columns are set, not saved."""
    evening.begins, evening.ends = moment_of_minute(after.begins), moment_of_minute(after.ends)
    evening.cancelled = after.cancelled
    _write_answers(evening, before, after)
    for number in before.games.keys() | after.games.keys():
        if before.games.get(number) != after.games.get(number):
            _write_game(evening, number, before.games.get(number), after.games.get(number))


def _write_answers(evening: ClubEvening, before: Plan, after: Plan) -> None:
    everybody = {**before.replies, **after.replies, **dict.fromkeys(before.there | after.there)}
    changed = [
        person
        for person in everybody
        if before.replies.get(person) != after.replies.get(person)
        or (person in before.there) != (person in after.there)
    ]
    if not changed:
        return
    known = {row.person: row for row in Attendance.objects.filter(evening=evening)}
    order = {person: place for place, person in enumerate(after.replies)}
    for person in changed:
        row = known.get(person) or Attendance(evening=evening, **_who(person))
        reply = after.replies.get(person)
        row.answer = reply.answer.value if reply is not None else ""
        row.outdated = reply is not None and reply.outdated
        row.position = order.get(person, len(order))
        row.there = person in after.there
        if not row.answer and not row.there and row.pk is not None and not (row.brings or row.seeks):
            row.delete()
        else:
            row.save()


def _write_game(evening: ClubEvening, number: int, before: PlannedGame | None, after: PlannedGame | None) -> None:
    row = EveningGame.objects.filter(evening=evening, number=number).first() or EveningGame(
        evening=evening, number=number
    )
    if after is None:
        row.removed = True
        row.save(update_fields=["removed"])
        row.people.all().delete()
        return
    row.title, row.seats, row.own_times, row.removed = after.title, after.seats, after.own_times, False
    row.begins, row.ends = moment_of_minute(after.begins), moment_of_minute(after.ends)
    row.spot_id, row.because, row.locked = after.spot or None, after.because, after.locked
    row.save()
    if before is None or _people(before) != _people(after):
        row.people.all().delete()
        EveningSeat.objects.bulk_create(EveningSeat(game=row, **said) for said in _people(after))


def _people(game: PlannedGame) -> list[dict[str, object]]:
    """Return the rows of all who sit at a game, wait for it or watch it."""
    found: list[dict[str, object]] = []
    for state, seats in ((SeatState.SEATED, game.seated), (SeatState.WATCHING, game.watching)):
        for position, seat in enumerate(seats):
            said = {"role": seat.role.value, "state": state, "position": position, "host": seat.host}
            found.append({**_who(seat.person), **said})
    position = 0
    for place in game.waiting:
        for person in place.people:
            host = "" if person == place.person else place.person
            said = {"role": place.role.value, "state": SeatState.WAITING, "position": position, "host": host}
            found.append({**_who(person), **said})
            position += 1
    return found


def _who(person: Person) -> dict[str, int | None]:
    return {"member_id": member_number(person), "guest_id": guest_number(person)}
