"""The report of a battle fought at the table: what is impossible in it, who won, what each warband brings home."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Final

from msgspec import UNSET, Struct, UnsetType

from engines.core.problems import Problem
from engines.musg import abducted
from engines.musg.abducted import Civilian, Tidings
from engines.musg.catalogue import Catalogue
from engines.musg.engagement import NOBODY, UNKNOWN, Casualty, Engagement, Foe, Outcome, Takedown
from engines.musg.garage import Damage
from engines.musg.ranks import Rank
from engines.musg.warband import Figure, Warband

DRAW: Final = "draw"
BONUS_LIMIT: Final = 1000


class Who(Struct, frozen=True, order=True):
    """A figure of one of the warbands: the warband's key and the figure's number.

    As the one who did it, the number may be ``UNKNOWN``: the warband earns its victory points (ruling M157), nobody the
    experience, which belongs to the one who took the last hit point (ruling M240).
    """

    warband: str
    figure: int


class Down(Struct, frozen=True):
    """A figure put out of action: by whom (``None``: an accident), and whether killed outright (below 0 hit points).

    ``captured``: left on the table, and carried off by the aliens (rulings M201, M330); unset for no.
    """

    victim: Who
    by: Who | None = None
    killed: bool = False
    captured: bool | UnsetType = UNSET


class Broken(Struct, frozen=True):
    """A vehicle that lost points of structure, by its warband's key and its number; with all of them it is a wreck."""

    warband: str
    vehicle: int
    lost: int


class Report(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the players say happened.

    ``absent``: who sat the battle out. ``activity``: the die of every erratic figure, 1 meaning it sat out (Musg,
    Activité aléatoire). ``bonus``: scenario victory points by warband key. ``winner``: a warband's key, "draw", or ""
    for the one with the most victory points (ruling M53); a winner other than the computed one needs a ``reason``.
    ``guarded``: keys of the warbands whose fallen leader the troll bodyguard watched over. ``leave``: keys of those
    that fought without leader or henchman by the referee's leave (ruling M297). ``present``: everybody who was there,
    so that nobody who is able only later was; unset in older reports: whoever was able and is not told absent.
    ``broken``: vehicles that were damaged or wrecked, which scores nothing (ruling M345); unset for none.
    ``rescued``: captives of the warbands who were brought home in this battle (ruling M330); unset for none.
    ``unspent``: what a quick game adds for points that nobody spent, by warband key (``quick_bonus``); unset where that
    was not agreed. ``civilians``: whom of them the aliens carried off, and who was brought home from them or died
    (ruling M330); unset for none.
    """

    absent: tuple[Who, ...] = ()
    activity: Mapping[str, int] = {}
    downs: tuple[Down, ...] = ()
    fled: tuple[Who, ...] = ()
    bonus: Mapping[str, int] = {}
    winner: str = ""
    reason: str = ""
    guarded: tuple[str, ...] = ()
    leave: tuple[str, ...] = ()
    present: tuple[Who, ...] | UnsetType = UNSET
    broken: tuple[Broken, ...] | UnsetType = UNSET
    rescued: tuple[Who, ...] | UnsetType = UNSET
    unspent: Mapping[str, int] | UnsetType = UNSET
    civilians: Tidings | UnsetType = UNSET

    def die(self, who: Who) -> int | None:
        """The activity die reported for an erratic figure."""
        return self.activity.get(f"{who.warband}:{who.figure}")


class BattleResult(Struct, frozen=True):
    """Victory points by warband key and who won; ``overridden`` by the scenario.

    Without a winner it is a draw, or a warband alone has lost against figures that nobody led.
    """

    points: Mapping[str, int]
    winner: str | None
    computed: str | None
    overridden: bool


def unable(figure: Figure) -> str | None:
    """Return why an active figure cannot take part ("captive", "misses_battle", "not_paid"), or ``None`` if it can."""
    if figure.captive:
        return "captive"
    if figure.misses_next:
        return "misses_battle"
    if figure.contract and not figure.contract.paid_ahead:
        return "not_paid"
    return None


def lacks(warband: Warband) -> tuple[Rank, ...]:
    """Return the ranks without whom a warband fights only by the referee's leave: leader, henchman (ruling M297)."""
    return tuple(rank for rank in (Rank.LEADER, Rank.HENCHMAN) if not warband.of_rank(rank))


def needing_leave(warbands: Mapping[str, Warband]) -> tuple[str, ...]:
    """Return the keys of the warbands that fight only by the referee's leave (ruling M297)."""
    return tuple(key for key, warband in warbands.items() if lacks(warband))


def erratic(figure: Figure, catalogue: Catalogue) -> bool:
    """Tell whether the figure rolls a die before every battle and sits out on a 1 (ruling M260)."""
    return not catalogue.injuries_with("may_sit_out").isdisjoint(figure.injury_codes)


def guards_leader(figure: Figure, catalogue: Catalogue) -> bool:
    """Tell whether the figure is one who watches over its fallen leader (Musg, Garde du corps Troll)."""
    return figure.mercenary is not None and "carries_leader" in catalogue.mercenary(figure.mercenary).traits


def present(warbands: Mapping[str, Warband], report: Report) -> dict[str, tuple[int, ...]]:
    """Return the numbers of those who fought, by warband key."""
    absent = set(report.absent)
    there = None if report.present is UNSET else set(report.present)
    return {
        key: tuple(
            f.id
            for f in warband.active
            if unable(f) is None
            and Who(key, f.id) not in absent
            and (there is None or Who(key, f.id) in there)
            and not (erratic(f, warband.catalogue) and report.die(Who(key, f.id)) == 1)
        )
        for key, warband in warbands.items()
    }


def witnessed(warbands: Mapping[str, Warband], report: Report) -> tuple[Who, ...]:
    """Return who was there by a report about these warbands, as its ``present`` says it from then on."""
    fought = present(warbands, report)
    return tuple(Who(key, number) for key, numbers in fought.items() for number in numbers)


def problems(
    warbands: Mapping[str, Warband], report: Report, civilians: Collection[Civilian] | None = None
) -> list[Problem]:
    """Return every impossible entry of a report, each with the figure and the warband's key (``warband``).

    ``civilians`` are those whom the aliens keep; ``None`` where that is not known.
    """
    fought = {Who(key, number) for key, numbers in present(warbands, report).items() for number in numbers}
    found = [*_attendance(warbands, report)]
    out: set[Who] = set()
    for down in report.downs:
        if down.victim in out:
            found.append(_about("out_twice", warbands, down.victim))
        out.add(down.victim)
        if down.killed and down.captured:
            found.append(_about("captured_dead", warbands, down.victim))
        if down.victim not in fought and not _died_captive(warbands, down):
            found.append(_about("not_present", warbands, down.victim))
        if down.by is not None and down.by not in fought and not _somebody(warbands, down.by):
            found.append(_about("not_present", warbands, down.by))
        if down.by is not None and down.by.warband == down.victim.warband:
            found.append(_about("own_side", warbands, down.by))
    for who in report.fled:
        if who not in fought:
            found.append(_about("not_present", warbands, who))
        elif who in out:
            found.append(_about("fled_and_out", warbands, who))
    found += _wear(warbands, report)
    for who in report.rescued or ():
        kept = warbands[who.warband].captives if who.warband in warbands else ()
        if who.figure not in {figure.id for figure in kept}:
            found.append(_about("not_captive", warbands, who))
        if who in out:
            found.append(_about("rescued_dead", warbands, who))
    cards = frozenset().union(*(warband.catalogue.civilians for warband in warbands.values()))
    found += abducted.problems(report.civilians or Tidings(), civilians, cards)
    found += _claims(warbands, report, out)
    return _unique(found)


def _died_captive(warbands: Mapping[str, Warband], down: Down) -> bool:
    """Tell whether it is about a captive who died in a rescue, by nobody's hand (rulings M326, M330)."""
    warband = warbands.get(down.victim.warband)
    figure = warband.figure(down.victim.figure) if warband else None
    return figure is not None and figure.active and bool(figure.captive) and down.killed and down.by is None


def _wear(warbands: Mapping[str, Warband], report: Report) -> Iterator[Problem]:
    """Only vehicles of a warband in the battle lose structure, once each, and no more of it than they have."""
    seen: set[tuple[str, int]] = set()
    for one in report.broken or ():
        warband = warbands.get(one.warband)
        vehicle = warband.vehicle(one.vehicle) if warband else None
        about: dict[str, int | str] = {"warband": one.warband, "number": one.vehicle}
        if warband is None or vehicle is None or not vehicle.owned or (one.warband, one.vehicle) in seen:
            yield Problem("no_such_ride", None, about)
        elif not 0 < one.lost <= vehicle.structure(warband.catalogue):
            whole = vehicle.structure(warband.catalogue)
            most: dict[str, int | str] = {"name": vehicle.name, "value": one.lost, "most": whole}
            yield Problem("structure_lost", None, {**about, **most})
        seen.add((one.warband, one.vehicle))


def _somebody(warbands: Mapping[str, Warband], who: Who) -> bool:
    """Tell whether ``who`` is somebody, nobody knows who, of a warband in the battle."""
    return who.figure == UNKNOWN and who.warband in warbands


def _attendance(warbands: Mapping[str, Warband], report: Report) -> Iterator[Problem]:
    for who in report.absent:
        warband = warbands.get(who.warband)
        figure = warband.figure(who.figure) if warband else None
        if figure is None or not figure.active:
            yield _about("not_in_battle", warbands, who)
    for key, warband in warbands.items():
        for figure in warband.active:
            who = Who(key, figure.id)
            away = who in report.absent or (report.present is not UNSET and who not in report.present)
            if erratic(figure, warband.catalogue) and unable(figure) is None and not away:
                die = report.die(who)
                if die is None or not 1 <= die <= 6:
                    yield _about("activity_die", warbands, who)
    for key, warband in warbands.items():
        if warband.held_back:
            yield Problem("warband_held", None, {"warband": key, "name": warband.name})
    for key, numbers in present(warbands, report).items():
        if not numbers:
            yield Problem("nobody_present", None, {"warband": key, "name": warbands[key].name}, "ruling M297")
    for key, warband in warbands.items():
        for rank in lacks(warband) if key not in report.leave else ():
            params: dict[str, int | str] = {"warband": key, "name": warband.name, "rank": rank.value}
            yield Problem("needs_leave", None, params, "ruling M297")


def _claims(warbands: Mapping[str, Warband], report: Report, out: set[Who]) -> Iterator[Problem]:
    for key, points in report.bonus.items():
        if key not in warbands or not -BONUS_LIMIT <= points <= BONUS_LIMIT:
            yield Problem("bonus_points", None, {"warband": key, "value": points, "most": BONUS_LIMIT})
    for key in report.guarded:
        warband = warbands.get(key)
        fallen = [who.figure for who in out if who.warband == key]
        if warband is None or not can_be_guarded(warband, present=present(warbands, report)[key], fallen=fallen):
            yield Problem("not_guarded", None, {"warband": key}, "Musg, Garde du corps Troll")
    if report.winner not in ("", DRAW) and report.winner not in warbands:
        yield Problem("winner_not_in_battle", None, {"warband": report.winner})
    elif report.winner and not report.reason.strip():
        computed = _leader_of(_points(warbands, report)) or DRAW
        if report.winner != computed:
            yield Problem("reason_missing", None, {"item": "reason", "warband": computed}, "ruling M53")


def can_be_guarded(warband: Warband, *, present: Collection[int], fallen: Collection[int]) -> bool:
    """Tell whether a troll bodyguard who fought and still stood at the end could watch over the fallen leader."""
    leader = warband.leader
    trolls = (f.id for f in warband.active if guards_leader(f, warband.catalogue))
    return leader is not None and leader.id in fallen and any(t in present and t not in fallen for t in trolls)


def _about(code: str, warbands: Mapping[str, Warband], who: Who) -> Problem:
    warband = warbands.get(who.warband)
    figure = warband.figure(who.figure) if warband else None
    if warband is None or figure is None:
        return Problem("not_in_battle", who.figure, {"warband": who.warband, "name": ""})
    return Problem(code, who.figure, {"warband": who.warband, "name": figure.name, "item": who.warband})


def _unique(found: list[Problem]) -> list[Problem]:
    return list({(problem.code, problem.key, str(problem.params)): problem for problem in found}.values())


def _points(warbands: Mapping[str, Warband], report: Report) -> dict[str, int]:
    """Victory points: printed values for enemies put out, nothing for accidents (rulings M156, M157), plus bonuses."""
    unspent = report.unspent or {}
    points = {key: report.bonus.get(key, 0) + unspent.get(key, 0) for key in warbands}
    for down in report.downs:
        if down.by is not None and down.by.warband in points and down.by.warband != down.victim.warband:
            points[down.by.warband] += _worth(warbands, down.victim, warbands[down.by.warband].catalogue)
    return points


def _worth(warbands: Mapping[str, Warband], who: Who, catalogue: Catalogue) -> int:
    figure = warbands[who.warband].figure(who.figure) if who.warband in warbands else None
    return catalogue.victory_points[figure.fights_as if figure else Rank.EXTRA]


def _rank(warbands: Mapping[str, Warband], who: Who) -> Rank:
    figure = warbands[who.warband].figure(who.figure) if who.warband in warbands else None
    return figure.rank if figure else Rank.EXTRA


def unspent_bonus(unspent: Mapping[str, int], limits: Mapping[str, int], catalogue: Catalogue) -> dict[str, int]:
    """Return the victory points that each warband, by key, may add in a quick game, if its players agree.

    ``unspent`` are the warband points that nobody spent, which count one for one (ruling M28); nobody gets anything
    unless all were mustered to the same limit (ruling M354).
    """
    each = catalogue.unspent_victory_points if len(set(limits.values())) == 1 else 0
    return {key: each * max(0, points) for key, points in unspent.items()}


def quick_bonus(warbands: Mapping[str, Warband]) -> dict[str, int]:
    """Return the victory points that each warband's unspent points are worth in a quick game, if its players agree.

    Only what the muster left counts: a warband with a battle behind it has loot in its treasury, and then nobody is
    given anything, as where the limits differ (ruling M354). A warband alone has nobody to be compared with.
    """
    if len(warbands) < 2 or any(warband.record.battles for warband in warbands.values()):
        return dict.fromkeys(warbands, 0)
    return unspent_bonus(
        {key: warband.treasury for key, warband in warbands.items()},
        {key: warband.rules.points for key, warband in warbands.items()},
        next(iter(warbands.values())).catalogue,
    )


def _leader_of(points: Mapping[str, int]) -> str | None:
    best = max(points.values(), default=0)
    leading = [key for key, value in points.items() if value == best]
    return leading[0] if len(leading) == 1 else None


def result(warbands: Mapping[str, Warband], report: Report) -> BattleResult:
    """Return the victory points and the winner: the most points win, a tie is a draw (ruling M53).

    A warband alone against figures that nobody leads has won if one of its own stands in the end or left the table
    unhurt (ruling M325).
    """
    points = _points(warbands, report)
    computed = _leader_of(points) if len(warbands) != 1 else _survivor(warbands, report)
    winner = computed if not report.winner else None if report.winner == DRAW else report.winner
    return BattleResult(points, winner, computed, winner != computed)


def _survivor(warbands: Mapping[str, Warband], report: Report) -> str | None:
    lost = {down.victim for down in report.downs} | set(report.fled)
    fought = present(warbands, report)
    standing = (key for key, numbers in fought.items() if any(Who(key, number) not in lost for number in numbers))
    return next(standing, None)


def engagements(warbands: Mapping[str, Warband], report: Report, *, battle: str, title: str) -> dict[str, Engagement]:
    """Return what each warband brings home, by key; the report must have no problems."""
    final = result(warbands, report)
    fought = present(warbands, report)
    return {
        key: Engagement(
            battle=battle,
            title=title,
            outcome=outcome(final, key),
            victory_points=final.points[key],
            present=fought[key],
            foes=tuple(Foe(other, w.name) for other, w in warbands.items() if other != key) or (NOBODY,),
            casualties=tuple(
                Casualty(
                    down.victim.figure,
                    down.killed,
                    Foe(down.by.warband, warbands[down.by.warband].name) if down.by else None,
                    down.captured or UNSET,
                )
                for down in report.downs
                if down.victim.warband == key
            ),
            takedowns=tuple(
                Takedown(down.by.figure, _rank(warbands, down.victim))
                for down in report.downs
                if down.by and down.by.warband == key
            ),
            fled=tuple(dict.fromkeys(who.figure for who in report.fled if who.warband == key)),
            leader_guarded=key in report.guarded,
            damage=tuple(Damage(b.vehicle, b.lost) for b in report.broken or () if b.warband == key) or UNSET,
            rescued=tuple(dict.fromkeys(who.figure for who in report.rescued or () if who.warband == key)) or UNSET,
        )
        for key in warbands
    }


def outcome(final: BattleResult, key: str) -> Outcome:
    """Return how the battle ended for one of its warbands."""
    if final.winner is None:
        return Outcome.DREW if len(final.points) != 1 else Outcome.LOST
    return Outcome.WON if final.winner == key else Outcome.LOST
