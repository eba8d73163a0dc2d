"""Run the tests that a change can reach, nearest first, for a minute at most: ``make quick``.

A change is what is not in the main branch yet, committed or not. A module's tests are those that import it, directly or
through others, and those that lie in the folder of ``tests`` that mirrors its own. Whatever else changed (a template, a
style sheet, a translation) is reached through the modules and files that name it, and by the tests of all pages.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

import grimp

ROOT = Path(__file__).resolve().parents[1]
ROOMS = ("config", "campaigns", "rosters", "club", "engines")
SECONDS = 40
"""After these no further test begins; the rest of the minute goes into finding them."""
FILES = 60
"""As many files of tests as two processors may do in that time."""
TEST = re.compile(r"tests/(?!browser/).*\btest_\w+\.py$")
FOLDERS = ("templates", "static", "locale")
"""What lies in them belongs to the pages."""
DRAWN = {"view", "form", "url"}
"""Modules that pages come from."""
PAGES = ("tests/web/test_markup.py", "tests/web/test_files.py")
"""Tests that look at every template or every static file, and are quick about it."""
FIRST = -1
"""How near they are: before all others, which may fill the minute."""


class Reach:
    """How near each file of tests is to what changed: 0 was changed itself, 1 names or imports it, and so on."""

    def __init__(self, named_in: Callable[[str], Iterable[str]]) -> None:
        self.graph = grimp.build_graph(*ROOMS, "tests", cache_dir=str(ROOT / ".import_linter_cache"))
        self.named_in = named_in
        self.tests: dict[str, int] = {}
        self.known: set[str] = set()

    def add(self, path: str, distance: int = 0) -> None:
        """Take in the tests that a changed file reaches, through the pages that include it, too."""
        if path in self.known:
            return
        self.known.add(path)
        if path.endswith(".py"):
            self._importers(module_of(path), distance)
        else:
            for user in self.named_in(path):
                if user.endswith(".py"):
                    self._importers(module_of(user), distance + 1)
                else:
                    self.add(user, distance + 1)
        if path.startswith(FOLDERS):
            for test in PAGES:
                self._take(test, FIRST)
        for test, near in mirrored(path):
            self._take(test, distance + near)

    def nearest(self) -> list[str]:
        """The files of tests to run, nearest first."""
        return sorted(self.tests, key=lambda test: (self.tests[test], test))[:FILES]

    def _importers(self, module: str, distance: int) -> None:
        seen, level = {module}, {module}
        while level:
            for one in level:
                self._take(one.replace(".", "/") + ".py", distance)
                if one.startswith("tests.") and one.endswith(".conftest"):
                    folder = ROOT / one.rpartition(".")[0].replace(".", "/")
                    for test in folder.rglob("test_*.py"):
                        self._take(str(test.relative_to(ROOT)), distance + 1)
            importers = map(self.graph.find_modules_that_directly_import, level & self.graph.modules)
            level = set().union(*importers) - seen
            seen |= level
            distance += 1

    def _take(self, test: str, distance: int) -> None:
        if TEST.match(test) and (ROOT / test).exists():
            self.tests[test] = min(distance, self.tests.get(test, distance))


def module_of(path: str) -> str:
    """The module in a file, by the name that it is imported by."""
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def mirrored(path: str) -> list[tuple[str, int]]:
    """The tests in the folder that mirrors a file's own, nearer with its name or its folder's (of views: pages)."""
    *folders, name = (part for part in Path(path).parts if part not in (*FOLDERS, "tests"))
    words = {word.rstrip("s") for word in (Path(name).stem, *folders[1:])}
    if words & DRAWN or path.startswith("templates"):
        words.add("page")
    while folders:
        folder = Path("tests", *folders)
        if (ROOT / folder).is_dir():
            tests = (file.relative_to(ROOT) for file in (ROOT / folder).glob("test_*.py"))
            return [(str(test), 0 if any(word in test.stem for word in words) else 2) for test in tests]
        folders.pop()
    return []


def git(*words: str) -> list[str]:
    """The lines of what git answers."""
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True).stdout.splitlines()


def named_in(path: str) -> list[str]:
    """The modules and templates that name a file, as templates and static files are named: without their folder."""
    name = path.partition("/")[2] if path.startswith(FOLDERS) else Path(path).name
    return [file for file in git("grep", "-lF", name, "--", "*.py", "*.html") if file != path]


def changed(since: str | None) -> list[str]:
    """The files that are not as in the commit ``since``: usually where this branch left the main one."""
    (base, *_) = [*git("merge-base", "HEAD", since or "main"), *git("rev-parse", "HEAD")]
    return sorted({*git("diff", "--name-only", base), *git("ls-files", "--others", "--exclude-standard")})


def main(words: list[str]) -> int:
    """Find the tests and run them."""
    since, options = words[: words.index("--")], words[words.index("--") + 1 :]
    reach = Reach(named_in)
    files = changed(since[0] if since else None)
    for file in files:
        reach.add(file)
    if not reach.tests:
        print(f"{len(files)} files changed, and no test is within their reach.")
        return 0
    tests = reach.nearest()
    print(f"{len(files)} files changed: {len(tests)} of {len(reach.tests)} files of tests within reach, for a minute.")
    os.environ["TESTS_SECONDS"] = str(SECONDS)
    marked = "not browser and not slow and not marathon"
    command = [sys.executable, "-m", "pytest", "-q", "-n", "auto", "--dist", "load", "-m", marked, *options, *tests]
    return subprocess.run(command, cwd=ROOT).returncode


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))  # where the graph looks for the rooms
    sys.exit(main(sys.argv[1:]))
