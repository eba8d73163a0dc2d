from django.apps import AppConfig


class ConfigConfig(AppConfig):
    """No models: the room that joins the others holds the commands that need them all."""

    name = "config"
