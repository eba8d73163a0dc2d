from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

RESULTS, ERRANDS, RECKONING = 1, 2, 3
RANKS = {
    "resolution": RESULTS,
    "ratings": RESULTS,
    "booklet": ERRANDS,
    "forecast_part": RECKONING,
    "pair_forecast_part": RECKONING,
    "balance_part": RECKONING,
}


def rank_open_jobs(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    """What was asked for before goes on in its turn."""
    jobs = apps.get_model("campaigns", "Job").objects.filter(state__in=["waiting", "running"])
    for kind, rank in RANKS.items():
        jobs.filter(kind=kind).update(rank=rank)


class Migration(migrations.Migration):

    dependencies = [
        ("campaigns", "0033_matches_called_off"),
    ]

    operations = [
        migrations.AddField(
            model_name="job",
            name="rank",
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.RunPython(rank_open_jobs, migrations.RunPython.noop, elidable=True),
        migrations.AddField(
            model_name="sign",
            name="processes",
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddIndex(
            model_name="job",
            index=models.Index(
                condition=models.Q(("state", "waiting")), fields=["rank", "id"], name="waiting_jobs_by_rank"
            ),
        ),
    ]
