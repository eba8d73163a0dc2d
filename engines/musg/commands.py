"""The commands of ``python -m engines musg``."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Mapping
from typing import Final

from engines.core.command import Answer, Command
from engines.musg.catalogue import CATALOGUE


def catalogue(_: Namespace) -> Answer:
    """Answer the whole catalogue as JSON, in printed order."""
    return Answer(json.dumps(CATALOGUE.as_json(), ensure_ascii=False, indent=2))


COMMANDS: Final[Mapping[str, Command]] = {
    "catalogue": Command("print every table of the rulebook as JSON", catalogue),
}
