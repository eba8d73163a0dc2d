"""What the page of a score pad knows about its game: its words and its board. Rules are not here.

The scoring engine says what may be entered (choices), what it brought (points, events) and how it stands (board,
outcome, needs), all as codes with numbers. A pad turns codes into sentences in the reader's language.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from django.utils.translation import gettext as _, gettext_lazy, ngettext
from msgspec import Struct

from campaigns.league.games import game_of
from campaigns.matches.scores.ahead import Ahead, Worth
from campaigns.matches.scores.wording import GENERIC_PROBLEMS, Names, Text, listed
from club.words import words
from engines.core.card_set import Card
from engines.core.problems import Malformed, Problem, refuse
from engines.core.score import (
    Choice,
    Entry,
    Event,
    Need,
    Outcome,
    Points,
    ScoreGame,
    Setup,
    State,
    encode,
)
from rosters.wording import with_ruling


class Part(Struct, frozen=True):
    """One seat's result or standing, as the books keep it."""

    seat: int
    place: int
    points: int | None
    won: bool
    team: int | None = None
    eliminated: bool | None = None
    kills: int | None = None
    heroes: tuple[str, ...] = ()


class Key(Struct, frozen=True):
    """How a kind of entry looks on the pad: its button and its icon.

    A ``common`` one stands open, the others behind a fold. A ``compact`` one is a row with its buttons at the end.
    ``short`` is what its button says beside others.
    """

    label: Text
    icon: str = "pencil"
    common: bool = False
    compact: bool = False
    short: Text = ""


class Pad[T: State]:
    """The pad of one game. Subclasses state their differences."""

    game: ScoreGame[Any, T]
    board_template: ClassVar[str]
    """Draws ``board()``."""
    more_template: ClassVar[str] = ""
    """Draws what of ``board()`` stands further down, if anything does."""
    counts_points: ClassVar[bool] = True
    """False where the engine's totals are not points of the game."""
    keys: ClassVar[Mapping[str, Key]]
    """By kind of entry, in the order of the page."""
    field_names: ClassVar[Mapping[str, Text]]
    seat_fields: ClassVar[frozenset[str]] = frozenset({"seat"})
    """Fields whose values are seats."""
    value_names: ClassVar[Mapping[tuple[str, int | str | None], Text]] = {}
    """What the values of a field are called, where they are not seats."""
    short_names: ClassVar[Mapping[tuple[str, int | str | None], Text]] = {}
    """Values of a field in a letter or two, where many stand side by side."""
    source_names: ClassVar[Mapping[str, Text]]
    ending_names: ClassVar[Mapping[str, Text]]
    tie_names: ClassVar[Mapping[str, Text]] = {}
    marked: ClassVar[Mapping[str, str]] = {}
    """What is chosen in a row of small records before anybody touched it, where it is not the entry's own default."""
    final_names: ClassVar[Mapping[str, Text]]
    """What is asked of each seat for a final result, by the engine's ``final_fields``."""
    total_title: ClassVar[Text] = gettext_lazy("Points")
    """What the board's totals count."""
    heroes_title: ClassVar[Text] = gettext_lazy("Heroes")
    hero_codes: ClassVar[tuple[str, ...]] = ()
    """The heroes that a result may name; empty where names are typed, or where there are none."""
    heroes_each: ClassVar[int] = 0
    """How many heroes or characters a seat plays at most."""
    hidden_kinds: ClassVar[frozenset[str]] = frozenset()
    """Entries that the pad does not offer: they come from another page."""
    quick_kinds: ClassVar[frozenset[str]] = frozenset()
    """Entries whose fields are seldom needed: one button, the fields behind a fold."""
    folded: ClassVar[Mapping[str, frozenset[str]]] = {}
    """By kind of entry, the fields behind a fold."""
    joined: ClassVar[Mapping[str, str]] = {}
    """By kind of entry, the kind whose form sends it with a button of its own where it asks for nothing else."""
    usual: ClassVar[Mapping[tuple[str, str], tuple[int, ...]]] = {}
    """Numbers that a field of an entry takes most of the time."""
    submit_fields: ClassVar[Mapping[str, str]] = {}
    """By kind of entry, the field whose values are the buttons that send it; ``records.field`` in the first record."""
    said_buttons: ClassVar[frozenset[str]] = frozenset()
    """Fields whose buttons need their field's name above them."""
    together: ClassVar[Mapping[str, tuple[str, str]]] = {}
    """By kind of entry, two fields that one tap chooses; ``field_names`` has both names with a plus between."""
    tapped_lists: ClassVar[frozenset[str]] = frozenset()
    """Fields with many values that are chosen by one tap in a list, instead of a list that is opened first."""
    only_when: ClassVar[Mapping[str, str]] = {}
    """By field, or by ``field.value``, the tag without which it says nothing; see ``tags``."""
    problem_texts: ClassVar[Mapping[str, Text]] = {}
    """Sentences for the engine's problem codes, with %(name)s for parameters."""
    event_texts: ClassVar[Mapping[str, Text]] = {}
    need_texts: ClassVar[Mapping[str, Text]] = {}

    @property
    def code(self) -> str:
        """The game's code."""
        return self.game.code

    @property
    def board_sheet(self) -> str:
        """The style sheet of the board and of the game's face, among the static files."""
        return f"css/matches/boards/{self.code}.css"

    @property
    def name(self) -> str:
        """The game's title."""
        return game_of(self.code).name

    def names(self, setup: Setup, players: Iterable[str]) -> Names:
        """Return the names of the players, and of the cards where the match has a card set."""
        cards = setup.cards
        named = {} if cards is None else {card.code: words(card.name) for card in self.cards_of(cards)}
        return Names(players, named)

    def cards_of(self, cards: Any) -> Iterable[Card]:
        """Return the cards of a set that the log names by their codes."""
        return ()

    # The books

    def parts(self, state: T) -> list[Part]:
        """Return every seat's result, by seat; while the match goes on, how it stands."""
        outcome = self.game.outcome(state)
        lines = self.game.board(state)
        teams = {one.seat: one.team for one in outcome.places} if outcome else {}
        winners = set(outcome.winners) if outcome else set()
        return [
            Part(
                line.seat,
                line.place,
                line.total if self.counts_points else None,
                line.seat in winners,
                teams.get(line.seat),
                *self.fate(state, line.seat),
                self.heroes(state)[line.seat],
            )
            for line in lines
        ]

    def fate(self, state: T, seat: int) -> tuple[bool | None, int | None]:
        """Return whether the seat was eliminated and how many it eliminated; None where the game has no such thing."""
        return None, None

    def total_known(self, state: T, seat: int) -> bool:
        """Tell whether the seat's total is known; one that is not is shown as a dash, never as nothing."""
        return True

    def heroes(self, state: T) -> Sequence[tuple[str, ...]]:
        """Return the codes of the heroes or characters each seat played, as far as they were entered."""
        return [()] * state.setup.seats

    def hero_name(self, code: str) -> Text:
        """Return what a hero is called."""
        return code.replace("_", " ").capitalize()

    def final(
        self, setup: Setup, table: Sequence[Mapping[str, int]], heroes: Sequence[Sequence[str]]
    ) -> tuple[Entry[Any], ...]:
        """Return the entries of a result typed on one screen; ``heroes`` by seat, as far as they are known.

        Raises ``Illegal`` when they make no result of the game, and for heroes that are not kept.
        """
        entries: list[Entry[Any]] = [*self.game.final(setup, table)]
        if len(heroes) > setup.seats:
            raise refuse("final_lines", count=len(heroes), needs=setup.seats)
        for seat, codes in enumerate(heroes):
            named = [*self.hero_entries(seat, codes)] if codes else []
            if codes and not named:
                code = "no_such_hero" if len(codes) == self.heroes_each else "heroes_each"
                raise refuse(code, seat=seat, count=len(codes), needs=self.heroes_each)
            entries += named
        return tuple(entries)

    def hero_entries(self, seat: int, codes: Sequence[str]) -> Iterable[Entry[Any]]:
        """Return the entries that say what a seat played; none for heroes of which the game keeps nothing."""
        return ()

    # Without a network

    def ahead(self, state: T, names: Names) -> Ahead | None:
        """Return how the forms go on while entries wait on a phone; None where they stay as they are."""
        return None

    def worth(self, state: T) -> Mapping[str, Worth]:
        """Return what entries bring, by kind, as far as that is plain without the engine."""
        return {}

    # The board

    def board(self, state: T, names: Names) -> dict[str, Any]:
        """Return what the board's template draws, besides the lines that every board has."""
        return {}

    def turn(self, state: T, names: Names) -> str:
        """Return whose turn it is, in a few words; empty where the game keeps no order."""
        return ""

    def tidy(self, options: dict[str, Any], seats: int) -> dict[str, Any]:
        """Return the options as the engine takes them, once it is known how many sit down."""
        return options

    @property
    def option_fields(self) -> frozenset[str]:
        """The fields of the setup that hold what may be agreed, except the cards and who is in which team."""
        return frozenset(self.game.setup_type.__struct_fields__) - {*Setup.__struct_fields__, "cards", "teams"}

    def agreed(self, setup: Mapping[str, Any]) -> dict[str, Any]:
        """Return the options of a stored setup that are not the printed rule."""
        printed = encode(self.game.setup_type(seats=setup["seats"]))
        found = ((name, setup[name]) for name in sorted(self.option_fields) if name in setup)
        return {name: value for name, value in found if value != printed.get(name)}

    def house(self, setup: Setup) -> list[tuple[Text, Text]]:
        """Return the card set if there is one, and the options that are not the printed rule, with their values."""
        found: list[tuple[Text, Text]] = []
        if setup.cards is not None:
            found.append((self.field_names["cards"], words(setup.cards.name)))
        usual = self.game.setup_type(seats=setup.seats)
        for field in self.game.setup_fields:
            value, printed = getattr(setup, field.name), getattr(usual, field.name)
            if value != printed and not (isinstance(value, tuple) and not value):
                several = value if isinstance(value, tuple) else (value,)
                said = ", ".join(str(self.value_name(field.name, one, Names())) for one in several)
                found.append((self.field_name("setup", field.name), said))
        return found

    # Words

    def is_common(self, kind: str, state: T) -> bool:
        """Tell whether a kind of entry stands open on the pad, or behind a fold."""
        return self.key(kind).common

    def key(self, kind: str) -> Key:
        """Return the look of a kind of entry."""
        return self.keys.get(kind) or Key(kind.replace("_", " ").capitalize())

    def submits(self, choice: Choice) -> str:
        """Return the field whose values are the buttons that send this kind of entry."""
        return self.submit_fields.get(choice.kind, "")

    def goes_together(self, state: T, kind: str, values: tuple[str, str]) -> bool:
        """Tell whether two values of fields chosen ``together``, as a form sends them, can both be chosen now."""
        return True

    def tags(self, state: T, value: str) -> Iterable[str]:
        """Yield what else a value of a tapped list asks for."""
        return ()

    def folds(self, choice: Choice) -> frozenset[str]:
        """Return the fields of what may be entered that stand behind a fold."""
        return self.folded.get(choice.kind, frozenset())

    def rows_shown(self, kind: str, field: str, most: int) -> int:
        """Return how many rows of small records are shown."""
        return most

    def panel_label(self, choice: Choice, names: Names) -> Text:
        """Return the title of what may be entered."""
        return self.key(choice.kind).label

    def field_name(self, kind: str, field: str) -> Text:
        """Return the label of a field of an entry."""
        return self.field_names.get(f"{kind}.{field}") or self.field_names.get(field) or field.replace("_", " ")

    def value_name(self, field: str, value: int | str | None, names: Names) -> Text:
        """Return what a value of a field is called."""
        if field in self.seat_fields and isinstance(value, int) and not isinstance(value, bool):
            return names[value]
        if isinstance(value, str) and value in names.cards:
            return names.cards[value]
        if (field, value) in self.value_names:
            return self.value_names[field, value]
        if isinstance(value, bool):
            return _("yes") if value else _("no")
        if value is None:
            return _("nobody") if field in self.seat_fields else _("none")
        return str(value)

    def sentence(self, entry: Entry[Any], names: Names) -> str:
        """Say an entry in a sentence."""
        said = [
            _("%(field)s: %(value)s") % {"field": self.field_name(self.kind_of(entry), name), "value": value}
            for name, value in self._values(entry, names)
        ]
        return " · ".join([str(self.key(self.kind_of(entry)).label), *said])

    def _values(self, entry: Entry[Any], names: Names) -> Iterable[tuple[str, str]]:
        for name in entry.__struct_fields__:
            value = getattr(entry, name)
            if isinstance(value, tuple | list):
                yield name, ", ".join(str(self.value_name(name, one, names)) for one in value)
            elif value is not None:
                yield name, str(self.value_name(name, value, names))

    @staticmethod
    def kind_of(entry: Entry[Any]) -> str:
        """Return the tag of an entry."""
        return str(entry.__struct_config__.tag)

    def source_name(self, code: str) -> Text:
        """Return what points are given for."""
        return self.source_names.get(code) or code.replace("_", " ")

    def gain(self, points: Points, names: Names) -> str:
        """Say who got which points for what."""
        return _("%(player)s %(points)s (%(source)s)") % {
            "player": names[points.seat],
            "points": f"{points.amount:+d}",
            "source": self.source_name(points.source),
        }

    def problem(self, problem: Problem, names: Names) -> str:
        """Say what forbids an entry, and the ruling that says so."""
        return with_ruling(self._forbidden(problem, names), problem.rule)

    def _forbidden(self, problem: Problem, names: Names) -> str:
        text = self.problem_texts.get(problem.code) or GENERIC_PROBLEMS.get(problem.code)
        if text is None:
            return _("The rules do not allow this at the moment (%(code)s).") % {"code": problem.code}
        return str(text) % self.filled(problem.params, names)

    def unreadable(self, error: Malformed) -> str:
        """Say that an entry is not complete, and where."""
        field = error.where.removeprefix("$").strip(".").partition("[")[0]
        if not field:
            return _("Something is missing in this entry. Choose in every row, then send it again.")
        return _("“%(field)s” is missing or not a possible value.") % {"field": self.field_name("missing", field)}

    def event(self, event: Event, names: Names) -> str:
        """Say what an entry made happen; empty for what needs no words."""
        text = self.event_texts.get(event.code)
        if text is None:
            return ""
        params = dict(event.params)
        if event.seat is not None:
            params["seat"] = event.seat
        return str(text) % self.filled(params, names)

    def need(self, need: Need, names: Names) -> str:
        """Say what a seat still needs to win."""
        text = self.need_texts.get(need.code)
        if text is None:
            return ""
        return str(text) % self.filled({**need.params, "seat": need.seat, "points": need.points}, names)

    def filled(self, params: Mapping[str, Any], names: Names) -> dict[str, Any]:
        """Return the values of a sentence: seats become names (``player`` for the seat concerned)."""
        values: dict[str, Any] = {}
        for name, value in params.items():
            values[name] = self.value_name(name, value, names) if self._named(name, value, names) else value
        values["player"] = values.get("seat", "")
        return values

    def _named(self, name: str, value: Any, names: Names) -> bool:
        if name in self.seat_fields:
            return isinstance(value, int) and 0 <= value < len(names)
        return (name, value) in self.value_names or (isinstance(value, str) and value in names.cards)

    def ending(self, reason: str) -> Text:
        """Return why the match ended."""
        return self.ending_names.get(reason) or reason.replace("_", " ")

    def verdict(self, outcome: Outcome, names: Names) -> str:
        """Say who won; a victory is shared only where no rule breaks the tie."""
        won = [names[seat] for seat in outcome.winners]
        if len(won) == 1:
            return _("%(winner)s wins") % {"winner": won[0]}
        if outcome.missing:
            return _("Tie between %(winners)s, still to be broken") % {"winners": listed(won)}
        if outcome.another_game:
            return _("Tie between %(winners)s: another game decides") % {"winners": listed(won)}
        said = ngettext("%(winners)s share the victory", "%(winners)s share the victory", len(won))
        return said % {"winners": listed(won)}
