from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("rosters", "0003_steps_in_order")]

    operations = [
        migrations.AddField(
            model_name="journalentry",
            name="reason",
            field=models.TextField(blank=True, default=""),
        ),
    ]
