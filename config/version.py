"""Which version of the site this is."""

import tomllib

from django.conf import settings


def version() -> str:
    """Return the site's own version, as pyproject.toml tells it."""
    with (settings.BASE_DIR / "pyproject.toml").open("rb") as file:
        return str(tomllib.load(file)["project"]["version"])
