"""From setup and log to the plan: what each entry does, and what follows from it by itself.

A free seat goes to whoever waits longest. A party is not split and keeps its place: nobody behind it overtakes it
unless it said that it may be split, or whoever organises the game decides. Nobody moves up by himself in the last two
hours before a game, during it, or at an evening that is cancelled; whoever organises it is told instead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import singledispatch

from msgspec import Struct
from msgspec.structs import replace

from engines.core.problems import Illegal, Param, Problem
from engines.evenings.entries import (
    Answer,
    Answered,
    AnyEntry,
    Attended,
    Cancelled,
    Details,
    Entry,
    GameAdded,
    GameChanged,
    GameRemoved,
    Joined,
    Left,
    Locked,
    MovedUp,
    Person,
    Rescheduled,
    Restored,
    Role,
    Seated,
)
from engines.evenings.plan import Plan, PlannedGame, Reply, Seat, Waiting
from engines.evenings.setup import Minute, Setup

MOST_GAMES = 60
MOST_SEATS = 40
MOST_PARTY = 6
LONGEST = 7 * 24 * 60
"""Minutes that an evening may last: a convention of a week."""


class Happened(Struct, frozen=True):
    """What followed from an entry.

    ``moved_up`` got a seat for which they had waited, by themselves or by whoever organises the game. ``may_move_up``:
    games with a free seat and somebody who waits, where somebody has to decide.
    """

    moved_up: tuple[tuple[int, Person], ...] = ()
    may_move_up: tuple[int, ...] = ()


def replay(setup: Setup, log: Iterable[AnyEntry]) -> Plan:
    """Return the plan that a log comes to. Raises ``Illegal`` at an entry that cannot stand where it stands."""
    plan = start(setup)
    for entry in log:
        plan, _happened = apply(plan, entry)
    return plan


def start(setup: Setup) -> Plan:
    """Return an evening without a log. Raises ``Illegal`` for one that ends before it begins, or lasts over a week."""
    _check_times(setup.begins, setup.ends)
    return Plan.of(setup)


def apply(plan: Plan, entry: AnyEntry) -> tuple[Plan, Happened]:
    """Return the plan after an entry, and what followed by itself. Raises ``Illegal`` with all that forbids it."""
    changed = _apply(entry, plan)
    settled, moved = _settle(changed, entry.at)
    if isinstance(entry, MovedUp):
        moved = ((entry.game, entry.person), *moved)
    return settled, Happened(moved, _undecided(plan, settled))


def _refuse(code: str, **params: Param) -> Illegal:
    return Illegal([Problem(code, None, params)])


@singledispatch
def _apply(entry: Entry, plan: Plan) -> Plan:
    raise TypeError(f"no entry of an evening: {entry!r}")


# Answers


@_apply.register
def _answered(entry: Answered, plan: Plan) -> Plan:
    plan = replace(plan, replies={**plan.replies, entry.person: Reply(entry.answer)})
    return _free(plan, entry.person, lambda game: True) if entry.answer == Answer.NO else plan


@_apply.register
def _attended(entry: Attended, plan: Plan) -> Plan:
    there = plan.there | {entry.person} if entry.there else plan.there - {entry.person}
    return replace(plan, there=there)


# Games


@_apply.register
def _game_added(entry: GameAdded, plan: Plan) -> Plan:
    if len(plan.games) >= MOST_GAMES:
        raise _refuse("too_many_games", most=MOST_GAMES)
    number = plan.last_number + 1
    game = _planned(plan, number, entry.details)
    _check_game(plan, game)
    return replace(plan, last_number=number, games={**plan.games, number: game})


@_apply.register
def _game_changed(entry: GameChanged, plan: Plan) -> Plan:
    known = _game(plan, entry.game)
    made = _planned(plan, entry.game, entry.details)
    game = replace(made, locked=known.locked, seated=known.seated, watching=known.watching, waiting=known.waiting)
    _check_game(plan, game)
    return _put(plan, game)


@_apply.register
def _game_removed(entry: GameRemoved, plan: Plan) -> Plan:
    _game(plan, entry.game)
    return replace(plan, games={number: game for number, game in plan.games.items() if number != entry.game})


@_apply.register
def _locked(entry: Locked, plan: Plan) -> Plan:
    return _put(plan, replace(_game(plan, entry.game), locked=entry.locked))


def _planned(plan: Plan, number: int, details: Details) -> PlannedGame:
    begins = plan.begins if details.begins is None else details.begins
    ends = plan.ends if details.ends is None else details.ends
    own_times = details.begins is not None or details.ends is not None
    return PlannedGame(
        number,
        details.title,
        details.seats,
        begins,
        ends,
        own_times,
        details.spot,
        details.warbands,
        details.because,
    )


def _check_game(plan: Plan, game: PlannedGame) -> None:
    """Raise ``Illegal`` with everything that forbids a game as it would stand."""
    problems = []
    if not 1 <= game.seats <= MOST_SEATS:
        problems.append(Problem("seats_out_of_range", None, {"count": game.seats, "most": MOST_SEATS}))
    elif game.seats < len(game.seated):
        problems.append(Problem("fewer_seats_than_seated", None, {"count": game.seats, "seated": len(game.seated)}))
    if game.begins >= game.ends:
        problems.append(Problem("ends_before_it_begins"))
    elif game.begins < plan.begins or game.ends > plan.ends:
        problems.append(Problem("outside_the_evening"))
    for other in plan.games.values():
        if other.number == game.number or not game.overlaps(other):
            continue
        named: dict[str, Param] = {"game": other.number, "title": other.title}
        if game.spot and game.spot == other.spot and not game.because:
            problems.append(Problem("table_taken", None, named))
        if set(game.warbands) & set(other.warbands) and not game.because:
            problems.append(Problem("warband_taken", None, named))
        both = [seat.person for seat in game.seated if other.seats_person(seat.person)]
        problems += (Problem("person_taken", None, {**named, "person": person}) for person in both)
    if problems:
        raise Illegal(problems)


# Seats


@_apply.register
def _joined(entry: Joined, plan: Plan) -> Plan:
    game = _game(plan, entry.game)
    people = (entry.person, *entry.party)
    if len(set(people)) < len(people):
        raise _refuse("named_twice")
    if len(entry.party) > MOST_PARTY:
        raise _refuse("party_too_large", count=len(entry.party), most=MOST_PARTY)
    if (known := next((one for one in people if game.has(one)), None)) is not None:
        raise _refuse("here_already", person=known)
    if entry.role == Role.WATCHES:
        watching = tuple(Seat(one, Role.WATCHES, "" if one == entry.person else entry.person) for one in people)
        return _comes(_put(plan, replace(game, watching=(*game.watching, *watching))), people)
    if len(people) > game.seats:
        raise _refuse("more_than_seats", count=len(people), most=game.seats)
    place = Waiting(entry.person, entry.role, entry.party, entry.may_split)
    room = 0 if game.waiting else _room_for(game, place)
    plan = _make_free(plan, game, people, room=room, instead=entry.instead)
    plan = _comes(plan, people)
    game = replace(game, waiting=(*game.waiting, place))
    return _put(plan, _seat_of_queue(game, place, room) if room else game)


def _comes(plan: Plan, people: Iterable[Person]) -> Plan:
    """Return the plan in which whoever takes part comes, unless he said that he may."""
    replies = dict(plan.replies)
    for person in people:
        if person not in replies or replies[person].answer == Answer.NO:
            replies[person] = Reply(Answer.YES)
    return replace(plan, replies=replies)


@_apply.register
def _left(entry: Left, plan: Plan) -> Plan:
    game = _game(plan, entry.game)
    if not game.has(entry.person):
        raise _refuse("not_here", person=entry.person)
    return _put(plan, _without(game, entry.person))


@_apply.register
def _moved_up(entry: MovedUp, plan: Plan) -> Plan:
    game = _game(plan, entry.game)
    place = next((one for one in game.waiting if one.person == entry.person), None)
    if place is None:
        raise _refuse("not_waiting", person=entry.person)
    if game.free < 1:
        raise _refuse("no_free_seat", most=game.seats)
    plan = _make_free(plan, game, place.people[: game.free], room=game.free, instead=True)
    return _put(plan, _seat_of_queue(game, place, game.free))


@_apply.register
def _seated(entry: Seated, plan: Plan) -> Plan:
    game = _game(plan, entry.game)
    if game.seats_person(entry.person):
        raise _refuse("here_already", person=entry.person)
    if game.free < 1:
        raise _refuse("no_free_seat", most=game.seats)
    plan = _make_free(plan, game, (entry.person,), room=1, instead=True)
    game = _without(_game(plan, entry.game), entry.person)
    plan = _comes(plan, (entry.person,))
    return _put(plan, replace(game, seated=(*game.seated, Seat(entry.person, entry.role))))


def _make_free(plan: Plan, game: PlannedGame, people: Sequence[Person], *, room: int, instead: bool) -> Plan:
    """Return the plan in which these people are free for a game, the first of them (``room``) for a seat at it.

    Whoever sits elsewhere meanwhile gives that up only for a seat, and only if he said so (``instead``); so does
    whoever waits elsewhere meanwhile. One may wait for several games at one time.
    """
    for place, person in enumerate(people):
        meanwhile = [one for one in plan.games.values() if one.number != game.number and one.overlaps(game)]
        held = [one for one in meanwhile if one.seats_person(person) or (place < room and one.awaits(person))]
        if held and not (instead and place < room):
            raise _refuse("person_taken", person=person, game=held[0].number, title=held[0].title)
        for other in held:
            plan = _put(plan, _without(plan.games[other.number], person))
    return plan


def _free(plan: Plan, person: Person, where: Callable[[PlannedGame], bool]) -> Plan:
    """Return the plan with somebody, and his guests, at none of some games."""
    for game in plan.games.values():
        if where(game) and game.has(person):
            plan = _put(plan, _without(game, person))
    return plan


def _without(game: PlannedGame, person: Person) -> PlannedGame:
    """Return a game without somebody and without the guests he brought to it."""

    def stays(seat: Seat) -> bool:
        return person not in (seat.person, seat.host)

    waiting = []
    for place in game.waiting:
        if place.person == person:
            continue
        waiting.append(replace(place, party=tuple(one for one in place.party if one != person)))
    return replace(
        game,
        seated=tuple(filter(stays, game.seated)),
        watching=tuple(filter(stays, game.watching)),
        waiting=tuple(place for place in waiting if place.people),
    )


def _room_for(game: PlannedGame, place: Waiting) -> int:
    """Return how many of a party may sit down: all of them, or as many as there are seats if it may be split."""
    room = min(game.free, len(place.people))
    return room if room == len(place.people) or place.may_split else 0


def _seat_of_queue(game: PlannedGame, place: Waiting, room: int) -> PlannedGame:
    """Return a game with so many of a party seated, its member first; the others keep their place."""
    people = place.people[:room]
    rest = place.people[room:]
    seats = [
        Seat(one, place.role if one == place.person else Role.PLAYER, "" if one == place.person else place.person)
        for one in people
    ]
    left = (replace(place, party=rest, seated=True),) if rest else ()
    at = game.waiting.index(place)
    return replace(game, seated=(*game.seated, *seats), waiting=(*game.waiting[:at], *left, *game.waiting[at + 1 :]))


def _settle(plan: Plan, now: Minute) -> tuple[Plan, tuple[tuple[int, Person], ...]]:
    """Give free seats to those who wait for them, in order, as long as there are any; say who got one."""
    moved: list[tuple[int, Person]] = []
    for number in plan.games:
        while (game := plan.games[number]).waiting and game.free and plan.moves_up_at(game, now):
            place = game.waiting[0]
            if _sits_elsewhere(plan, game, place.people):
                plan = _put(plan, replace(game, waiting=game.waiting[1:]))
                continue
            if not (room := _room_for(game, place)):
                break
            moved += ((number, person) for person in place.people[:room])
            plan = _put(plan, _seat_of_queue(game, place, room))
            for person in place.people[:room]:
                # Whoever waited for several games at one time has his seat.
                plan = _stop_waiting(plan, game, person)
    return plan, tuple(moved)


def _sits_elsewhere(plan: Plan, game: PlannedGame, people: Iterable[Person]) -> bool:
    others = [one for one in plan.games.values() if one.number != game.number and one.overlaps(game)]
    return any(other.seats_person(person) for other in others for person in people)


def _stop_waiting(plan: Plan, game: PlannedGame, person: Person) -> Plan:
    def waits_meanwhile(one: PlannedGame) -> bool:
        return one.number != game.number and one.overlaps(game) and one.awaits(person) and not one.seats_person(person)

    return _free(plan, person, waits_meanwhile)


def _undecided(before: Plan, after: Plan) -> tuple[int, ...]:
    """Return the games with a seat that became free, for which somebody waits whom nothing moves up by itself."""
    found = []
    for number, game in after.games.items():
        known = before.games.get(number)
        if game.free and game.waiting and (known is None or known.free < game.free or not known.waiting):
            found.append(number)
    return tuple(found)


# The evening itself


@_apply.register
def _rescheduled(entry: Rescheduled, plan: Plan) -> Plan:
    _check_times(entry.begins, entry.ends)
    by = entry.begins - plan.begins
    games = {}
    for number, game in plan.games.items():
        if game.own_times:
            begins, ends = game.begins + by, game.ends + by
            if begins < entry.begins or ends > entry.ends:
                raise _refuse("game_outside_the_evening", game=number, title=game.title)
            games[number] = replace(game, begins=begins, ends=ends)
        else:
            games[number] = replace(game, begins=entry.begins, ends=entry.ends)
    replies = {person: replace(reply, outdated=True) for person, reply in plan.replies.items()} if by else plan.replies
    return replace(plan, begins=entry.begins, ends=entry.ends, games=games, replies=replies)


@_apply.register
def _cancelled(entry: Cancelled, plan: Plan) -> Plan:
    if plan.cancelled:
        raise _refuse("cancelled_already")
    return replace(plan, cancelled=True)


@_apply.register
def _restored(entry: Restored, plan: Plan) -> Plan:
    if not plan.cancelled:
        raise _refuse("not_cancelled")
    return replace(plan, cancelled=False)


def _check_times(begins: Minute, ends: Minute) -> None:
    if begins >= ends:
        raise _refuse("ends_before_it_begins")
    if ends - begins > LONGEST:
        raise _refuse("too_long", most=LONGEST)


# Access to games


def _game(plan: Plan, number: int) -> PlannedGame:
    if number not in plan.games:
        raise _refuse("no_such_game", game=number)
    return plan.games[number]


def _put(plan: Plan, game: PlannedGame) -> Plan:
    return replace(plan, games={**plan.games, game.number: game})
