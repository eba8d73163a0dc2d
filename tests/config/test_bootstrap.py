"""From a bare checkout to a working virtualenv: what the script looks for and what it says."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import polib
import pytest

from scripts.compile_messages import compile_messages
from tests.config.site import ROOT


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """The script in a checkout whose lock is empty, so that nothing has to be fetched."""
    (tmp_path / "scripts").mkdir()
    for name in ("bootstrap", "compile_messages.py"):
        shutil.copy(ROOT / "scripts" / name, tmp_path / "scripts" / name)
    (tmp_path / "requirements.txt").write_text("# nothing\n")
    (tmp_path / "requirements-dev.txt").write_text("# nothing for developers\n")
    return tmp_path


def bootstrap(checkout: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    environment = {"PATH": os.environ["PATH"], "HOME": str(checkout), **variables}
    return subprocess.run(
        ["/bin/sh", "scripts/bootstrap", *arguments],
        cwd=checkout,
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


@pytest.fixture
def python(tmp_path: Path) -> str:
    """A Python whose virtualenvs are made at once and whose pip only notes what it is asked for."""
    stand_in = tmp_path / "stand-in"
    stand_in.write_text(f"""#!/bin/sh
case "$*" in
    "-m venv "*) mkdir -p "$3/bin" && cp "$0" "$3/bin/python" ;;
    "-m pip "*) echo "$*" >> pip.log ;;
    *) exec {sys.executable} "$@" ;;
esac
""")
    stand_in.chmod(0o755)
    return str(stand_in)


def test_the_first_call_builds_and_the_second_has_nothing_to_do(checkout: Path, python: str) -> None:
    first = bootstrap(checkout, PYTHON=python)
    assert first.returncode == 0, first.stderr
    assert "Building .venv with Python 3." in first.stderr
    assert first.stderr.endswith("Installing the packages of requirements.txt ...\n")
    assert "--require-hashes" in (checkout / "pip.log").read_text()

    second = bootstrap(checkout, PYTHON="/no/such/python")
    assert (second.returncode, second.stdout, second.stderr) == (0, "", "")

    developer = bootstrap(checkout, "--dev")
    assert developer.stderr == "Installing the packages of requirements-dev.txt ...\n"
    assert bootstrap(checkout).stderr == "", "the development lock covers the other one"

    (checkout / "requirements.txt").write_text("# changed\n")
    assert bootstrap(checkout).stderr == "Installing the packages of requirements.txt ...\n"
    assert "requirements-dev" in bootstrap(checkout, "--dev").stderr, "the change may have touched it"


def test_an_installation_that_failed_is_tried_again(checkout: Path, python: str) -> None:
    script = Path(python)
    script.write_text(script.read_text().replace(">> pip.log", "&& exit 3"))
    assert bootstrap(checkout, PYTHON=python).returncode == 3
    assert bootstrap(checkout, PYTHON=python).returncode == 3


def test_without_a_fitting_python_it_says_what_to_install(checkout: Path, tmp_path: Path) -> None:
    tools = tmp_path / "tools"
    tools.mkdir()
    for name in ("dirname", "cat", "cmp", "rm", "cp"):
        (tools / name).symlink_to(shutil.which(name) or "/nowhere")
    old = tools / "python3"
    old.write_text("#!/bin/sh\nexit 1\n")
    old.chmod(0o755)
    refused = bootstrap(checkout, PATH=str(tools))
    assert refused.returncode == 1
    assert "needs Python 3.12 or newer" in refused.stderr
    assert "apt-get install python3.13" in refused.stderr
    assert not (checkout / ".venv").exists()


def test_a_python_named_but_unfit_is_refused(checkout: Path) -> None:
    refused = bootstrap(checkout, PYTHON="/no/such/python")
    assert refused.returncode == 1
    assert "PYTHON is '/no/such/python'" in refused.stderr


def test_translations_are_compiled_only_when_newer(tmp_path: Path) -> None:
    folder = tmp_path / "locale/fr/LC_MESSAGES"
    folder.mkdir(parents=True)
    catalogue = polib.POFile()
    catalogue.metadata = {"Content-Type": "text/plain; charset=utf-8"}
    catalogue.append(polib.POEntry(msgid="warband", msgstr="bande"))
    catalogue.append(polib.POEntry(msgid="guess", msgstr="peut-être", flags=["fuzzy"]))
    catalogue.save(str(folder / "django.po"))

    compiled = folder / "django.mo"
    assert compile_messages(tmp_path) == [compiled]
    assert {entry.msgid: entry.msgstr for entry in polib.mofile(str(compiled))} == {"warband": "bande"}
    assert compile_messages(tmp_path) == []
    later = compiled.stat().st_mtime + 10
    os.utime(folder / "django.po", (later, later))
    assert compile_messages(tmp_path) == [compiled]
