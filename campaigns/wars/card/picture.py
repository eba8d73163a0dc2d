"""What stands on the card of a battle: for the campaign's readers, or for whoever has the link of a replay."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

import msgspec
from django.template.loader import render_to_string
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from msgspec import Struct

from campaigns.wars.card.moment import Moment, moment
from campaigns.wars.chronicle.archive import Archive, Records, archive
from campaigns.wars.chronicle.facts import Deed, Fact, Result, Victim
from campaigns.wars.chronicle.reading import named_by
from campaigns.wars.chronicle.telling import Voice, tell_facts
from campaigns.wars.models.battle import Battle, BattleState
from campaigns.wars.models.resolution import Resolution
from campaigns.wars.replay.falls import falls_of
from campaigns.wars.replay.frames import decoded, figures_of, frame_at
from campaigns.wars.replay.page import turn_name
from campaigns.wars.settings.former import spoken
from club.paper.lettering import fitted, wrapped
from engines.musg.battle.setup import Setup
from engines.musg.report import Who

MOST_SIDES: Final = 4
MOST_DEEDS: Final = 3
LOWEST: Final = 565
"""Where the last line of the story may stand."""
COLOURS: Final = ("#7b1e24", "#1f4f82", "#6b4b00", "#1f5f3a", "#5a2a78", "#3b3f42")
"""Of the sides, as on the maps of the site by day."""


class Sizes(Struct, frozen=True):
    """How large the letters are, and where lines end, in pixels."""

    column: int
    title: int
    score: int
    story: int


BESIDE_MAP: Final = Sizes(600, 58, 42, 36)
ALONE: Final = Sizes(1080, 76, 56, 40)


class Score(Struct, frozen=True):
    """A warband with its victory points on the card; ``y`` is where its line stands."""

    name: str
    points: int
    won: bool
    colour: str
    y: int


class Line(Struct, frozen=True):
    """A line of text and where it stands."""

    text: str
    y: int


class Card(Struct, frozen=True):
    """All that is drawn."""

    kicker: str
    title: tuple[Line, ...]
    scores: tuple[Score, ...]
    story: tuple[Line, ...]
    footer: str
    sizes: Sizes
    moment: Moment | None

    @property
    def end(self) -> int:
        """Where lines end."""
        return 60 + self.sizes.column

    @property
    def svg(self) -> str:
        """The drawing."""
        drawn = self.moment.map.figures if self.moment else ()
        figures = [(token, COLOURS[token.side % len(COLOURS)]) for token in drawn]
        return render_to_string("campaigns/wars/card.svg", {"card": self, "figures": figures})


class NotOver(LookupError):
    """A battle has no picture yet: nobody confirmed what came of it, and the engine did not fight it."""


def of_battle(battle: Battle, resolution: Resolution | None) -> Card:
    """Return the card for the campaign's readers. Raises ``NotOver``. Six queries at most, and two where something is
    named that is not played with any more.

    ``resolution`` is what the engine made of it, if it has.
    """
    known = archive(battle.campaign, {battle.key})
    records = known.battles[battle.key]
    when = battle.date or battle.confirmed_at
    if not records.counts and resolution is not None:
        return _of_resolution(battle, resolution, kicker=battle.campaign.name, when=when)
    if battle.state != BattleState.CONFIRMED or not records.parts:
        raise NotOver(battle.pk)
    ranked = sorted(records.parts, key=lambda part: (part.outcome != "won", -part.points))
    seats = {part.warband: seat for seat, part in enumerate(records.parts)}
    scores = [(part.name, part.points, part.outcome == "won", seats[part.warband]) for part in ranked]
    seen = _moment(resolution) if resolution is not None else None
    facts = [fact for fact in records.lead() if not isinstance(fact, Result)]
    said = facts if seen is not None else [*facts, *_deeds(records, known)]
    return _card(battle, battle.campaign.name, scores, said, seen, resolution, when)


def of_replay(resolution: Resolution) -> Card:
    """Return the card for whoever has the replay's link: the battle and nothing else of its campaign."""
    kicker = _("A battle resolved by the engine")
    return _of_resolution(resolution.battle, resolution, kicker=kicker, when=resolution.battle.date)


def _of_resolution(battle: Battle, resolution: Resolution, *, kicker: str, when: datetime | None) -> Card:
    setup, events = decoded(resolution.setup, resolution.events)
    points = frame_at(setup, events, len(events) - 1).points if events else (0,) * len(setup.sides)
    best = max(points)
    sole = sum(value == best for value in points) == 1
    ranked = sorted(range(len(points)), key=lambda side: -points[side])
    scores = [(setup.sides[side].name, points[side], sole and points[side] == best, side) for side in ranked]
    return _card(battle, kicker, scores, [], _moment(resolution), resolution, when)


def _moment(resolution: Resolution) -> Moment | None:
    setup, events = decoded(resolution.setup, resolution.events)
    return moment(setup, events, falls_of(setup, events))


def _card(
    battle: Battle,
    kicker: str,
    scores: Sequence[tuple[str, int, bool, int]],
    facts: Sequence[Fact],
    seen: Moment | None,
    resolution: Resolution | None,
    when: datetime | None,
) -> Card:
    sizes = BESIDE_MAP if seen else ALONE
    title = _lines(battle.title, sizes.column, sizes.title, 84 + sizes.title, 2)
    top = (title[-1].y if title else 84) + round(1.6 * sizes.score) + 14
    step = round((1.45 if len(scores) <= 2 else 1.15) * sizes.score)
    room = (sizes.column - 150) / sizes.score
    board = [
        Score(fitted(name, room), points, won, COLOURS[side % len(COLOURS)], top + step * n)
        for n, (name, points, won, side) in enumerate(scores[:MOST_SIDES])
    ]
    fell = _fell(seen, resolution) if seen is not None and resolution is not None else []
    voice = Voice(spoken(battle.campaign, named_by([*facts, *fell])))
    voice.begin(battle.key)
    sentences = list(tell_facts(facts, voice))
    if seen is not None:
        turn = _("%(turn)s, the decisive moment.") % {"turn": turn_name(seen.turn)}
        sentences = [turn, *tell_facts(fell, voice), *sentences]
    below = board[-1].y + round(2 * sizes.story)
    most = max(1, (LOWEST - below) // round(1.3 * sizes.story) + 1)
    story = _lines(" ".join(sentences), sizes.column, sizes.story, below, most)
    footer = date_format(localtime(when), "DATE_FORMAT") if when else ""
    return Card(fitted(kicker, sizes.column / 26), title, tuple(board), story, footer, sizes, seen)


def _lines(text: str, column: int, size: int, top: int, most: int) -> tuple[Line, ...]:
    """Return a text as lines of a column, from ``top`` downwards."""
    return tuple(Line(said, top + round(1.3 * size) * n) for n, said in enumerate(wrapped(text, column / size, most)))


def _fell(seen: Moment, resolution: Resolution) -> list[Deed]:
    """Return by what the battle was decided, where somebody did it."""
    if seen.fall.by is None:
        return []
    setup = msgspec.convert(resolution.setup, Setup)
    names = {Who(setup.sides[one.side].key, one.member): one.name for one in figures_of(setup)}
    victim = Victim(names.get(seen.fall.victim, "?"), seen.fall.weapons, seen.killed)
    return [Deed(names.get(seen.fall.by, "?"), (victim,))]


def _deeds(records: Records, known: Archive) -> list[Deed]:
    """Return what those did who put most enemies out of action."""
    felled: dict[Who, list[Victim]] = {}
    for down in records.report.downs:
        if down.by is not None:
            victim = Victim(known.name(down.victim), records.weapons.get((down.victim, down.by), ()), down.killed)
            felled.setdefault(down.by, []).append(victim)
    best = sorted(felled, key=lambda who: -len(felled[who]))[:MOST_DEEDS]
    return [Deed(known.name(who), tuple(felled[who])) for who in best]
