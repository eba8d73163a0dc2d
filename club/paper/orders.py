"""What passes between whoever prints and the process in which Typst works."""

from __future__ import annotations

from msgspec import Struct


class Order(Struct, frozen=True):
    """What is to be set: ``template`` is its path, ``files`` what else it may read; ``standard`` is that of a PDF."""

    template: str
    files: dict[str, bytes]
    root: str
    packages: str
    inputs: dict[str, str]
    format: str
    standard: str = ""
    ppi: float = 96


class Made(Struct, frozen=True):
    """What became of it: files, or what Typst found wrong; and the seconds of processor that it took."""

    files: list[bytes]
    fault: str
    cpu: float
