"""A small typed reader of environment variables that refuses odd values.

A refusal names the variable, the value found and what is accepted, so that a webmaster can mend it without
reading code. Values that may hold a password are never repeated in full.
"""

from collections.abc import Mapping, Sequence
from urllib.parse import SplitResult, urlsplit, urlunsplit

from django.core.exceptions import ImproperlyConfigured

TRUE_WORDS = ("1", "true", "yes", "on")
FALSE_WORDS = ("0", "false", "no", "off")


class OddValue(ImproperlyConfigured):
    """An environment variable is missing or holds something the site cannot work with."""

    def __init__(self, name: str, value: str | None, accepted: str) -> None:
        self.name, self.value, self.accepted = name, value, accepted
        found = "is not set" if value is None else f"is {value!r}"
        super().__init__(f"The environment variable {name} {found}; accepted: {accepted}.")


def without_password(address: str) -> str:
    """The address with its password replaced by ``***``, fit for a message or a log."""
    try:
        parts = urlsplit(address)
        password = parts.password
    except ValueError:
        return "(an address that cannot be read)"
    if not password:
        return address
    user, _, host = parts.netloc.rpartition("@")
    return urlunsplit(parts._replace(netloc=f"{user.partition(':')[0]}:***@{host}"))


class Env:
    """Reads one mapping, normally ``os.environ``. An empty value counts as not set."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        self.environ = environ

    def found(self, name: str) -> str | None:
        """The trimmed value, or None where the variable is absent or empty."""
        return self.environ.get(name, "").strip() or None

    def text(self, name: str, default: str) -> str:
        return self.found(name) or default

    def flag(self, name: str, *, default: bool) -> bool:
        value = self.found(name)
        if value is None:
            return default
        if value.lower() in TRUE_WORDS:
            return True
        if value.lower() in FALSE_WORDS:
            return False
        raise OddValue(name, value, f"{', '.join(TRUE_WORDS)} or {', '.join(FALSE_WORDS)}")

    def integer(self, name: str, *, default: int, least: int, most: int) -> int:
        value = self.found(name)
        if value is None:
            return default
        if value.isascii() and value.isdigit() and least <= int(value) <= most:
            return int(value)
        raise OddValue(name, value, f"a whole number from {least} to {most}")

    def choice(self, name: str, accepted: Sequence[str], *, default: str) -> str:
        value = self.found(name)
        if value is None:
            return default
        if value in accepted:
            return value
        raise OddValue(name, value, " or ".join(accepted))

    def words(self, name: str) -> list[str]:
        """The comma-separated parts, trimmed, without empty ones."""
        return [part.strip() for part in (self.found(name) or "").split(",") if part.strip()]

    def address(self, name: str, schemes: Sequence[str], *, default: str) -> SplitResult:
        """The value as a URL with one of ``schemes``; its port, where there is one, is a real port."""
        value = self.found(name) or default
        accepted = "an address beginning with " + " or ".join(f"{scheme}://" for scheme in schemes)
        try:
            parts = urlsplit(value)
            port = parts.port
        except ValueError as error:
            raise OddValue(name, without_password(value), f"{accepted} ({error})") from None
        if parts.scheme not in schemes or "://" not in value or port == 0:
            raise OddValue(name, without_password(value), accepted)
        return parts
