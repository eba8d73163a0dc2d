"""``copy``: what another card in play says."""

from __future__ import annotations

from typing import Any, ClassVar

from engines.core.effects.reading import walk
from engines.core.effects.steps import Step, UnderWay


class Copy(Step, frozen=True, tag="copy"):
    """The holder does the text of another card in play as if it were this one's; never that of a card that copies."""

    literal: ClassVar[bool] = True

    def apply(self, host: Any, way: UnderWay) -> None:
        """Ask which, and go on in its steps."""
        own = host.book.number[way.card]
        ways = [
            f"copy {host.book.codes[card]}"
            for card in dict.fromkeys(host.played)
            if card != own and host.book.texts[card].play and not copies(host.book.texts[card].play)
        ]
        if not ways:
            host.skipped(way, self)
            return
        code = way.ask(host, way.seat, tuple(ways))
        if code is not None:
            way.go_into(host.book.texts[host.book.number[code.partition(" ")[2]]].play)


def copies(steps: tuple[Step, ...]) -> bool:
    """Tell whether steps copy another card."""
    return any(isinstance(step, Copy) for step in walk(steps))
