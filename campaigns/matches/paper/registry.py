"""The score sheets, by the code of the game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from campaigns.matches.paper.badass_force import BadassForceSheet
from campaigns.matches.paper.baf import BafSheet
from campaigns.matches.paper.bagarre import BagarreSheet
from campaigns.matches.paper.bebop import BebopSheet
from campaigns.matches.paper.parts import ScoreSheet

SHEETS: Final[Mapping[str, ScoreSheet]] = {
    sheet.code: sheet for sheet in (BagarreSheet(), BadassForceSheet(), BafSheet(), BebopSheet())
}
