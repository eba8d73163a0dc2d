"""How much chance is tried: a little while one works, all of it in ``make marathon``, in CI what fits into its minutes.

``make test`` and ``make quick`` try enough to notice a mistake in minutes. With ``CI`` set (``make test-all``) it is as
much of what the sources do, always with the same seeds; what the compiled engines do, which takes a fraction of the
time, is tried more often (``scripts/compiled/check``), and of what takes long a tenth at most. With ``MARATHON`` set
(``make marathon``) it is all.
"""

import os

MARATHON = bool(os.environ.get("MARATHON"))
THOROUGH = MARATHON or bool(os.environ.get("CI"))
COMPILED = bool(os.environ.get("COMPILED_ENGINES"))


def often(marathon: int, in_ci: int, else_: int | None = None) -> int:
    """The number of games, battles or examples to try; what is marked ``marathon`` runs nowhere ``else_``."""
    if MARATHON:
        return marathon
    return in_ci if (THOROUGH and COMPILED) or else_ is None else else_
