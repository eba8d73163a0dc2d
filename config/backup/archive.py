"""The file a backup is: a ZIP with a manifest, which says what it is about, and the database's rows or pages.

The manifest is read and understood before anything is changed. An archive is made beside its final name and put there
in one step, readable by its owner alone: it holds addresses and hashes of passwords.
"""

from __future__ import annotations

import contextlib
import os
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

MANIFEST: Final = "manifest.json"
FORMAT: Final = 1
"""Counted up when an archive's contents change; older numbers stay readable."""


class Unfit(Exception):
    """An archive cannot be restored here, or nothing can be backed up; the message says why."""


class Table(msgspec.Struct, frozen=True):
    """A table in an archive: its columns in the order of the rows, and how many rows there are."""

    columns: Sequence[str]
    rows: int


class Manifest(msgspec.Struct, frozen=True):
    """What an archive holds: which database of which version of the site, from when."""

    format: int
    site: str
    version: str
    kind: str
    """``sqlite`` or ``postgresql``."""
    server: str
    """The version of the database itself, for people to read."""
    made: datetime
    migrations: Mapping[str, Sequence[str]]
    """By app, every migration that had been applied."""
    tables: Mapping[str, Table]

    @property
    def rows(self) -> int:
        return sum(table.rows for table in self.tables.values())


class Archive(Struct, frozen=True):
    """An archive opened for reading."""

    manifest: Manifest
    zip: zipfile.ZipFile


@contextlib.contextmanager
def written(path: Path) -> Iterator[zipfile.ZipFile]:
    """A new archive; it gets its name, and replaces an older one, once it is complete."""
    unfinished = path.with_name(f".{path.name}.unfinished")
    try:
        descriptor = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
                yield archive
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


def write_manifest(archive: zipfile.ZipFile, manifest: Manifest) -> None:
    archive.writestr(MANIFEST, msgspec.json.format(msgspec.json.encode(manifest), indent=1))


@contextlib.contextmanager
def opened(path: Path) -> Iterator[Archive]:
    """An archive, every byte of it checked against its sums; raises ``Unfit`` when it is none or was damaged."""
    try:
        with zipfile.ZipFile(path) as archive:
            damaged = archive.testzip()
            if damaged is not None:
                raise Unfit(f"{path} is damaged: {damaged} does not agree with its checksum.")
            manifest = msgspec.json.decode(archive.read(MANIFEST), type=Manifest)
            if manifest.format > FORMAT:
                raise Unfit(f"{path} was made by a newer version of the site ({manifest.version}).")
            yield Archive(manifest, archive)
    except (zipfile.BadZipFile, KeyError, msgspec.MsgspecError, EOFError, zlib.error) as error:
        raise Unfit(f"{path} is no backup of this site, or it is damaged ({error}).") from error
