#!/usr/bin/env python
"""Django's command line for the tournament server."""

import os
import sys

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tourney.settings")
    from tourney.edge.gc_settings import collect_less_often

    collect_less_often()
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    from ops.errors import OpsError

    try:
        execute_from_command_line(sys.argv)
    except (ImproperlyConfigured, OpsError) as error:
        # A setting that the person at the machine can change, named in a sentence.
        sys.exit(str(error))
