"""System checks for whoever puts the site on the net: ``manage.py check --deploy``."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Warning as Advice, register

from config.env import Env
from config.services import mail_server


@register("mail", deploy=True)
def mail_settings(app_configs: Sequence[AppConfig] | None = None, **_: Any) -> list[CheckMessage]:
    """Name the mail settings that a site on the net should not leave to their defaults."""
    env = Env(os.environ)
    found: list[CheckMessage] = []
    address = env.found("EMAIL_URL")
    if address is None:
        server = mail_server(settings.MAILERS)
        place = f"{server[0]}:{server[1]}" if server else "the terminal"
        found.append(
            Advice(
                f"EMAIL_URL is not set: mails go to {place}.",
                hint="Name your mail server: smtp+tls://USER:PASSWORD@HOST:587. Forgotten passwords need it.",
                id="config.W001",
            )
        )
    elif address.startswith("console://"):
        found.append(
            Advice(
                "EMAIL_URL is console://: nobody gets the mails of this site.",
                hint="Name your mail server: smtp+tls://USER:PASSWORD@HOST:587.",
                id="config.W002",
            )
        )
    if env.found("DEFAULT_FROM_EMAIL") is None:
        found.append(
            Advice(
                f"DEFAULT_FROM_EMAIL is not set: mails come from {settings.DEFAULT_FROM_EMAIL}.",
                hint="Name an address that your mail server may send from, and that somebody reads.",
                id="config.W003",
            )
        )
    return found


@register("https", deploy=True)
def https_settings(app_configs: Sequence[AppConfig] | None = None, **_: Any) -> list[CheckMessage]:
    """Name what a site without HTTPS gives up."""
    if settings.DEBUG or settings.SECURE_SSL_REDIRECT:
        return []
    return [
        Advice(
            "SECURE_SSL_REDIRECT is off: passwords and cookies go through the network as anybody there can read them.",
            hint="Leave it on, behind a proxy that speaks HTTPS; off is for trying out on a network of your own.",
            id="config.W005",
        )
    ]


@register("translations", deploy=True)
def translations_are_compiled(app_configs: Sequence[AppConfig] | None = None, **_: Any) -> list[CheckMessage]:
    """Name the translations that would show in parts only, or not at all."""
    return [
        Advice(
            f"{source.relative_to(settings.BASE_DIR)} is not compiled, or has changed since.",
            hint="scripts/bootstrap compiles it.",
            id="config.W004",
        )
        for folder in settings.LOCALE_PATHS
        for source in sorted(Path(folder).glob("*/LC_MESSAGES/*.po"))
        if not _is_compiled(source)
    ]


def _is_compiled(source: Path) -> bool:
    target = source.with_suffix(".mo")
    return target.exists() and target.stat().st_mtime >= source.stat().st_mtime
