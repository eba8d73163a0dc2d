"""Compile engines with mypyc and pack them as a wheel, with what finds them (``engines_compiled``)."""

from __future__ import annotations

import base64
import hashlib
import os
import shutil
import sys
import sysconfig
import tempfile
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

from engines_compiled import MODULES, ROOMS, digest
from mypyc.build import mypycify
from setuptools import Distribution

ROOT = Path(__file__).resolve().parents[2]

NAME = "arriere_ban_engines"

METADATA = """\
Metadata-Version: 2.1
Name: arriere-ban-engines
Version: {version}
Summary: Engines as machine code, for the sources that it was made of and no others.
"""

WHEEL = """\
Wheel-Version: 1.0
Generator: scripts/wheel
Root-Is-Purelib: false
Tag: {tag}
"""


def main(folder: Path) -> None:
    """Make the wheel and put it into a folder, in place of older ones."""
    folder = folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    made_of = digest(ROOT / "engines")
    finder = Path(__file__).parent / "engines_compiled" / "__init__.py"
    files = {"engines_compiled/__init__.py": finder.read_bytes()}
    places = {}
    with tempfile.TemporaryDirectory() as scratch:
        built = compiled(Path(scratch))
        for module in MODULES:
            (file,) = (built / "engines").glob(f"{module.replace('.', '/')}.*")
            place = f"modules/{module}{''.join(file.suffixes)}"
            places[f"engines.{module}"] = place
            files[f"engines_compiled/{place}"] = file.read_bytes()
        (shared,) = built.glob("*__mypyc.*")
        files[shared.name] = shared.read_bytes()
    files["engines_compiled/made_of.py"] = f"DIGEST = {made_of!r}\nFILES = {places!r}\n".encode()
    for older in folder.glob(f"{NAME}-*.whl"):
        older.unlink()
    print(packed(files, folder, f"1+{made_of[:12]}"))


def compiled(scratch: Path) -> Path:
    """Compile a copy of the sources, beside which nothing of the site can be imported, and return the folder."""
    for room in ROOMS:
        shutil.copytree(ROOT / "engines" / room, scratch / "engines" / room, ignore=shutil.ignore_patterns("*.pyc"))
    (scratch / "engines" / "__init__.py").touch()
    (scratch / "mypy.ini").write_text("[mypy]\npython_version = 3.12\n")
    os.chdir(scratch)
    sources = [f"engines/{module.replace('.', '/')}.py" for module in MODULES]
    # Optimising more takes three times as long and makes nothing faster: time goes into Python's own objects.
    with redirect_stdout(StringIO()) as said, redirect_stderr(said):
        extensions = mypycify(["--config-file=mypy.ini", *sources], opt_level="1", debug_level="0", multi_file=True)
    if lists := [line for line in said.getvalue().splitlines() if "generator comprehension as list" in line]:
        # Slow where only the first is wanted, and once it made a crash of it.
        sys.exit("\n".join(["Write these as lists or loops:", *lists]))
    build = Distribution({"name": NAME, "ext_modules": extensions}).get_command_obj("build_ext")
    build.build_lib = str(scratch / "built")  # type: ignore[attr-defined]
    build.parallel = len(os.sched_getaffinity(0))  # type: ignore[attr-defined]
    build.ensure_finalized()
    build.run()
    return scratch / "built"


def packed(files: dict[str, bytes], folder: Path, version: str) -> Path:
    """Write a wheel for this interpreter and machine."""
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    tag = f"{python}-{python}-{sysconfig.get_platform().replace('-', '_').replace('.', '_')}"
    about = f"{NAME}-{version}.dist-info"
    files = files | {
        f"{about}/METADATA": METADATA.format(version=version).encode(),
        f"{about}/WHEEL": WHEEL.format(tag=tag).encode(),
    }
    record = "".join(f"{name},sha256={_hashed(content)},{len(content)}\n" for name, content in files.items())
    path = folder / f"{NAME}-{version}-{tag}.whl"
    with ZipFile(path, "w", ZIP_DEFLATED) as wheel:
        for name, content in files.items():
            wheel.writestr(name, content)
        wheel.writestr(f"{about}/RECORD", f"{record}{about}/RECORD,,\n")
    return path


def _hashed(content: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
