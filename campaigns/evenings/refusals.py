"""What an evening's engine refuses, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from campaigns.evenings.people import names_of
from club.operations import Objection, Refused
from engines.core.problems import Illegal, Problem

SENTENCES: Final[Mapping[str, str | Promise]] = {
    "too_many_games": _("An evening has %(most)s games at most."),
    "seats_out_of_range": _("A game has 1 to %(most)s seats."),
    "fewer_seats_than_seated": _("%(seated)s people sit there already: it cannot have fewer seats."),
    "ends_before_it_begins": _("The end must come after the beginning."),
    "too_long": _("An evening lasts a week at most."),
    "outside_the_evening": _("A game is played between the beginning and the end of the evening."),
    "game_outside_the_evening": _("“%(title)s” would lie outside the evening: change its times first."),
    "table_taken": _("“%(title)s” has this table at that time."),
    "warband_taken": _("One of these warbands fights in “%(title)s” at that time."),
    "person_taken": _("%(person)s is at “%(title)s” at that time."),
    "here_already": _("%(person)s is at this game already."),
    "not_here": _("%(person)s is not at this game."),
    "not_waiting": _("%(person)s is not waiting for this game."),
    "no_free_seat": _("All seats are taken."),
    "no_such_game": _("This game is not played any more."),
    "named_twice": _("Nobody can be named twice."),
    "party_too_large": _("One brings %(most)s guests at most."),
    "more_than_seats": _("You are %(count)s: the game has %(most)s seats."),
    "cancelled_already": _("This evening is called off already."),
    "not_cancelled": _("This evening takes place."),
}
FIELDS: Final[Mapping[str, str]] = {
    "seats_out_of_range": "seats",
    "fewer_seats_than_seated": "seats",
    "ends_before_it_begins": "ends",
    "too_long": "ends",
    "outside_the_evening": "begins",
    "table_taken": "spot",
    "party_too_large": "party",
    "more_than_seats": "party",
}
"""Beside which field a sentence stands."""


@contextmanager
def in_words(reader: object) -> Iterator[None]:
    """Enclose what the engine judges: what it objects to is refused in words, with names that ``reader`` may read."""
    try:
        yield
    except Illegal as error:
        raise refusal(error, reader) from error


def refusal(error: Illegal, reader: object) -> Refused:
    """Return the refusal that says everything the engine objected to."""
    named = {str(problem.params["person"]) for problem in error.problems if "person" in problem.params}
    names = names_of(named, reader) if named else {}
    return Refused(_objection(problem, names) for problem in error.problems)


def _objection(problem: Problem, names: Mapping[str, str]) -> Objection:
    params = dict(problem.params)
    if "person" in params:
        params["person"] = names.get(str(params["person"]), "…")
    sentence = str(SENTENCES[problem.code]) % params
    return Objection(problem.code, sentence, FIELDS.get(problem.code), problem.params)
