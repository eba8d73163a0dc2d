"""How much chance is tried: a little while one works, more in CI, all of it in ``make marathon``.

``make test`` and ``make quick`` try enough to notice a mistake in minutes. With ``CI`` set (``make test-all``) it is
more, and of what takes long a tenth, always with the same seeds. With ``MARATHON`` set (``make marathon``) it is all.
"""

import os

MARATHON = bool(os.environ.get("MARATHON"))
THOROUGH = MARATHON or bool(os.environ.get("CI"))


def often(marathon: int, in_ci: int, else_: int | None = None) -> int:
    """The number of games, battles or examples to try; what is marked ``marathon`` runs nowhere ``else_``."""
    if MARATHON:
        return marathon
    return in_ci if THOROUGH or else_ is None else else_
