"""What Badass Force brings to a tournament: everybody holds the same characters, so that their use is compared."""

from __future__ import annotations

from typing import Final

from engines.badass_force.commands import SHELL
from engines.core.tournament import Contest

CONTEST: Final = Contest(shell=SHELL, heroes=("announced", "executed"))
