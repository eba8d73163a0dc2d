"""How much chance is tried: with ``CI`` set as much as ever, elsewhere enough to notice a mistake in minutes.

``CI=true make test`` (or ``make test-all``) tries everything on any machine.
"""

import os

THOROUGH = bool(os.environ.get("CI"))


def often(in_ci: int, else_: int) -> int:
    """The number of games, battles or examples to try: ``in_ci`` where the run is thorough, else ``else_``."""
    return in_ci if THOROUGH else else_
