"""What a new database is given at once is what the migrations that led there left, one after another."""

from __future__ import annotations

from django.db.migrations.loader import MigrationLoader

OURS = ("club", "rosters", "campaigns")


def test_the_short_list_comes_to_what_the_long_one_did() -> None:
    short, every = MigrationLoader(None), MigrationLoader(None, replace_migrations=False)
    steps = [key for key in every.graph.leaf_nodes() if key not in every.replacements]
    assert {app for app, _name in every.replacements} >= set(OURS)
    assert {key for key in short.graph.nodes if key[0] in OURS} >= set(every.replacements)
    at_once, one_by_one = short.project_state().models, every.project_state(steps).models
    assert at_once.keys() == one_by_one.keys()
    for key, model in one_by_one.items():
        for kind in ("indexes", "constraints"):
            for state in (model, at_once[key]):
                state.options[kind] = sorted(state.options.get(kind, []), key=lambda part: str(part.name))
        assert at_once[key] == model, key


def test_no_migration_leans_on_one_that_replaces_others() -> None:
    """``makemigrations`` writes it so; a backup is restored step by step, and would then make every table twice."""
    loader = MigrationLoader(None, replace_migrations=False)
    leaning = {
        key: needed
        for key, migration in loader.disk_migrations.items()
        for needed in migration.dependencies
        if needed in loader.replacements and key not in loader.replacements
    }
    assert leaning == {}, "depend on the last of those that it replaces"
