#!/bin/sh
# Runs once, when the database server is created: creates the server's account and its database.
set -eu
psql -v ON_ERROR_STOP=1 --username "$POSTGRES_USER" -v password="$DB_PASSWORD" <<'SQL'
create role quarterhour login createrole password :'password';
create database quarterhour owner quarterhour;
SQL
