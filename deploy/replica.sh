#!/bin/sh
# Starts the replica; the first time it copies the primary.
set -eu
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  install -d -o postgres -g postgres -m 700 "$PGDATA"
  PGPASSWORD="$REPLICATION_PASSWORD" gosu postgres pg_basebackup --pgdata="$PGDATA" --host=primary \
    --username=replicator --slot=replica --wal-method=stream --write-recovery-conf
fi
exec docker-entrypoint.sh postgres -c hot_standby_feedback=on
