"""What is large and asked for by its code: made when somebody asks for it, and kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache


class OnDemand[V](Mapping[str, V]):
    """Values by their codes, each made when it is first asked for; codes are known without."""

    def __init__(self, makers: Mapping[str, Callable[[], V]]) -> None:
        self._makers = {code: cache(make) for code, make in makers.items()}

    def __getitem__(self, code: str) -> V:
        return self._makers[code]()

    def __contains__(self, code: object) -> bool:
        return code in self._makers

    def __iter__(self) -> Iterator[str]:
        return iter(self._makers)

    def __len__(self) -> int:
        return len(self._makers)

    def load(self) -> None:
        """Make all of them now."""
        for make in self._makers.values():
            make()
