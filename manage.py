#!/usr/bin/env python
"""Django's command line for Arrière-Ban."""

import errno
import os
import sys


def main() -> None:
    if sys.argv[1:] in (["version"], ["--version"]):  # Django's own command would tell which Django this is
        from club.version import version

        sys.stdout.write(f"{version()}\n")
        return
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.core.management import execute_from_command_line

    from config.env import OddValue

    try:
        execute_from_command_line(sys.argv)
    except OddValue as refusal:
        sys.exit(str(refusal))
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EDQUOT, errno.EROFS):
            raise
        place = f" ({error.filename})" if error.filename else ""
        sys.exit(f"Nothing more can be written{place}: {error.strerror}. Make room, and run the same command again.")
    except Exception as error:
        from club.unmigrated import advice

        said = advice(error)
        if said is None:
            raise
        sys.exit(said)


if __name__ == "__main__":
    main()
