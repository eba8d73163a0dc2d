"""After a restart of PostgreSQL every connection of the pool is dead, and nobody is handed one."""

from __future__ import annotations

import time
from pathlib import Path
from types import SimpleNamespace

import psycopg
import pytest
from psycopg_pool import ConnectionPool

from club.outages import pool
from config.env import Env
from config.services import POOL_SECONDS, database
from tests.services import new_database, postgres_url

MANY = 8


@pytest.mark.postgres
def test_dead_connections_are_replaced_within_the_request(monkeypatch: pytest.MonkeyPatch) -> None:
    server = postgres_url()
    assert server is not None
    with (
        new_database(server) as address,
        ConnectionPool(address, min_size=MANY, max_size=MANY, check=pool.checked, **POOL_SECONDS) as held,
    ):
        monkeypatch.setattr(pool, "connection", SimpleNamespace(pool=held))
        held.wait()
        with psycopg.connect(server, autocommit=True) as operator:
            operator.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [_name(address)]
            )
        begun = time.monotonic()
        taken = [held.getconn() for _ in range(MANY)]
        assert time.monotonic() - begun < POOL_SECONDS["timeout"], "as long as one page waits, for eight"
        for one in taken:
            assert one.execute("SELECT 1").fetchone() == (1,)
            held.putconn(one)


def _name(address: str) -> str:
    return address.rpartition("/")[2]


def test_the_sites_pool_looks_at_connections_when_it_hands_them_out() -> None:
    options = database(Env({"DATABASE_URL": "postgres://db.example/club"}), Path("/srv"))["OPTIONS"]
    assert options["pool"]["check"] is pool.checked
    assert options["connect_timeout"] <= 3
