"""``manage.py backup`` and ``manage.py restore``: all of a club in one file, and back on another server."""

from __future__ import annotations

import json
import re
import stat
import zipfile
from pathlib import Path

import pytest

from club.version import version
from tests.config.site import PRODUCTION, manage
from tests.upgrades.test_upgrade import done, load, row_counts

DUMP = "before_rooms"
NOT_COMPARED = {"django_migrations"}
LEFT_OUT = {"campaigns_booklet": 0, "campaigns_bookletcontent": 0}
A_BOOKLET = """
from campaigns.models import Booklet, BookletContent, Campaign
from club.models import Member
made = Booklet.objects.create(campaign=Campaign.objects.first(), asked_by=Member.objects.first(), state="done")
BookletContent.objects.create(booklet=made, pdf=__import__("os").urandom(5_000_000))
"""
"""Of five megabytes that no archive makes smaller."""


AN_EVENING = """
from datetime import timedelta
from django.utils import timezone
from campaigns.evenings.operations import announcing, coming
from campaigns.evenings.people import Comer
from club.models import Member
from engines.evenings import Answer

member, begins = Member.objects.order_by("pk")[0], timezone.now() + timedelta(days=3)
said = announcing.Announcement(title="Thursday", begins=begins, ends=begins + timedelta(hours=4))
evening = announcing.announce(organiser=member, said=said)
coming.answer(evening=evening, comer=Comer(member), said=Answer.YES)
"""
NONE_THERE = ("civilians", "dates")
"""Of what the small club has nothing: nobody was carried off, and no date was talked about."""


def site(url: str) -> dict[str, str]:
    return {**PRODUCTION, "DATABASE_URL": url}


def sqlite(path: Path) -> str:
    return f"sqlite:///{path}"


def a_club(tmp_path: Path, url: str) -> None:
    """A small club with warbands, battles, matches and tables, in the newest shape."""
    load(DUMP, url)
    done(manage(tmp_path, "migrate", "--no-input", **site(url)))


def survives(tmp_path: Path, old: str, new: str) -> None:
    """Back up one server, restore into another that is empty: nothing is missing, and every log agrees."""
    a_club(tmp_path, old)
    for script in (A_BOOKLET, AN_EVENING):
        done(manage(tmp_path, "shell", "--no-imports", "-c", script, **site(old)))
    there = row_counts(old)
    assert {name: there[name] for name in LEFT_OUT} == dict.fromkeys(LEFT_OUT, 1)
    kept_of_it = there | LEFT_OUT
    file = tmp_path / "club.backup"
    told = done(manage(tmp_path, "backup", str(file), **site(old)))
    assert re.fullmatch(rf"{file}: \d+ rows of \d+ tables, \d+\.\d MB\.\n", told)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert list(tmp_path.glob(".*")) == [], "nothing is left beside it"
    assert file.stat().st_size < 4_000_000, "what is made anew at a press of a button is left out"

    restored = manage(tmp_path, "restore", str(file), **site(new))
    assert done(restored).startswith("Restored ")
    assert restored.stderr == ""
    assert row_counts(new) == kept_of_it
    rebuilt = done(manage(tmp_path, "rebuild", "--dry-run", **site(new)))
    counts = re.findall(r"^(?:(.+): )?(\d+) rebuilt, (\d+) of them differed\.$", rebuilt, re.MULTILINE)
    assert len(counts) == len(rebuilt.splitlines()) == 7, rebuilt
    assert all((int(count) > 0) == (kind not in NONE_THERE) and different == "0" for kind, count, different in counts)
    # The next rows get numbers of their own.
    script = "from club.models import Member; Member.objects.create_user('newcomer'); print(Member.objects.count())"
    done(manage(tmp_path, "shell", "--no-imports", "-c", script, **site(new)))

    kept = row_counts(new)
    refused = manage(tmp_path, "restore", str(file), **site(new))
    assert refused.returncode == 1
    assert "The database is not empty" in refused.stderr
    assert "--overwrite" in refused.stderr
    assert "Traceback" not in refused.stderr
    assert row_counts(new) == kept
    done(manage(tmp_path, "restore", str(file), "--overwrite", **site(new)))
    assert row_counts(new) == kept_of_it


@pytest.mark.slow
def test_a_club_on_sqlite_survives_its_machine(tmp_path: Path) -> None:
    survives(tmp_path, sqlite(tmp_path / "old.sqlite3"), sqlite(tmp_path / "new.sqlite3"))


@pytest.mark.slow
@pytest.mark.postgres
def test_a_club_on_postgresql_survives_its_server(tmp_path: Path, postgres_url: str, other_postgres_url: str) -> None:
    survives(tmp_path, postgres_url, other_postgres_url)


@pytest.fixture
def club(prepared: Path) -> Path:
    """A backup of a migrated site with nobody in it, and its manifest."""
    file = prepared / "arriere-ban.sqlite3"
    if not file.exists():
        done(manage(prepared, "migrate", "--no-input", "--verbosity", "0", **site(sqlite(file))))
    file.replace(prepared / "small.sqlite3")
    done(manage(prepared, "backup", str(prepared / "small.backup"), **site(sqlite(prepared / "small.sqlite3"))))
    return prepared / "small.backup"


@pytest.mark.slow
def test_an_archive_says_what_it_is_and_is_refused_where_it_does_not_fit(club: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(club) as archive:
        manifest = json.loads(archive.read("manifest.json"))
        database = archive.read("database.sqlite3")
    assert manifest["kind"] == "sqlite"
    assert manifest["version"] == version()
    assert manifest["site"] == "Arrière-Ban"
    assert "0001_initial" in manifest["migrations"]["club"]
    assert manifest["tables"]["club_member"]["rows"] == 0

    def altered(**changes: object) -> Path:
        path = tmp_path / f"altered-{'-'.join(changes)}.backup"
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("manifest.json", json.dumps(manifest | changes))
            archive.writestr("database.sqlite3", database)
        return path

    # A site that was only prepared holds nothing that anybody would miss.
    prepared = site(sqlite(tmp_path / "small.sqlite3"))
    done(manage(tmp_path, "restore", str(club), **prepared))

    newer = manifest["migrations"] | {"club": ["0001_initial", "0999_from_the_future"]}
    for path, words in (
        (altered(kind="postgresql"), "is a backup of a postgresql database, and DATABASE_URL names a sqlite one"),
        (altered(migrations=newer), "does not know the migrations club.0999_from_the_future"),
        (altered(format=2), "was made by a newer version of the site"),
        (tmp_path / "small.sqlite3", "is no backup of this site"),
        (tmp_path / "nowhere", "No such file"),
    ):
        refused = manage(tmp_path, "restore", str(path), **site(sqlite(tmp_path / "empty.sqlite3")))
        assert refused.returncode == 1
        assert "Nothing was restored." in refused.stderr
        assert words in refused.stderr
        assert "Traceback" not in refused.stderr

    broken = bytearray(club.read_bytes())
    broken[len(broken) // 2] ^= 0xFF
    club.write_bytes(bytes(broken))
    refused = manage(tmp_path, "restore", str(club), **site(sqlite(tmp_path / "empty.sqlite3")))
    assert refused.returncode == 1
    assert "damaged" in refused.stderr


@pytest.mark.slow
def test_a_second_backup_of_a_name_replaces_none_unasked(club: Path, tmp_path: Path) -> None:
    its = site(sqlite(club.with_name("small.sqlite3")))
    before = club.read_bytes()
    refused = manage(tmp_path, "backup", str(club), **its)
    assert (refused.returncode, club.read_bytes()) == (1, before)
    assert refused.stderr == (
        f"CommandError: No backup was made. {club} is there already."
        " Choose another name, or to lose what is in it: --overwrite\n"
    )
    done(manage(tmp_path, "backup", str(club), "--overwrite", **its))
    assert club.read_bytes() != before


def test_rebuild_before_migrate_says_what_to_do(tmp_path: Path) -> None:
    refused = manage(tmp_path, "rebuild", **site(sqlite(tmp_path / "none.sqlite3")))
    assert refused.returncode == 1
    assert re.fullmatch(
        r"CommandError: Nothing was rebuilt\. The database lacks \d+ migrations of this version\."
        r" First: manage\.py migrate\n",
        refused.stderr,
    )
    # So does every command that asks the database, by whatever it asks first.
    refused = manage(tmp_path, "remove_second_step", "olive", **site(sqlite(tmp_path / "none.sqlite3")))
    assert (refused.returncode, refused.stderr.count("\n")) == (1, 1)
    assert "First: manage.py migrate" in refused.stderr


def test_a_full_disk_is_said_in_a_line(tmp_path: Path) -> None:
    """As far as a process may write: the kernel refuses it the same way."""
    full = "import errno, os; raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), 'static/site.css')"
    refused = manage(tmp_path, "shell", "--no-imports", "-c", full, **site(sqlite(tmp_path / "none.sqlite3")))
    assert refused.returncode == 1
    assert refused.stderr == (
        "Nothing more can be written (static/site.css): No space left on device."
        " Make room, and run the same command again.\n"
    )


def test_nothing_is_no_backup(tmp_path: Path) -> None:
    refused = manage(tmp_path, "backup", str(tmp_path / "none"), **site(sqlite(tmp_path / "none.sqlite3")))
    assert refused.returncode == 1
    assert "There is nothing to back up" in refused.stderr
    assert not (tmp_path / "none").exists()
