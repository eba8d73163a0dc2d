"""What is installed is exactly what was locked, wherever it comes from."""

import re
import tomllib

import pytest

from tests.config.site import ROOT

LOCKS = ("requirements.txt", "requirements-dev.txt")


def pins(lock: str) -> dict[str, tuple[str, int]]:
    """Version and number of hashes of every package in the lock."""
    found = {}
    for block in re.split(r"\n(?=\S)", (ROOT / lock).read_text()):
        if match := re.match(r"([a-z0-9-]+)(?:\[[a-z,]+\])?==([^\s;\\]+)", block):
            found[match[1]] = (match[2], len(re.findall(r"--hash=sha256:[0-9a-f]{64}\b", block)))
    return found


@pytest.mark.parametrize("lock", LOCKS)
def test_every_package_has_a_version_and_hashes(lock: str) -> None:
    lines = [line for line in (ROOT / lock).read_text().splitlines() if line and line[0] not in " #"]
    found = pins(lock)
    assert len(found) == len(lines), "every line at the margin is a package"
    assert {name for name, (_version, hashes) in found.items() if not hashes} == set()


@pytest.mark.parametrize("lock", LOCKS)
def test_no_address_and_no_path_stands_in_a_lock(lock: str) -> None:
    text = (ROOT / lock).read_text()
    assert "://" not in text
    assert not re.search(r"^\s*(-i|-f|--index-url|--extra-index-url|--find-links|-e|\.|/)", text, re.MULTILINE)


def test_the_development_lock_holds_the_other_one_unchanged() -> None:
    everything = pins("requirements-dev.txt")
    assert pins("requirements.txt").items() <= everything.items()


def test_every_declared_dependency_is_locked() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())

    def names(requirements: list[str]) -> set[str]:
        return {re.split(r"[^a-z0-9-]", requirement.lower())[0] for requirement in requirements}

    assert names(project["project"]["dependencies"]) <= pins("requirements.txt").keys()
    assert names(project["dependency-groups"]["dev"]) <= pins("requirements-dev.txt").keys()
