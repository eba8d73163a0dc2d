"""``manage.py bench``: what the main pages cost, beside an empty page of the site."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from argparse import ArgumentParser, ArgumentTypeError
from pathlib import Path
from time import perf_counter
from typing import Any

from django.conf import settings
from django.core.management import CommandError, call_command
from django.core.management.base import BaseCommand
from django.db import connection
from django.utils import translation

from config.bench import growth, history, paper
from config.bench.battles import battle_speeds
from config.bench.cards import card_speeds
from config.bench.engine import Speed, speeds
from config.bench.measure import Measured, haste, measure
from config.bench.pages import PAGES, Page
from config.bench.playing import played_speeds
from config.bench.scene import HEROES, build
from config.bench.scratch import MARK, scratch
from config.bench.start import start_figures
from config.bench.table import as_data, lines

SMALL = 3
SCORES = "scores"
"""What the pages about scores are called together."""
PAPER = "paper"
"""What sheets, cards and booklets are called together."""


class Command(BaseCommand):
    help = "Measure queries and times of the main pages in a scratch database; status 1 when queries miss a limit."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--warbands", type=_at_least(SMALL), default=10, help="warbands in the campaign (10)")
        parser.add_argument("--figures", type=_at_least(HEROES), default=10, help="figures in each warband (10)")
        parser.add_argument("--runs", type=_at_least(1), default=15, help="runs whose median counts (15)")
        parser.add_argument("--haste", action="store_true", help="measure rules for a blink: does it all still work?")
        names = [*(page.name for page in PAGES), PAPER, SCORES]
        parser.add_argument("--matches", type=_at_least(100), default=100_000, help="matches of the old club (100,000)")
        parser.add_argument("--few-matches", type=_at_least(100), default=1_000, help="of the young one (1,000)")
        parser.add_argument("--pages", nargs="+", choices=names, default=names, help="measure these pages only")
        parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures to a file, too")
        parser.add_argument(
            "--database-url",
            default=os.environ.get("DATABASE_URL", ""),
            help="a PostgreSQL server to measure on, in a database of its own; SQLite without one",
        )

    def handle(self, *, database_url: str, **options: Any) -> None:
        folder = os.environ.get(MARK)
        if folder is None:
            self._measure_elsewhere(database_url, options)
        elif settings.DEBUG or Path(folder) != settings.VAR:
            raise CommandError(f"{MARK} is set by the benchmark itself: unset it and start again.")
        else:
            self._measure_here(options)

    def _measure_elsewhere(self, database_url: str, options: dict[str, Any]) -> None:
        """Start a process of our own in a scratch database; it never learns the site's."""
        command = [sys.executable, str(settings.BASE_DIR / "manage.py"), "bench"]
        numbers = ("warbands", "figures", "runs", "matches", "few_matches")
        command += [f"--{name.replace('_', '-')}={options[name]}" for name in numbers]
        command += ["--haste"] if options["haste"] else []
        command += ["--pages", *options["pages"]]
        if options["json"]:
            command.append(f"--json={options['json'].resolve()}")
        self.stdout.flush()
        with scratch(database_url) as environment:
            ended = subprocess.run(command, env=environment, check=False)  # noqa: S603  our own command again
        if ended.returncode:
            sys.exit(ended.returncode)

    def _measure_here(self, options: dict[str, Any]) -> None:
        translation.activate(settings.LANGUAGE_CODE)
        call_command("migrate", interactive=False, verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        wanted = [page for page in PAGES if page.name in options["pages"]]
        measured, rules = self._measure_pages(wanted, options) if wanted else ([], [])
        printed = self._measure_paper(options) if PAPER in options["pages"] else []
        grown = self._measure_scores(options) if SCORES in options["pages"] else []
        self.stdout.write(f"\nTimes are medians of {options['runs']} runs, in turns with the empty page.")
        if options["json"]:
            about = {"database": connection.vendor, **{k: options[k] for k in ("warbands", "figures", "runs")}}
            data = as_data(measured, rules, **about) | {"scores": growth.as_data(grown)}
            data["paper"] = paper.as_data(printed)
            options["json"].write_text(json.dumps(data, indent=2) + "\n")
        if _missed(measured) or any(page.too_many for page in grown):
            sys.exit(1)

    def _measure_pages(self, wanted: list[Page], options: dict[str, Any]) -> tuple[list[Measured], list[Speed]]:
        """Measure pages in a small campaign and a big one, and how fast the rules are."""
        warbands, figures = options["warbands"], options["figures"]
        self.stdout.write(f"Building {warbands} warbands of {figures} figures with three rounds behind them ...")
        self.stdout.flush()
        begun = perf_counter()
        small = build(warbands=SMALL, figures=SMALL, name="Small")
        scene = build(warbands=warbands, figures=figures)
        self.stdout.write(f"Built in {perf_counter() - begun:.1f} s. Measuring on {connection.vendor} ...\n")
        self.stdout.flush()
        measured = list(measure(wanted, scene, small, runs=options["runs"]))
        with haste(options["haste"]):
            rules = [*start_figures(), *speeds(scene), *battle_speeds(), *card_speeds()]
            rules += played_speeds(scene)
        self.stdout.write("\n".join(lines(measured, rules)))
        self.stdout.write(f"\n“small”: queries with {SMALL} warbands of {SMALL} figures.")
        self.stdout.flush()
        return measured, rules

    def _measure_paper(self, options: dict[str, Any]) -> list[paper.Printed]:
        """Measure sheets, cards and a booklet."""
        self.stdout.write(f"\nBuilding {paper.WARBANDS} warbands of {paper.LARGE} figures to print ...")
        self.stdout.flush()
        printed = list(paper.costs(runs=options["runs"]))
        self.stdout.write("\n".join(paper.lines(printed)))
        self.stdout.flush()
        return printed

    def _measure_scores(self, options: dict[str, Any]) -> list[growth.Growth]:
        """Measure the pages about scores in a young club, then in an old one, in the same database."""
        found = []
        for matches, years in ((options["few_matches"], 1), (options["matches"], 10)):
            begun = perf_counter()
            club = history.build(matches, years=years)
            if connection.vendor == "postgresql":
                with connection.cursor() as cursor:
                    cursor.execute("VACUUM ANALYZE")  # as the server does by itself, but not after seconds
            self.stdout.write(f"\n{club.matches:,} matches played in {perf_counter() - begun:.0f} s.")
            self.stdout.flush()
            found.append((club.matches, growth.costs(club, runs=options["runs"])))
        (few, young), (many, old) = found
        grown = growth.growths(young, old)
        self.stdout.write("\n".join(growth.lines(grown, few, many)))
        return grown


def _missed(measured: list[Measured]) -> bool:
    """Queries are exact and must hold; times depend on the machine and are only marked."""
    return any(m.too_many for m in measured)


def _at_least(least: int) -> Any:
    def read(text: str) -> int:
        if not text.isdecimal() or int(text) < least:
            raise ArgumentTypeError(f"a whole number of {least} or more, not {text!r}")
        return int(text)

    return read
