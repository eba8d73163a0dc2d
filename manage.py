#!/usr/bin/env python
"""Django's command line for Arrière-Ban."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.core.management import execute_from_command_line

    from config.env import OddValue

    try:
        execute_from_command_line(sys.argv)
    except OddValue as refusal:
        sys.exit(str(refusal))


if __name__ == "__main__":
    main()
