"""What the pages of a match show: the board, the log in sentences, the result."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from django.utils.functional import cached_property
from django.utils.text import capfirst
from django.utils.translation import gettext
from msgspec import Struct

from campaigns.matches.access import brought_back_until
from campaigns.matches.models.match import Match, MatchCorrection, MatchEntry, MatchSeat, MatchState
from campaigns.matches.models.player import Player
from campaigns.matches.origins import Origin, origins_of
from campaigns.matches.records import MatchRecords
from campaigns.matches.rights import MatchRights
from campaigns.matches.scores import Pad, pad_of
from campaigns.matches.scores.ahead import Told
from campaigns.matches.scores.panels import joined, panels
from campaigns.matches.scores.replaying import replay
from campaigns.matches.scores.widgets import EntryPanel
from campaigns.matches.scores.wording import Names, Text, first_names
from club.grammar import stopped
from engines.core.score import Outcome, Replay, State, Step
from rosters.access import User

RESULTS: Final = frozenset({"final", "result"})
"""Points that the sentence of a typed result says already."""
LAST: Final = 6
"""How many entries stand below the pad."""


class Source(Struct, frozen=True):
    """What a seat's points were given for, summed."""

    name: Text
    points: int


class BoardLine(Struct, frozen=True):
    """A seat on the board. Its name links to the player's page where ``member`` is set; ``total`` None is not known."""

    seat: int
    name: str
    member: int | None
    total: int | None
    place: int
    won: bool
    sources: tuple[Source, ...]
    heroes: tuple[Text, ...]
    active: bool


class LogLine(Struct, frozen=True):
    """An entry of the log, said in the reader's language; ``faults`` say why it does not hold."""

    number: int
    sentence: str
    gains: tuple[str, ...]
    events: tuple[str, ...]
    author: str
    at: datetime
    faults: tuple[str, ...]
    struck: bool
    corrected: bool


class Changed(Struct, frozen=True):
    """A seat's place and points before and after a correction."""

    name: str
    points_before: int
    points_after: int
    place_before: int
    place_after: int


class CorrectionLine(Struct, frozen=True):
    """A correction: what it was, what it is, why, who, and what it changed."""

    number: int
    before: str
    after: str
    reason: str
    author: str
    at: datetime
    changes: tuple[Changed, ...]
    faults: tuple[int, ...]


class MatchPage(Struct, frozen=True, dict=True):
    """Everything a page of a match is drawn from, for one reader."""

    match: Match
    pad: Pad[Any]
    viewer: User
    records: MatchRecords
    names: Names
    replay: Replay[Any]
    outcome: Outcome | None

    @classmethod
    def of(
        cls,
        match: Match,
        viewer: User,
        *,
        brief: bool = False,
        known: Replay[Any] | None = None,
        entries: list[MatchEntry] | None = None,
        seats: list[MatchSeat] | None = None,
    ) -> MatchPage:
        """Return the page of a match from a loader; a ``brief`` one calls people by first names. One query at most.

        A ``known`` replay, such as an operation's, spares playing the log again, its ``entries`` reading them again;
        ``seats`` with their players are given where it is known who sits in the match.
        """
        pad = pad_of(match.game)
        records = MatchRecords.of(match, entries, seats)
        replayed = replay(match, records.in_force, known=known)
        players = [seat.player.name_for(viewer) for seat in records.seats]
        names = pad.names(replayed.start.setup, first_names(players) if brief else players)
        return cls(match, pad, viewer, records, names, replayed, pad.game.outcome(replayed.state))

    @property
    def rights(self) -> MatchRights:
        """What the reader may do."""
        return MatchRights(self.match, self.viewer, self.records.in_force)

    @property
    def back_until(self) -> datetime | None:
        """Until when the reader, who called the match off, may bring it back; None for who may always."""
        own = self.match.called_off_by_id == self.viewer.pk and not self.rights.judges
        return brought_back_until(self.match) if own else None

    @property
    def brought_back(self) -> str:
        """Who brought the match back, and why, if it was called off; one query then."""
        by, why = self.match.brought_back_by, self.match.brought_back_why
        if not why or self.match.state == MatchState.CANCELLED:
            return ""
        name = by.name_for(self.viewer) if by is not None else gettext("a former member")
        return stopped(gettext("Brought back by %(name)s: %(why)s") % {"name": name, "why": why})

    @cached_property
    def origin(self) -> Origin | None:
        """The table of the site at which it was played, if the reader may look at it. One query, if at any."""
        return origins_of([self.match], self.viewer).get(self.match.pk)

    @property
    def lines(self) -> list[BoardLine]:
        """The board's lines, the best first."""
        state = self.replay.state
        heroes = self.pad.heroes(state)
        active = state.active if self.outcome is None else None
        found = [
            BoardLine(
                line.seat,
                self.names[line.seat],
                self._linked(self.records.seats[line.seat].player),
                line.total if self.pad.total_known(state, line.seat) else None,
                line.place,
                self.outcome is not None and line.seat in self.outcome.winners,
                self._sources(line.sources),
                tuple(self.names.cards.get(code) or self.pad.hero_name(code) for code in heroes[line.seat]),
                line.seat == active,
            )
            for line in self.pad.game.board(state)
        ]
        return sorted(found, key=lambda line: (line.place, line.seat))

    def _linked(self, player: Player) -> int | None:
        """Return the member whose page the name leads to; visitors are not led to members who hide."""
        hides = player.member is not None and player.member.hidden and not self.viewer.is_authenticated
        return None if hides else player.member_id

    def _sources(self, sums: Mapping[str, int]) -> tuple[Source, ...]:
        """Return what points were given for; a single source says no more than the total."""
        if len(sums) < 2:
            return ()
        return tuple(Source(self.pad.source_name(code), points) for code, points in sums.items())

    @property
    def board(self) -> dict[str, Any]:
        """What the game's own board draws."""
        return self.pad.board(self.replay.state, self.names)

    @property
    def turn(self) -> str:
        """Whose turn it is."""
        return self.pad.turn(self.replay.state, self.names)

    @property
    def needs(self) -> list[str]:
        """Who needs what to win."""
        return [said for need in self.pad.game.needs(self.replay.state) if (said := self.pad.need(need, self.names))]

    @property
    def verdict(self) -> str:
        """Who won, or nothing yet."""
        return self.pad.verdict(self.outcome, self.names) if self.outcome else ""

    @property
    def ending(self) -> Text:
        """Why the match ended."""
        return self.pad.ending(self.outcome.reason) if self.outcome else ""

    @property
    def tie_breaks(self) -> list[Text]:
        """What told equals apart."""
        return [self.pad.tie_names.get(code, code) for code in self.outcome.tie_breaks] if self.outcome else []

    @cached_property
    def panels(self) -> list[EntryPanel]:
        """What may be entered now."""
        return panels(self.pad, self.replay.state, self.names)

    @property
    def common(self) -> list[EntryPanel]:
        """The entries that are made all the time."""
        return joined(self.pad, [panel for panel in self.panels if panel.common], self.replay.state, self.names)

    @property
    def rare(self) -> list[EntryPanel]:
        """The other entries."""
        return [panel for panel in self.panels if not panel.common]

    @cached_property
    def told_ahead(self) -> Told:
        """How a phone without a network goes on."""
        state = self.replay.state
        return Told(self.pad.ahead(state, self.names), self.pad.worth(state), self.pad.seat_fields)

    @property
    def phases_ahead(self) -> list[tuple[str, list[EntryPanel], list[EntryPanel]]]:
        """The forms for then: by "fresh" and "last", those made all the time and the others."""
        steps = self.told_ahead.steps
        states = {"fresh": steps.fresh, "last": steps.last} if steps is not None else {}
        return [(name, *self._panels_in(state)) for name, state in states.items() if state is not None]

    def _panels_in(self, state: State) -> tuple[list[EntryPanel], list[EntryPanel]]:
        found = panels(self.pad, state, self.names)
        common = joined(self.pad, [panel for panel in found if panel.common], state, self.names)
        return common, [panel for panel in found if not panel.common]

    @property
    def log(self) -> list[LogLine]:
        """The log, the first entry first; what its author took back at once is left out."""
        steps: dict[Any, Step[Any]] = {step.id: step for step in self.replay.steps}
        corrected = self.records.corrected()
        shown = [row for row in self.records.entries if not row.undone]
        return [self._line(row, steps.get(row.number), row.pk in corrected) for row in shown]

    @cached_property
    def last(self) -> list[LogLine]:
        """The last entries that count, the newest first."""
        steps: dict[Any, Step[Any]] = {step.id: step for step in self.replay.steps}
        latest = self.records.in_force[-LAST:]
        return [self._line(row, steps.get(row.number), False) for row in reversed(latest)]

    @property
    def number(self) -> int:
        """The number of the last entry there is."""
        return max((row.number for row in self.records.entries), default=0)

    @property
    def newest(self) -> LogLine | None:
        """The last entry that counts."""
        return next(iter(self.last), None)

    @property
    def undoable(self) -> int | None:
        """The number of the entry that the reader may take back by a tap."""
        row = self.rights.undoable
        return row.number if row is not None else None

    def _line(self, row: MatchEntry, step: Step[Any] | None, corrected: bool) -> LogLine:
        pad, names = self.pad, self.names
        entry = step.entry if step else pad.game.decode_entry(row.data)
        events = [pad.event(event, names) for event in step.state.events] if step and not step.problems else []
        return LogLine(
            row.number,
            capfirst(pad.sentence(entry, names)),
            tuple(pad.gain(points, names) for points in step.points if points.source not in RESULTS) if step else (),
            tuple(event for event in events if event),
            row.author.name_for(self.viewer) if row.author else "",
            row.at,
            tuple(pad.problem(problem, names) for problem in step.problems) if step else (),
            row.struck,
            corrected,
        )

    @property
    def faulty(self) -> list[LogLine]:
        """The entries that do not hold."""
        wrong = {step.id: step for step in self.replay.faults}
        return [self._line(row, wrong[row.number], False) for row in self.records.entries if row.number in wrong]

    @property
    def corrections(self) -> list[CorrectionLine]:
        """What was corrected, the last first. One query."""
        return [self.correction(row) for row in self.records.corrections()]

    def correction(self, row: MatchCorrection) -> CorrectionLine:
        """Return one correction in words."""
        decode = self.pad.game.decode_entry
        return CorrectionLine(
            row.entry.number,
            self.pad.sentence(decode(row.before), self.names) if row.before else "",
            self.pad.sentence(decode(row.after), self.names) if row.after else "",
            row.reason,
            row.author.name_for(self.viewer) if row.author else "",
            row.at,
            tuple(
                Changed(
                    self.names[one["seat"]],
                    one["points_before"],
                    one["points_after"],
                    one["place_before"],
                    one["place_after"],
                )
                for one in row.changes
            ),
            tuple(row.faults),
        )

    @property
    def shows_heroes(self) -> bool:
        """Whether anybody's heroes are known."""
        return any(self.pad.heroes(self.replay.state))

    @property
    def options(self) -> list[tuple[Text, Text]]:
        """The options that differ from the printed rule, in words."""
        return self.pad.house(self.replay.state.setup)

    @property
    def disputer(self) -> str:
        """Who disputes the result."""
        return self.match.disputed_by.name_for(self.viewer) if self.match.disputed_by else ""

    @property
    def recorder(self) -> str:
        """Who recorded the match."""
        return self.match.recorder.name_for(self.viewer) if self.match.recorder else ""
