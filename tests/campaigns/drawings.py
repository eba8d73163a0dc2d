"""How often a part that several readers share was drawn."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType

import pytest

from club import drawn

Drawings = Callable[[], int]


def counted(monkeypatch: pytest.MonkeyPatch, fragments: ModuleType) -> Drawings:
    """Keep what these fragments draw, however slow this machine is; the answer tells how often they drew something."""
    monkeypatch.setattr(drawn, "SECONDS", 1e6)
    count = [0]
    draw = fragments.render_to_string

    def drawing(*args: object, **more: object) -> str:
        count[0] += 1
        html: str = draw(*args, **more)
        return html

    monkeypatch.setattr(fragments, "render_to_string", drawing)
    return lambda: count[0]
