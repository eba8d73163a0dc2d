"""``python -m engines musg battle``, ``simulate`` and ``random-battles``."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from functools import partial
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from engines.core.command import Answer, Command, at_least, mapped, read_text, seed_number, workers_argument
from engines.core.dice import SEED_BYTES, SeededDice
from engines.core.problems import Illegal, refuse
from engines.musg.battle.events import Event
from engines.musg.battle.game import Battle
from engines.musg.battle.modules import MODULES
from engines.musg.battle.setup import Setup
from engines.musg.scenarios import SCENARIOS, Scenario, library, miscast
from engines.musg.tactics import NAMES
from engines.musg.trials import battle_file, habits, playout, trial
from engines.musg.trials.playout import Share, Summary, Tally

CHUNKS: Final = 8


def seed_bytes(number: int) -> bytes:
    """Return the dice's seed for a number given on the command line."""
    return number.to_bytes(SEED_BYTES, "big")


def battle(options: Namespace) -> Answer:
    """Fight one battle with receipts and answer how it ended, with ``--log`` all that happened."""
    setup, names = _read(options)
    dice = SeededDice(seed_bytes(options.seed))
    fought = playout.fight(setup, names, dice, seed=options.seed)
    if options.json:
        return Answer(json.dumps(_as_json(fought, dice, with_log=options.log), ensure_ascii=False, indent=2))
    lines = [*(_line(fought, event) for event in fought.events), ""] if options.log else []
    return Answer("\n".join([*lines, *_ending(fought, names), f"seed hash {dice.commitment}"]))


def simulate(options: Namespace) -> Answer:
    """Fight many battles without receipts and answer the forecast."""
    setup, names = _read(options)
    tally = playout.blank(setup)
    each = max(1, -(-options.battles // (options.workers * CHUNKS)))
    parts = [(n, min(each, options.battles - n)) for n in range(0, options.battles, each)]
    work = partial(_part, setup, names, options.seed)
    for part in mapped(work, parts, options.workers):
        tally.merge(part)
    forecast = playout.summary(tally)
    if options.json:
        return Answer(msgspec.json.format(msgspec.json.encode(forecast)).decode())
    return Answer("\n".join(_forecast(setup, names, forecast)))


def random_battles(options: Namespace) -> Answer:
    """Fight random battles of random legal warbands, watching what must always hold. Status 1 if anything broke."""
    if options.habits:
        return _habits(options)
    done = actions = 0
    wrong: list[str] = []
    seeds = range(options.seed, options.seed + options.count)
    for one in mapped(trial.attempt, seeds, options.workers):
        done += 1
        actions += one.actions
        wrong += [f"seed {one.seed}: {fault}" for fault in one.faults]
        if options.progress and done % options.progress == 0:
            sys.stderr.write(f"{done} battles, {len(wrong)} faults\n")
            sys.stderr.flush()
    told = f"{done} battles, {actions} actions, {len(wrong)} faults"
    return Answer("\n".join([*wrong, told]), 1 if wrong else 0)


def _habits(options: Namespace) -> Answer:
    """Let captains fight the random battles, and answer what they made a habit of."""
    seeds = range(options.seed, options.seed + options.count)
    found = sum(mapped(habits.habits_of, seeds, options.workers), habits.Habits())
    return Answer(
        "\n".join(
            (
                f"{found.battles} battles of captains",
                f"{found.run_ups} moves ended at arm's length of who could be charged, {found.charges} charges",
                f"{found.returns} of {found.partings} moves after breaking off ended beside an enemy just left",
                f"{found.guarded} of {found.leaders} leaders who fell beside a troll were guarded",
                f"{found.late} of {found.hunters} hunters held back never came",
            )
        )
    )


def _part(setup: Setup, names: tuple[str, ...], seed: int, part: tuple[int, int]) -> Tally:
    return playout.simulate(setup, names, battles=part[1], seed=seed, first=part[0])


def _read(options: Namespace) -> tuple[Setup, tuple[str, ...]]:
    setup, names = battle_file.parse_battle(read_text(options.file))
    if options.scenario:
        setup = _staged(library()[options.scenario], setup)
    if options.module:
        setup = replace(setup, modules=tuple(options.module))
    return setup, tuple(options.player or names)


def _staged(scenario: Scenario, setup: Setup) -> Setup:
    """Return a setup's warbands in the roles of a scenario, in order."""
    if len(setup.sides) != len(scenario.sides):
        raise refuse("battle_sides", count=len(setup.sides), least=len(scenario.sides), most=len(scenario.sides))
    if found := miscast(scenario, setup.sides):
        raise Illegal(found)
    return scenario.setup(setup.sides, setup.rules)


def _as_json(fought: Battle, dice: SeededDice, *, with_log: bool) -> dict[str, Any]:
    answer: dict[str, Any] = {
        "outcome": msgspec.to_builtins(fought.outcome),
        "commitment": dice.commitment,
        "figures": [
            {
                "side": p.side,
                "number": p.number,
                "name": p.sheet.name,
                "hit_points": p.hp,
                "place": p.place.name.lower(),
            }
            for p in fought.pieces
        ],
    }
    if with_log:
        answer["log"] = msgspec.to_builtins(fought.log)
        answer["events"] = msgspec.to_builtins(fought.events)
    return answer


def _line(fought: Battle, event: Event) -> str:
    def name(uid: int | None) -> str:
        return "" if uid is None else fought.pieces[uid].sheet.name

    who = name(event.figure) or ("" if event.side is None else fought.bands[event.side].name)
    words = [f"{event.index:4} turn {event.turn}", event.kind.value, who]
    if event.target is not None:
        words.append(f"-> {name(event.target)}")
    words += [f"{key}={value}" for key, value in event.data.items() if key != "way" and value is not None]
    if event.rolls:
        words.append("dice " + " ".join("-".join(map(str, roll.faces)) for roll in event.rolls))
    return " ".join(word for word in [*words, f"[{event.rule}]"] if word)


def _ending(fought: Battle, names: tuple[str, ...]) -> Iterator[str]:
    outcome = fought.outcome
    if outcome is None:
        return
    for band, player, points in zip(fought.warbands, names, outcome.points, strict=True):
        scored = f", {band.scored} of them for the scenario" if fought.pursuit else ""
        yield f"{band.name} ({player}): {points} victory points{scored}"
        for piece in band.pieces:
            fate = piece.place.name.lower()
            left = f", {piece.hp} of {piece.sheet.hit_points} hit points" if piece.in_play else ""
            kept = ", carried off" if piece.uid in outcome.captured else ""
            yield f"  {piece.sheet.name}: {fate}{left}{kept}"
    for band in fought.bands[len(fought.warbands) :]:
        standing = sum(piece.in_play for piece in band.pieces)
        yield f"{band.name}: {len(band.pieces)} came, {standing} still stand"
    winner = "a draw" if outcome.winner is None else f"won by {fought.bands[outcome.winner].name}"
    yield f"{winner} after {outcome.turns} turns ({outcome.ending.value})"


def _forecast(setup: Setup, names: tuple[str, ...], found: Summary) -> Iterator[str]:
    yield f"{found.battles} battles, {found.average_turns:.1f} turns and {found.average_actions:.0f} actions on average"
    for number, side in enumerate(setup.sides):
        average = found.average_points[number]
        yield f"{side.name} ({names[number]}): wins {_share(found.wins[number])}, {average:.1f} victory points"
        spread = ", ".join(f"{points}: {times}" for points, times in found.points[number].items())
        yield f"  victory points: {spread}"
        for one in found.figures:
            if one.side == number:
                yield (
                    f"  {one.name}: out {one.out.value:.0%}, dead {one.dead:.0%}, fled {one.fled:.0%}, "
                    f"{one.lost:.1f} hit points lost"
                )
    yield f"draws {_share(found.draws)}"
    yield ", ".join(f"{ending}: {times}" for ending, times in found.endings.items())


def _share(share: Share) -> str:
    return f"{share.value:.1%} ({share.low:.1%} to {share.high:.1%})"


def _common(parser: ArgumentParser) -> None:
    parser.add_argument("file", metavar="SETUP.json", help="see engines/musg/trials/examples")
    parser.add_argument("--seed", type=seed_number, default=1, metavar="N", help="default: 1")
    parser.add_argument(
        "--player", action="append", choices=NAMES, help="for each side in order, instead of the file's players"
    )
    parser.add_argument(
        "--module", action="append", choices=sorted(MODULES), help="extra rules, instead of the file's; repeat for more"
    )
    parser.add_argument("--scenario", choices=SCENARIOS, help="a ready-made scenario: its table, aims and rules")
    parser.add_argument("--json", action="store_true", help="print JSON")


def _battle_arguments(parser: ArgumentParser) -> None:
    _common(parser)
    parser.add_argument("--log", action="store_true", help="print every event with its rule and dice")


def _simulate_arguments(parser: ArgumentParser) -> None:
    _common(parser)
    parser.add_argument("--battles", type=at_least(1), default=1000, metavar="N", help="default: 1000")
    workers_argument(parser)


def _random_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--count", type=at_least(1), default=10_000, metavar="N", help="default: 10000")
    parser.add_argument("--seed", type=seed_number, default=0, metavar="N", help="of the first battle, default: 0")
    parser.add_argument("--progress", type=at_least(0), default=500, metavar="N", help="tell after so many, 0: never")
    parser.add_argument(
        "--habits", action="store_true", help="let captains fight them and count what they make a habit of"
    )
    workers_argument(parser)


BATTLE: Final = Command("fight one battle and print how it ended", battle, _battle_arguments)
SIMULATE: Final = Command("fight many battles and print the forecast", simulate, _simulate_arguments)
RANDOM_BATTLES: Final = Command(
    "fight random battles of random legal warbands, checking what must hold", random_battles, _random_arguments
)
