"""``scripts/hostile``: many hostile requests to a database of its own, which is thrown away."""

from __future__ import annotations

import argparse
import logging
import os
import secrets
import sys
import tempfile
import time
from pathlib import Path


def main() -> int:
    """Answer 1 if anything was answered with a 5xx."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--requests", type=int, default=30_000)
    parser.add_argument("--seed", type=int, default=None)
    asked = parser.parse_args()
    seed = secrets.randbelow(10**6) if asked.seed is None else asked.seed
    with tempfile.TemporaryDirectory() as folder:
        os.environ.setdefault("DATABASE_URL", f"sqlite:///{Path(folder) / 'hostile.sqlite3'}")
        os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
        return storm(seed, asked.requests)


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def storm(seed: int, requests: int) -> int:
    import django

    django.setup()
    from django.db import connection, transaction
    from django.test.utils import setup_test_environment

    from tests.web.cast import As, cast
    from tests.web.hostile import Storm

    logging.disable(logging.CRITICAL)
    database = connection.settings_dict
    sqlite = database["ENGINE"].endswith("sqlite3")
    database["TEST"]["NAME"] = f"{database['NAME']}.test" if sqlite else f"test_hostile_{secrets.token_hex(6)}"
    setup_test_environment()
    connection.creation.create_test_db(verbosity=0, autoclobber=True)
    try:
        with transaction.atomic():
            began = time.monotonic()
            blown = Storm(cast(), seed, say)
            blown.look_around(As.VISITOR, As.OWNER, As.REFEREE, As.ADMIN)
            say(f"seed {seed}: {len(blown.targets)} targets, {len(blown.forms)} forms")
            told = blown.blow(requests)
            transaction.set_rollback(True)
        say(str(told))
        say(f"{time.monotonic() - began:.0f} s")
    finally:
        connection.creation.destroy_test_db(database["NAME"], verbosity=0)
    return 1 if told.faults else 0


if __name__ == "__main__":
    sys.exit(main())
