"""Which games there are, the commands of each, and their score pads.

A new game adds one line to ``GAMES``. A command that belongs to no game stands in ``COMMANDS``. A game whose score can
be kept at a real table has one line in ``SCORES``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engines import badass_force, baf, bagarre, bebop
from engines.badass_force import commands as badass_force_commands
from engines.badass_force.score.game import GAME as BADASS_FORCE_SCORE
from engines.baf import commands as baf_commands
from engines.baf.score.game import GAME as BAF_SCORE
from engines.bagarre import commands as bagarre_commands
from engines.bagarre.score.game import GAME as BAGARRE_SCORE
from engines.bebop import commands as bebop_commands
from engines.bebop.score.game import GAME as BEBOP_SCORE
from engines.core.command import Command
from engines.core.proof import Replayable
from engines.core.score import ScoreGame
from engines.core.score_command import score_command
from engines.core.tournament_command import tournament_command
from engines.core.verify import verify_command
from engines.evenings.planner import PlanDraw
from engines.musg import commands as musg
from engines.pairing import Draw

SCORES: Final[Mapping[str, ScoreGame[Any, Any]]] = {
    "bagarre": BAGARRE_SCORE,
    "badass_force": BADASS_FORCE_SCORE,
    "baf": BAF_SCORE,
    "bebop": BEBOP_SCORE,
}

GAMES: Final[Mapping[str, Mapping[str, Command]]] = {
    "musg": musg.COMMANDS,
    **{
        name: {
            **commands.COMMANDS,
            "score": score_command(SCORES[name]),
            "tournament": tournament_command(commands.SHELL),
        }
        for name, commands in (
            ("bagarre", bagarre_commands),
            ("badass_force", badass_force_commands),
            ("baf", baf_commands),
            ("bebop", bebop_commands),
        )
    },
}

PROVABLE: Final[Mapping[str, Replayable]] = {
    game.CODE: game for game in (bagarre.Game, bebop.Game, badass_force.Game, baf.Game)
}
"""The card games whose proofs ``verify`` can play again."""

DRAWN: Final[Mapping[str, Replayable]] = {draw.CODE: draw for draw in (Draw, PlanDraw)}
"""What else was drawn from a seed and can be drawn again."""

COMMANDS: Final[Mapping[str, Command]] = {
    "verify": verify_command({**PROVABLE, **DRAWN}),
}
