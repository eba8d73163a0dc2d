"""``manage.py bench``: measures in a place of its own, marks misses, and fails when queries miss a limit."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
import pytest

from config.bench import paper
from config.bench.engine import Speed
from config.bench.growth import Cost, Growth, lines as growth_lines
from config.bench.measure import Measured, per_second
from config.bench.pages import PAGES, Page
from config.bench.scene import Scene
from config.bench.scratch import MARK, scratch
from config.bench.table import as_data, lines

ROOT = Path(__file__).resolve().parents[2]
# It measures for many seconds of processor time, of which a busy machine has little to give.
PATIENCE = 600


def page(name: str) -> Page:
    return next(page for page in PAGES if page.name == name)


def bench(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(ROOT / "manage.py"), "bench", *arguments],
        env={**os.environ, "DEBUG": "1", **environment},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


@dataclass(frozen=True)
class Run:
    """What a run printed and wrote, and the folder where the site would keep its data."""

    printed: str
    found: dict[str, Any]
    var: Path


@pytest.fixture(scope="module")
def small_run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A run that measures little of each kind."""
    folder = tmp_path_factory.mktemp("bench")
    file = folder / "bench.json"
    # With fewer matches the player's rating is provisional in the young club: it has no place, and nobody asks for one.
    histories = ("--few-matches=240", "--matches=720")
    small = ("--warbands=3", "--figures=3", "--runs=1", "--haste", "--pages", "roster", "hire", "scores", *histories)
    ended = bench(*small, f"--json={file}", VAR_DIR=str(folder / "var"), DATABASE_URL="")
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return Run(ended.stdout, json.loads(file.read_text()), folder / "var")


@pytest.mark.slow
def test_a_small_run_prints_a_table_and_writes_json(small_run: Run) -> None:
    found = small_run.found
    assert "x empty" in small_run.printed
    assert set(found["pages"]) == {"empty page", "roster", "hire"}
    assert found["pages"]["roster"]["queries"] == found["pages"]["roster"]["queries_small"] <= 10
    assert found["per_second"]["aftermaths rolled"] > 0
    assert {"start of a web process", "memory of a web process", "its first page"} <= set(found["other"])
    assert found["per_second"]["battles, 8 against 8"] > 0
    assert found["per_second"]["actions in those"] * 3 >= found["per_second"]["actions in them"]  # with receipts
    for game in ("La Bagarre", "Badass Force", "BAF!", "Space Serenade"):
        bare, kept = (found["per_second"][f"{game}: decisions in {which}"] for which in ("them", "those"))
        assert min(bare, kept) > 0, game  # which is faster so small a run does not know
    # The site's own database was not even made.
    assert not list(small_run.var.glob("*.sqlite3*"))


@pytest.mark.slow
def test_pages_about_scores_are_measured_in_a_young_club_and_in_an_old_one(small_run: Run) -> None:
    assert "growth" in small_run.printed
    scores = small_run.found["scores"]
    assert {"leaderboard", "player", "season standings", "season statistics"} <= set(scores)
    for name, figures in scores.items():
        few, many = figures["queries"]
        assert many <= few, name


def test_rules_that_are_slower_than_they_should_be_are_marked() -> None:
    speeds = [Speed("slow", 99.0, aim=100), Speed("quick", 100.0, aim=100), Speed("unasked", 1.0)]
    told = list(lines([], speeds))[-3:]
    assert [line.split("  ", 1)[1].strip() for line in told] == [
        "99 per second, at least 100  MISSED: SPEED",
        "100 per second, at least 100",
        "1 per second",
    ]
    assert as_data([], speeds)["slower_than_aimed_at"] == ["slow"]


def test_a_page_that_grows_is_marked() -> None:
    few, many = Cost(10, 20.0, 2.0), Cost(11, 70.0, 7.0)
    grown = Growth("player", few, many)
    assert (grown.factor, grown.too_many, grown.too_slow, grown.too_heavy) == (3.5, True, True, True)
    assert "MISSED: QUERIES, GROWTH, TIME" in list(growth_lines([grown], 1000, 100_000))[-1]
    assert not Growth("player", few, Cost(10, 50.0, 5.9)).too_slow


def test_a_page_that_is_heavy_with_many_matches_is_marked() -> None:
    few = Cost(10, 9.0, 5.0)
    assert list(growth_lines([Growth("player", few, Cost(10, 9.3, 5.1))], 1000, 100_000))[-1].endswith("MISSED: TIME")
    assert "MISSED" not in list(growth_lines([Growth("player", few, few)], 1000, 100_000))[-1]


def test_a_page_that_is_heavy_at_a_first_look_is_marked() -> None:
    few = Cost(10, 9.0, 5.0, at_first=8.0)
    heavy = Growth("player", few, Cost(10, 9.0, 5.0, at_first=8.1))
    assert list(growth_lines([heavy], 1000, 100_000))[-1].endswith("MISSED: FIRST LOOK")
    assert "MISSED" not in list(growth_lines([Growth("player", few, few)], 1000, 100_000))[-1]


def test_paper_that_costs_too_much_is_marked() -> None:
    """What counts is the processor's time: a sheet that waited long for its turn has not cost more."""
    slow = paper.Printed("a sheet", 2, seconds=0.2, cpu=0.11, limit=0.1)
    waited = paper.Printed("nine cards", 1, seconds=9.0, cpu=0.1, limit=0.1)
    assert (slow.too_slow, waited.too_slow) == (True, False)
    marked = [line for line in paper.lines([slow, waited]) if "MISSED: TIME" in line]
    assert len(marked) == 1
    assert marked[0].startswith("a sheet")
    assert paper.as_data([slow])["a sheet"]["cpu_ms"] == 110.0


@pytest.mark.slow
@pytest.mark.django_db
def test_every_kind_of_paper_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paper, "WARBANDS", 2)
    monkeypatch.setattr(paper, "LARGE", 4)
    with pytest.raises(RuntimeError, match="pages, not 100"):
        list(paper.costs(runs=1))
    monkeypatch.setattr(paper, "FEWEST_PAGES", 6)
    monkeypatch.setattr(paper, "build", _scenes(paper.build))
    printed = list(paper.costs(runs=1))
    assert [one.pages for one in printed][:3] == [3, 2, 1]
    assert printed[3].pages >= 6
    assert all(one.cpu > 0 for one in printed)


def _scenes(build: Callable[..., Scene]) -> Callable[..., Scene]:
    """Build scenes under other names than those that are there."""
    return lambda *, name, **size: build(name=f"Again {name}", **size)


def test_who_sets_the_mark_by_hand_is_refused(tmp_path: Path) -> None:
    ended = bench(**{MARK: str(tmp_path), "VAR_DIR": str(tmp_path / "var")})
    assert ended.returncode == 1
    assert "unset it" in ended.stderr


def test_the_scratch_place_knows_nothing_of_the_site(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "sqlite:////srv/club.sqlite3")
    monkeypatch.setenv("SECRET_KEY", "the club's own")
    with scratch("sqlite:////srv/club.sqlite3") as environment:
        folder = Path(environment["VAR_DIR"])
        assert folder.is_dir()
        assert "DATABASE_URL" not in environment
        assert environment["DEBUG"] == "0"
        assert environment["SECRET_KEY"] != "the club's own"
    assert not folder.exists()


@pytest.mark.postgres
def test_on_postgresql_it_makes_a_database_and_drops_it(postgres_url: str) -> None:
    with scratch(postgres_url) as environment:
        made = environment["DATABASE_URL"]
        assert made != postgres_url
        with psycopg.connect(made) as connection:
            assert connection.execute("SELECT 1").fetchone() == (1,)
    with pytest.raises(psycopg.OperationalError, match="does not exist"):
        psycopg.connect(made)


def test_more_queries_than_allowed_or_than_in_the_small_campaign_is_a_miss() -> None:
    roster = page("roster")
    assert not Measured(roster, 10, 10, 0.01, 2.0).too_many
    assert Measured(roster, 11, 11, 0.01, 2.0).too_many
    assert Measured(roster, 9, 8, 0.01, 2.0).too_many


def test_misses_are_marked_in_the_table_and_in_the_data() -> None:
    slow = Measured(page("print"), 11, 11, 0.0305, 5.1)
    fine = Measured(page("hire"), 9, 9, 0.01, 1.5)
    head, missed, kept, _empty, speed = lines([slow, fine], [Speed("replays", 1234.5)])
    assert head.split() == ["page", "queries", "small", "limit", "ms", "x", "empty", "limit"]
    assert missed.split() == ["print", "11", "11", "10", "30.5", "5.10", "5", "MISSED:", "QUERIES,", "TIME"]
    assert kept.split() == ["hire", "9", "9", "10", "10.0", "1.50", "5"]
    assert speed.split()[:2] == ["replays", "1,234"]
    assert as_data([slow], [])["pages"]["print"]["missed"] == ["queries", "time"]


def test_per_second_counts_whole_runs() -> None:
    assert per_second(lambda: None, seconds=0.01, repeats=1) > 1000
