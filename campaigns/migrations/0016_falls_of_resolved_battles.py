"""Who felled whom with what becomes a column of its own, taken from the events of battles fought before."""

from django.db import migrations, models


def take_falls(apps, schema_editor):
    """Fill the new column, one battle at a time: events may be megabytes."""
    resolutions = apps.get_model("campaigns", "Resolution").objects.using(schema_editor.connection.alias)
    for number in list(resolutions.filter(state="done").values_list("pk", flat=True)):
        row = resolutions.only("setup", "events").get(pk=number)
        resolutions.filter(pk=number).update(falls=falls_of(row.setup, row.events))


def falls_of(setup, events):
    """Return the falls as ``campaigns.wars.replay.falls`` told them when this column came."""
    who = [
        {"warband": side["key"], "figure": figure["id"]}
        for side in setup["sides"]
        for figure in side["figures"]
        if figure["id"] not in side.get("absent", ())
    ]
    in_hand, found = {}, []
    for event in events:
        figure, target, data = event.get("figure"), event.get("target"), event.get("data", {})
        if figure is None:
            continue
        if event["kind"] == "out":
            felled = target is not None and not data.get("accident")
            found.append(
                {
                    "victim": who[figure],
                    "event": event["index"],
                    "by": who[target] if felled else None,
                    "weapons": in_hand.get(target, []) if felled else [],
                }
            )
        elif isinstance(named := data.get("weapons") or data.get("weapon"), str):
            in_hand[figure] = list(dict.fromkeys(code for code in named.split(", ") if code))
    return found


class Migration(migrations.Migration):
    dependencies = [("campaigns", "0015_disputes_in_time")]

    operations = [
        migrations.AddField("resolution", "falls", models.JSONField(default=list, editable=False)),
        migrations.RunPython(take_falls, migrations.RunPython.noop, elidable=True),
    ]
