"""The site in a process of its own, with an environment of its own."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
KEY = "kept-by-nobody-else-0123456789-abcdefghijklmnopqrstuvwxyz"
# What a webmaster sets; nothing of the developer's own environment reaches the site under test.
PRODUCTION = {
    "SECRET_KEY": KEY,
    "ALLOWED_HOSTS": "club.example",
    "EMAIL_URL": "smtp+tls://club:secret@mail.club.example",
    "DEFAULT_FROM_EMAIL": "club@club.example",
}
PATIENCE = 300
KEPT = ("PATH", "HOME", "LANG", "LD_LIBRARY_PATH", "TMPDIR")


def environment(var: Path, **variables: str) -> dict[str, str]:
    kept = {name: os.environ[name] for name in KEPT if name in os.environ}
    return {**kept, "VAR_DIR": str(var), **variables}


def manage(var: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run ``manage.py`` to its end. How long that takes says more about the machine than about the site."""
    return subprocess.run(
        [sys.executable, str(ROOT / "manage.py"), *arguments],
        env=environment(var, PYTHONWARNINGS="default", **variables),
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
