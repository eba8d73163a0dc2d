"""What the compiler of the optional wheel is told about a class (CONTRIBUTING, Compiled engines); nothing in Python."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr as mypyc_attr
else:

    def mypyc_attr(**_: object) -> Callable[[type], type]:
        """Return the class as it is."""
        return lambda kind: kind
