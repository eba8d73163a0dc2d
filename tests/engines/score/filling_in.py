"""Random entries for property tests, drawn from what a pad says may be entered now, as a page would draw them.

Hypothesis draws the seed and the setup; a ``Random`` draws the entries, so that matches may be long.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, product
from random import Random
from typing import Any

from engines.core.score import Choice, Field, Number, Pick, Rows, ScoreGame, Setup, Words


def filled_in(random: Random, choice: Choice, seats: int) -> dict[str, Any]:
    """Return one entry of an offered kind, each field within what is offered for it."""
    return {"kind": choice.kind, **{field.name: _value(random, field, seats) for field in choice.fields}}


def legal_match(
    random: Random,
    game: ScoreGame[Any, Any],
    setup: Setup,
    tries: int,
    unwanted: Callable[[Any, dict[str, Any]], bool] = lambda state, entry: False,
) -> list[dict[str, Any]]:
    """Return entries that hold one after another, at most ``tries``; those that are refused are left out.

    So are those that are ``unwanted`` in a state, to steer a match where it seldom goes by chance.
    """
    state = game.begin(setup)
    entries = []
    for _ in range(tries):
        offered = game.choices(state)
        if not offered:
            break
        entry = filled_in(random, random.choice(offered), setup.seats)
        if not unwanted(state, entry) and not game.problems(state, game.decode_entry(entry)):
            entries.append(entry)
            state = game.apply(state, game.decode_entry(entry))
    return entries


def _value(random: Random, field: Field, seats: int) -> Any:
    if isinstance(field, Pick):
        if field.many:
            return [random.choice(field.values) for _ in range(random.randint(0, 2))]
        return random.choice(field.values)
    if isinstance(field, Number):
        most = field.least + 9 if field.most is None else min(field.most, field.least + 9)
        numbers = [random.randint(field.least, most) for _ in range(seats)]
        return _asked(field, numbers) if field.per_seat else numbers[0]
    if isinstance(field, Rows):
        rows = random.randint(field.least, field.most or field.least + 2)
        return [{one.name: _value(random, one, seats) for one in field.fields} for _ in range(rows)]
    assert isinstance(field, Words)
    return "".join(random.choices("abcxyz ", k=random.randint(0, 3)))


def _asked(field: Number, numbers: list[int]) -> list[int | None]:
    """The numbers of the seats that are asked; the others are not known."""
    return [number if not field.seats or seat in field.seats else None for seat, number in enumerate(numbers)]


SEATS = {"seat", "killer", "victim", "next", "by"}
PER_SEAT = {"totals", "captured", "places", "cards", "ammo", "counts", "pairs"}


def turned(entry: dict[str, Any], by: int, seats: int) -> dict[str, Any]:
    """The same entry, as data, after everybody moved on by some seats."""
    moved = dict(entry)
    for name, value in entry.items():
        if name in SEATS and value is not None:
            moved[name] = (value + by) % seats
        elif name in PER_SEAT and isinstance(value, list) and len(value) == seats:
            moved[name] = [value[(seat - by) % seats] for seat in range(seats)]
        elif name == "falls":
            moved[name] = [turned(fall, by, seats) for fall in value]
    return moved


TRIED = (0, 1, 30, 120)
"""How far above the least, or the default, numbers are tried."""


def assert_offers_hold(game: ScoreGame[Any, Any], state: Any) -> None:
    """Every single value offered in a state is allowed together with some values of the other fields."""
    for choice in game.choices(state):
        missing = None
        for above in TRIED:  # a planet may have no card of star 0 left, but one of star 1
            never = _never_allowed(game, state, choice, above)
            missing = never if missing is None else missing & never
            if not missing:
                break
        assert not missing, (choice, missing)


def _never_allowed(game: ScoreGame[Any, Any], state: Any, choice: Choice, above: int) -> set[tuple[str, Any]]:
    """Return the values of picks, by field, with which nothing that is tried holds; the kind itself if nothing does."""
    missing: set[tuple[str, Any]] = {("kind", choice.kind)}
    for field in choice.fields:
        picks = field.fields if isinstance(field, Rows) else (field,)
        missing |= {(pick.name, value) for pick in picks if isinstance(pick, Pick) for value in pick.values}
    for data in _combinations(choice, state.setup.seats, above):
        used = {("kind", choice.kind), *_used(choice, data)}
        if used & missing and _holds(game, state, choice.kind, data):
            missing -= used
            if not missing:
                break
    return missing


def _used(choice: Choice, data: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield the values of picks in an entry's data, by field."""
    for field in choice.fields:
        if isinstance(field, Rows):
            yield from ((name, value) for row in data[field.name] for name, value in row.items())
        elif isinstance(field, Pick):
            yield from ((field.name, value) for value in (data[field.name] if field.many else (data[field.name],)))


def _holds(game: ScoreGame[Any, Any], state: Any, kind: str, data: dict[str, Any]) -> bool:
    return not game.problems(state, game.decode_entry({"kind": kind, **data}))


def _combinations(choice: Choice, seats: int, above: int) -> Iterator[dict[str, Any]]:
    names = [field.name for field in choice.fields]
    for values in product(*(_some(field, seats, above) for field in choice.fields)):
        yield dict(zip(names, values, strict=True))


def _some(field: Field, seats: int, above: int) -> list[Any]:
    """All values of a pick, or sets of them; one number; a name; any row, up to as many as there may be of it."""
    if isinstance(field, Pick):
        if field.many:
            counts = (1, 2) if field.count is None else (field.count,)
            return [list(some) for count in counts for some in combinations(field.values, count)]
        return list(field.values)
    if isinstance(field, Number):
        number = field.least if field.default is None else field.default
        number = number + above if field.most is None else min(number + above, field.most)
        return [_asked(field, [number] * seats) if field.per_seat else number]
    if isinstance(field, Rows):
        names = [one.name for one in field.fields]
        rows = [
            dict(zip(names, values, strict=True))
            for values in product(*(_some(one, seats, above) for one in field.fields))
        ]
        same = [[row] * count for count in range(field.least, (field.most or field.least) + 1) for row in rows]
        return [*_all_different(field, seats), *same] if field.per_seat else same
    return [f"name of {field.name}"]


def _all_different(field: Rows, seats: int) -> Iterator[list[dict[str, Any]]]:
    """Rows of each seat that have no value in common, beginning with each value of a pick once."""
    values = [one.values for one in field.fields if isinstance(one, Pick)]
    if any(isinstance(one, Number) for one in field.fields):
        return
    for start in range(max(map(len, values), default=1)):
        yield [
            {
                one.name: one.values[(start + seat * len(field.fields) + place) % len(one.values)]
                if isinstance(one, Pick)
                else f"{one.name} {seat}"
                for place, one in enumerate(field.fields)
            }
            for seat in range(seats)
        ]
