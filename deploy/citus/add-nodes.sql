-- Run by a superuser in the database on the coordinator, after prepare.sql has run on all servers:
--   psql -v ON_ERROR_STOP=1 -v coordinator=10.0.0.10 -v worker1=10.0.0.11 -v worker2=10.0.0.12 -f deploy/citus/add-nodes.sql quarterhour
select citus_set_coordinator_host(:'coordinator', 5432);
select citus_add_node(:'worker1', 5432);
select citus_add_node(:'worker2', 5432);
