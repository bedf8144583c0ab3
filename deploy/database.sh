#!/bin/sh
# Create the room's role and database. PostgreSQL's container runs it once, when its volume is empty.
set -eu
password=$(cat /secrets/database)
# The password has letters, digits, - and _ only (ops/new_secret.py).
psql --username postgres --set ON_ERROR_STOP=1 <<SQL
CREATE ROLE room LOGIN CREATEDB PASSWORD '$password';
CREATE DATABASE room OWNER room TEMPLATE template0 ENCODING 'UTF8';
SQL
