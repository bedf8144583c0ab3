"""The migration that there is."""

from importlib import import_module

Migration = import_module("operations.migrations.0001_backups").Migration
