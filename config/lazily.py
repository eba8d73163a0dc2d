"""Modules of others that are large and seldom needed: loaded when something of them is asked for, not when imported."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import LazyLoader, find_spec
from types import ModuleType
from typing import Final

SELDOM: Final = frozenset({"allauth.mfa.webauthn.internal.auth", "smtplib"})
"""Passkeys: ``fido2``, ``cryptography`` and all domains of the world take a tenth of a process's memory. Mail servers
are a worker's business.

Whoever imports one of these must do so as a whole (``from package import module``) and use it in functions alone.
"""


class _Finder(MetaPathFinder):
    def __init__(self, names: frozenset[str]) -> None:
        self._names = set(names)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname not in self._names:
            return None
        self._names.discard(fullname)  # so that the others are asked now
        spec = find_spec(fullname)
        if spec is not None and spec.loader is not None:
            spec.loader = LazyLoader(spec.loader)
        return spec


def put_off(names: frozenset[str] = SELDOM) -> None:
    """Load these modules when something of them is asked for. Before anything imports them."""
    sys.meta_path.insert(0, _Finder(names))
