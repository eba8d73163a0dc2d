"""The image, compose.yaml and the systemd units: what they name exists, and they start what docs/operating.md says.

Where a container engine runs, .ci/run builds the image as well.
"""

from __future__ import annotations

import json
import re
import shlex
import shutil
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.management import get_commands

from config.env import Env
from config.services import PARTS, database
from tests.config.site import PRODUCTION, ROOT, environment
from tests.config.test_serve import port

__all__ = ["port"]

UNITS = ROOT / "docs/systemd"
OPERATING = ROOT / "docs/operating.md"
HOME = "/opt/arriere-ban/"
PLACE_OPTIONS = {"--bind", "--hostname"}
"""What a place adds to a command: where it listens, what it is called there."""
ANYONES = {"POSTGRES_USER", "POSTGRES_DB", "POSTGRES_PASSWORD"}
"""What the database's own image reads."""


def told_commands() -> set[str]:
    """What docs/operating.md has operators start, without containers and units."""
    text = OPERATING.read_text().partition("\n## Going live\n")[2].partition("\n### By container\n")[0]
    lines = [line.partition("  #")[0] for line in re.findall(r"^    (.*)$", text, re.M)]
    return {part.strip() for line in lines for part in line.split("&&") if part.strip().startswith(".venv/bin/")}


def bare(words: list[str]) -> str:
    """A command as docs/operating.md would say it: from the site's folder, without what its place adds."""
    kept: list[str] = []
    for word, before in zip(words, [None, *words], strict=False):
        if word not in PLACE_OPTIONS and before not in PLACE_OPTIONS:
            kept.append(word.removeprefix(HOME))
    return " ".join(kept)


def compose() -> dict[str, Any]:
    return dict(yaml.safe_load((ROOT / "compose.yaml").read_text()))


def instructions(name: str) -> list[str]:
    """What follows an instruction of the Containerfile, a line each."""
    text = re.sub(r"^#.*\n", "", (ROOT / "Containerfile").read_text(), flags=re.M).replace("\\\n", " ")
    return [line.partition(" ")[2] for line in text.splitlines() if line.startswith(f"{name} ")]


def units() -> dict[str, str]:
    return {path.name: path.read_text() for path in sorted(UNITS.rglob("*")) if path.is_file()}


def started_by_units() -> list[str]:
    return [
        bare(shlex.split(line)) for text in units().values() for line in re.findall(r"^ExecStart=(.*)$", text, re.M)
    ]


# One truth about commands


def test_units_start_what_operators_are_told() -> None:
    started = {line for line in started_by_units() if line.startswith(".venv/bin/")}
    assert started <= told_commands()
    assert {line.split()[0].rpartition("/")[2] for line in started} == {"gunicorn", "celery", "python"}


def test_containers_start_what_operators_are_told() -> None:
    services = compose()["services"]
    [of_image] = [bare(json.loads(line)) for line in instructions("CMD")]
    started = {name: bare(shlex.split(services[name]["command"])) for name in ("worker", "migrate")}
    assert {of_image, *started.values()} <= told_commands()
    assert "command" not in services["web"], "it starts what the image starts"
    assert services["worker"]["deploy"]["replicas"] == 2


def test_commands_of_the_site_that_are_named_exist() -> None:
    texts = [*units().values(), (ROOT / "compose.yaml").read_text(), (ROOT / "Containerfile").read_text()]
    named = {name for text in texts for name in re.findall(r"python manage\.py ([a-z_]+)", text)}
    assert {"migrate", "collectstatic", "backup"} <= named
    assert named <= get_commands().keys()


# One truth about variables


def told_variables() -> set[str]:
    table = OPERATING.read_text().partition("| variable | meaning |")[2].partition("\n\n")[0]
    return {name for line in table.splitlines()[2:] for name in re.findall(r"`([A-Z_]+)`", line.split("|")[1])}


def test_operating_tells_of_every_variable_that_is_read() -> None:
    sources = "".join(path.read_text() for path in sorted((ROOT / "config").rglob("*.py")))
    read = r"env\.(?:found|text|flag|integer|choice|words|address)\(\s*[\"']([A-Z_]+)|^    name = \"([A-Z_]+)\"$"
    found = {one or other for one, other in re.findall(read, sources, re.M)}
    found |= {"SIGN_IN_DISCORD", "SIGN_IN_GOOGLE", *(f"SIGN_IN_OIDC_KEY_{part}" for part in PARTS)}
    assert found == told_variables()


def test_only_variables_that_are_read_are_set() -> None:
    example = (ROOT / "docs/site.env.example").read_text()
    set_there = set(re.findall(r"^#?([A-Z_]+)=", example.replace("_OIDC_CLUB_", "_OIDC_KEY_"), re.M))
    services = compose()["services"]
    in_compose = {name for service in services.values() for name in service.get("environment", {})}
    in_units = {name for text in units().values() for name in re.findall(r"^Environment=([A-Z_]+)=", text, re.M)}
    in_image = {name for line in instructions("ENV") for name in re.findall(r"([A-Z_]+)=", line)}
    assert set_there - ANYONES <= told_variables()
    assert in_compose - ANYONES <= told_variables()
    assert in_units <= told_variables()
    assert {name for name in in_image if not name.startswith(("PIP_", "PYTHON"))} <= told_variables()


def test_addresses_of_the_example_are_taken() -> None:
    example = (ROOT / "docs/site.env.example").read_text()
    found = dict(re.findall(r"^#?([A-Z_]+)=(.*)$", example, re.M))
    assert found["SECRET_KEY"] == found["POSTGRES_PASSWORD"] == "", "nobody goes live with a secret from here"
    assert database(Env(found), Path("/nowhere"))["NAME"] == "arriere_ban"
    inside = compose()["services"]["web"]["environment"]["DATABASE_URL"]
    filled = re.sub(r"\$\{POSTGRES_PASSWORD:[^}]*\}", "secret", inside)
    assert database(Env({"DATABASE_URL": filled}), Path("/nowhere"))["HOST"] == "database"


# The image


def copied() -> list[str]:
    """What goes from this folder into the image."""
    lines = [shlex.split(line) for line in instructions("COPY") if "--from" not in line]
    return [source for line in lines for source in line[:-1]]


def test_the_builder_is_given_what_is_copied_and_nothing_else() -> None:
    ignored = [line for line in (ROOT / ".dockerignore").read_text().splitlines() if line and line[0] != "#"]
    assert ignored[0] == "*"
    assert {line[1:] for line in ignored if line.startswith("!")} == set(copied())
    assert [source for source in copied() if not (ROOT / source).exists()] == []


def test_the_image_has_the_python_that_the_tests_run_on_and_only_what_is_locked() -> None:
    version = (ROOT / ".python-version").read_text().strip()
    assert {line.split()[0] for line in instructions("FROM")} == {f"docker.io/library/python:{version}-slim"}
    installs = [line for line in instructions("RUN") if "install " in line and "pip" in line]
    assert len(installs) == 1
    assert "--no-deps --require-hashes --requirement requirements.txt" in installs[0]
    assert not re.search(r"apt|curl|wget|npm|git ", " ".join(instructions("RUN")))


def test_the_image_runs_as_nobody_in_particular_and_holds_no_secret() -> None:
    assert instructions("USER") == ["10001:10001"]
    assert not re.search(r"SECRET|PASSWORD|TOKEN|DSN", " ".join(instructions("ENV") + instructions("ARG")))
    [health] = instructions("HEALTHCHECK")
    assert "http://127.0.0.1:8000/healthz" in health
    assert "0.0.0.0:8000" in instructions("CMD")[0]


@pytest.mark.slow
def test_what_is_copied_is_the_whole_site(tmp_path: Path) -> None:
    """What the builder does with it, done here: translations, static files, every module of a web process."""
    app = tmp_path / "app"
    for source in copied():
        target = app / source
        target.parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / source).is_dir():
            shutil.copytree(ROOT / source, target, ignore=shutil.ignore_patterns("__pycache__", "*.mo"))
        else:
            shutil.copy2(ROOT / source, target)
    variables = environment(tmp_path / "var", **PRODUCTION)

    def run(*arguments: str) -> str:
        ran = subprocess.run(
            [sys.executable, *arguments], cwd=app, env=variables, capture_output=True, text=True, check=False
        )
        assert ran.returncode == 0, ran.stderr
        return ran.stdout

    run("scripts/compile_messages.py")
    assert "static files" in run("manage.py", "collectstatic", "--no-input")
    assert "no issues" in run("manage.py", "check", "--deploy", "--fail-level", "WARNING")
    run("-c", "import config.wsgi, config.celery, config.management.commands.serve as serve; print(serve.Command.help)")


# Compose


def test_every_part_waits_for_what_it_needs_and_is_restarted() -> None:
    services = compose()["services"]
    assert services.keys() == {"web", "worker", "migrate", "database", "redis"}
    for name in ("web", "worker"):
        assert services[name]["depends_on"]["migrate"] == {"condition": "service_completed_successfully"}
    assert services["migrate"]["depends_on"] == {"database": {"condition": "service_healthy"}}
    assert {service["restart"] for name, service in services.items() if name != "migrate"} == {"unless-stopped"}
    assert {name for name, service in services.items() if "test" in service.get("healthcheck", {})} == {
        "database",
        "redis",
    }


def test_only_the_proxy_reaches_in_and_what_must_last_has_a_volume() -> None:
    told = compose()
    ports = {name: service["ports"] for name, service in told["services"].items() if "ports" in service}
    assert ports == {"web": ["127.0.0.1:8000:8000"]}
    mounted = {
        volume.partition(":")[0] for service in told["services"].values() for volume in service.get("volumes", [])
    }
    assert mounted == told["volumes"].keys() == {"database", "backups"}


# systemd


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed (systemd)")
def test_systemd_finds_nothing_to_complain_of(tmp_path: Path) -> None:
    folder = tmp_path / "units"
    shutil.copytree(UNITS, folder)
    for path in folder.rglob("*"):
        if path.is_file():
            path.write_text(path.read_text().replace(HOME, f"{ROOT}/"))
    named = [path.name.replace("@.", "@1.") for path in sorted(folder.glob("*.*")) if path.is_file()]
    checked = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", *named],
        env={"PATH": "/usr/bin:/bin", "SYSTEMD_UNIT_PATH": f"{folder}:"},
        capture_output=True,
        text=True,
        check=False,
    )
    complaints = [line for line in checked.stderr.splitlines() if "arriere-ban" in line]
    assert (checked.returncode, complaints) == (0, [])


def test_every_unit_that_is_named_exists_and_is_hardened_alike() -> None:
    names = {name.replace("@.", "@1.") for name in units()} | {"arriere-ban-worker@2.service"}
    mentioned = {
        name for text in units().values() for name in re.findall(r"arriere-ban[-\w]*@?\d*\.(?:service|target)", text)
    }
    assert mentioned <= names
    common = units()["common.conf"]
    assert {"ProtectSystem=strict", "NoNewPrivileges=yes", "CapabilityBoundingSet="} <= set(common.splitlines())
    assert "KillMode=mixed" in units()["arriere-ban-worker@.service"]


@pytest.mark.slow
def test_the_web_server_tells_systemd_when_it_is_ready(tmp_path: Path, port: int) -> None:
    [command] = [line for line in started_by_units() if "gunicorn" in line]
    ears = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    ears.bind(str(tmp_path / "notify"))
    ears.settimeout(240)
    variables = PRODUCTION | {"NOTIFY_SOCKET": str(tmp_path / "notify")}
    process = subprocess.Popen(
        [sys.executable, "-m", "gunicorn", *shlex.split(command)[1:], "--bind", f"127.0.0.1:{port}"],
        env=environment(tmp_path / "var", **variables),
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        assert b"READY=1" in ears.recv(1000)
    finally:
        process.terminate()
        process.wait(timeout=60)
        ears.close()
