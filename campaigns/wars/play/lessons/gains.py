"""What would come of the lesson's last battle in a campaign: told by the aftermath itself."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from campaigns.wars.play.lessons.bands import OWN_KEY, rosters
from engines.core.dice import SEED_BYTES, SeededDice
from engines.musg import aftermath, report
from engines.musg.aftermath import Stage
from engines.musg.battle.game import Battle
from rosters.wording import event_sentence

SEED: Final = 1
"""Of the dice for those who were put out of action."""


def gains_of(battle: Battle) -> tuple[str, ...]:
    """Return, in sentences, who of the learner's would come back from the battle, and with what experience."""
    warbands = rosters()
    brought = report.engagements(warbands, battle.report(), battle="lesson", title="")[OWN_KEY]
    dice = SeededDice(SEED.to_bytes(SEED_BYTES, "big"))
    after = aftermath.resolve(replace(warbands[OWN_KEY], engagement=brought), dice)
    return tuple(
        [event_sentence(one.code, one.params, after.warband.catalogue) for one in after.steps if one.stage in _TOLD]
    )


_TOLD: Final = (Stage.RETURN, Stage.EXPERIENCE)
