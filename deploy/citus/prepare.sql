-- Run by a superuser on the coordinator and on each worker, before any node is added:
--   psql -v ON_ERROR_STOP=1 -v password=… -f deploy/citus/prepare.sql postgres
--
-- Citus connects to a worker as the role of the statement, so both roles log in there. The second one has no password:
-- pg_hba.conf admits it from the coordinator only (docs/operations.md).
create role quarterhour login password :'password';
create role quarterhour_app login;
grant quarterhour_app to quarterhour;
create database quarterhour owner quarterhour;
\connect quarterhour
create extension citus;
