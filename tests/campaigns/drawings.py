"""How often a part that several readers share was drawn."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from club import shared_drawing

Drawings = Callable[[], int]


def counted(monkeypatch: pytest.MonkeyPatch) -> Drawings:
    """Keep what is drawn for several, however slow this machine is; the answer tells how often they drew something."""
    monkeypatch.setattr(shared_drawing, "SECONDS", 1e6)
    count = [0]
    draw = shared_drawing.render_to_string

    def drawing(*args: object, **more: object) -> str:
        count[0] += 1
        html: str = draw(*args, **more)
        return html

    monkeypatch.setattr(shared_drawing, "render_to_string", drawing)
    return lambda: count[0]
