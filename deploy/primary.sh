#!/bin/sh
# Runs once, when the primary is made: the product's account, which owns its database alone, and the replica's.
set -eu
psql -v ON_ERROR_STOP=1 --username "$POSTGRES_USER" -v password="$DB_PASSWORD" -v replication="$REPLICATION_PASSWORD" <<'SQL'
create role quarterhour login createrole password :'password';
create database quarterhour owner quarterhour;
create role replicator login replication password :'replication';
select pg_create_physical_replication_slot('replica');
SQL
echo 'host replication replicator all scram-sha-256' >> "$PGDATA/pg_hba.conf"
