"""The cache of this process's own memory, and the one in Redis: in memory again while Redis is away, as nobody is shut
out by a cache.

What is counted there (wrong passwords and codes) is then counted by each web process for itself.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Any, Final

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.filebased import FileBasedCache
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

PAUSE: Final = 1.0
"""Seconds until Redis is asked again after it has not answered."""
QUICK: Final = {
    # Seconds; and tried a second time, as a connection of before a restart is dead.
    "socket_timeout": 0.5,
    "socket_connect_timeout": 0.5,
    "retry": Retry(NoBackoff(), 1),
}

log = logging.getLogger(__name__)


class _Line:
    """Whether Redis answers, for all threads: each has a backend of its own."""

    ask_at = 0.0
    is_down = False


LINES: Final[dict[str, _Line]] = {}


def _steadily(name: str) -> Callable[..., Any]:
    asked = getattr(RedisCache, name)
    instead = getattr(LocMemCache, name)

    def call(self: SteadyCache, *arguments: Any, **options: Any) -> Any:
        line = self.line
        if line.is_down and time.monotonic() < line.ask_at:
            return instead(self.memory, *arguments, **options)
        try:
            answer = asked(self, *arguments, **options)
        except RedisError as error:
            if not line.is_down:
                log.warning("The cache is away, each process uses its own: %s", error)
            line.ask_at = time.monotonic() + PAUSE
            line.is_down = True
            return instead(self.memory, *arguments, **options)
        if line.is_down:
            line.is_down = False
            log.warning("The cache answers again.")
        return answer

    call.__name__ = name
    call.__doc__ = f"As Django's ``{name}``."
    return call


class SteadyCache(RedisCache):
    """Django's, which raises nothing of Redis's own."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, {**params, "OPTIONS": {**QUICK, **params.get("OPTIONS", {})}})
        self.line = LINES.setdefault(str(server), _Line())
        self.memory = LocMemCache("while-redis-is-away", {"KEY_PREFIX": params.get("KEY_PREFIX", "")})

    add = _steadily("add")
    get = _steadily("get")
    set = _steadily("set")
    touch = _steadily("touch")
    delete = _steadily("delete")
    get_many = _steadily("get_many")
    set_many = _steadily("set_many")
    delete_many = _steadily("delete_many")
    has_key = _steadily("has_key")
    incr = _steadily("incr")
    clear = _steadily("clear")


CODES: Final = "allauth.idp.oidc."
"""How the keys of codes begin that another site fetches tokens for: it is asked for by whichever process is free."""


class HomeCache(LocMemCache):
    """Django's, of which each process has its own; but for codes, which one leaves for another in files of a minute."""

    def __init__(self, name: str, params: dict[str, Any]) -> None:
        options = dict(params.get("OPTIONS", {}))
        folder = options.pop("SHARED")
        super().__init__(name, {**params, "OPTIONS": options})
        self.shared = FileBasedCache(folder, {"KEY_PREFIX": params.get("KEY_PREFIX", "")})

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        """As Django's ``get``."""
        if str(key).startswith(CODES):
            return self.shared.get(key, default, version)
        return super().get(key, default, version)

    def set(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> None:
        """As Django's ``set``."""
        if str(key).startswith(CODES):
            self.shared.set(key, value, timeout, version)
        else:
            super().set(key, value, timeout, version)

    def delete(self, key: Any, version: int | None = None) -> bool:
        """As Django's ``delete``."""
        if str(key).startswith(CODES):
            return self.shared.delete(key, version)
        return super().delete(key, version)
