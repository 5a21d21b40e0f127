-- Run as the superuser on the coordinator and each worker, before adding nodes. Set SUPERUSER_PASSWORD and PASSWORD in
-- the environment; other users of the machine can read command-line arguments:
--   psql -v ON_ERROR_STOP=1 -v database=quarterhour -f deploy/citus/prepare.sql postgres
-- Running it again with another database prepares that one and sets the same passwords.
--
-- Citus connects to a worker as the role of the statement, so both roles log in there, and the superuser for what
-- concerns nodes and shards. The passwords are those in .pgpass (docs/operations.md).
\getenv superuser_password SUPERUSER_PASSWORD
\getenv password PASSWORD
select 'create role quarterhour login' where to_regrole('quarterhour') is null \gexec
select 'create role quarterhour_app login' where to_regrole('quarterhour_app') is null \gexec
alter role quarterhour password :'password';
alter role quarterhour_app password :'password';
alter role current_user password :'superuser_password';
grant quarterhour_app to quarterhour;
create database :"database" owner quarterhour;
\connect :"database"
create extension citus;
