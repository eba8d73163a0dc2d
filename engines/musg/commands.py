"""The commands of ``python -m engines musg``."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from engines.core.command import Answer, Command, read_text
from engines.core.documents import first_told
from engines.core.problems import Malformed
from engines.core.verify import file_argument
from engines.musg import journal, transfer
from engines.musg.attacks.odds_command import ODDS, ODDS_CHECK
from engines.musg.catalogue.export import as_json
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.trials.battle_commands import BATTLE, RANDOM_BATTLES, SIMULATE
from engines.musg.weighing.command import WEIGH, WEIGH_ALL


def catalogue(_: Namespace) -> Answer:
    """Answer the whole catalogue as JSON, in printed order."""
    return Answer(json.dumps(as_json(CATALOGUE), ensure_ascii=False, indent=2))


def replay(options: Namespace) -> Answer:
    """Answer the roster of a warband file as JSON (status 0), what the rules forbid in it (1), or why not (2)."""
    try:
        file = transfer.read_text(read_text(options.file))
    except transfer.MalformedFile as unreadable:
        return Answer("\n".join(first_told(f"cannot be read: {fault}" for fault in unreadable.faults)), 2)
    except (Malformed, OSError) as unreadable:
        return Answer(f"cannot be read: {unreadable}", 2)
    warband, found = transfer.open_file(file)
    if found or warband is None:
        return Answer("\n".join(first_told(_lines(found))), 1)
    return Answer(json.dumps(journal.encode(warband), ensure_ascii=False, indent=2))


def _lines(found: Iterable[transfer.FileProblem]) -> Iterator[str]:
    for one in found:
        place = "setup" if one.position is None else f"entry {one.position}"
        for problem in one.problems:
            details = ", ".join(f"{name} {value}" for name, value in problem.params.items())
            about = f", figure {problem.figure}" if problem.figure is not None else ""
            rule = f" [{problem.rule}]" if problem.rule else ""
            yield f"{place}{about}: {problem.code}{f' ({details})' if details else ''}{rule}"


COMMANDS: Final[Mapping[str, Command]] = {
    "catalogue": Command("print every table of the rulebook as JSON", catalogue),
    "replay": Command("print the roster of an exported warband file, or all its problems", replay, file_argument),
    "battle": BATTLE,
    "simulate": SIMULATE,
    "random-battles": RANDOM_BATTLES,
    "odds": ODDS,
    "odds-check": ODDS_CHECK,
    "weigh": WEIGH,
    "weigh-all": WEIGH_ALL,
}
