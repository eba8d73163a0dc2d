"""What gunicorn reads by itself when it is started here: processes are forked from one that has everything ready."""

from typing import Any

preload_app = True


def when_ready(server: Any) -> None:
    """Get ready before the first process is forked: what is there by then, all of them share."""
    from config.warm import warm_all

    warm_all()
