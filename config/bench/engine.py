"""How fast the rules are, without database or pages."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from config.bench.measure import per_second
from config.bench.scene import Scene
from engines.core.dice import RecordedDice
from engines.musg import aftermath, journal, muster
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.entries import AnyEntry, Recover
from engines.musg.profile import Effective, effective
from engines.musg.warband import Figure, Warband as Roster


class Speed(Struct, frozen=True):
    """How often something can be done in a second; or, in another ``unit``, what else it costs.

    ``aim`` is how often it should at least, 0 where nothing is asked of it.
    """

    name: str
    per_second: float
    unit: str = "per second"
    aim: int = 0

    @property
    def too_slow(self) -> bool:
        """Whether it is done less often than it should."""
        return self.per_second < self.aim


def speeds(scene: Scene) -> Iterator[Speed]:
    """Measure the rules on a warband of the scene."""
    warband = scene.warband
    rows = list(warband.journal.filter(undone_at=None).order_by("place"))
    entries = [row.entry for row in rows]
    setup, roster = warband.engine_setup, warband.roster
    profiles = per_second(lambda: [_effective(figure) for figure in roster.active]) * len(roster.active)
    yield Speed("effective profiles", profiles)
    yield Speed("rosters checked", per_second(lambda: muster.problems(roster)))
    replays = per_second(lambda: journal.replay(setup, entries))
    yield Speed("journal entries applied", replays * len(entries))
    yield Speed(f"journals of {len(entries)} replayed", replays)
    before, last = _last_aftermath(journal.begin(setup), entries)
    yield Speed("aftermaths rolled", per_second(lambda: aftermath.resolve(before, RecordedDice(last.faces))))


def _effective(figure: Figure) -> Effective:
    return effective(
        figure.profile(CATALOGUE),
        CATALOGUE,
        items=figure.item_codes,
        skills=figure.skills,
        injuries=figure.injury_codes,
        known=figure.known_before,
    )


def _last_aftermath(roster: Roster, entries: list[AnyEntry]) -> tuple[Roster, Recover]:
    found: tuple[Roster, Recover] | None = None
    for entry in entries:
        if isinstance(entry, Recover):
            found = (roster, entry)
        roster = journal.apply(roster, entry).warband
    if found is None:
        raise LookupError("the warband has no battle behind it")
    return found
