"""What must be learned before a skill (Musg, Tableau des améliorations)."""

from __future__ import annotations

from engines.musg.catalogue import Catalogue


def prerequisites(code: str, catalogue: Catalogue) -> dict[str, None]:
    """Return what must be learned before a skill, in an order in which it can be."""
    found: dict[str, None] = {}
    _gather(code, catalogue, found)
    return found


def _gather(code: str, catalogue: Catalogue, found: dict[str, None]) -> None:
    """Look at each but once: of forty skills that all need those before them the ways to the first are without end."""
    for need in catalogue.skill(code).requires:
        if need not in found:
            _gather(need, catalogue, found)
            found[need] = None
