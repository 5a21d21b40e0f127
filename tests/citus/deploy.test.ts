/** The files of deploy/citus and the steps of docs/operations.md, as an administrator follows them. */

import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import {
  createAgencyOnEachWorker,
  createAgencyOnWorker,
  findWorker,
  isolateBusiness,
  moveToOtherWorker,
  type AgencyOnWorker,
} from '#tests/support/helpers/agenciesOnWorkers.ts';
import { sendNote } from '#tests/support/helpers/agencyProcess.ts';
import { runSql } from '#tests/support/helpers/citus.ts';
import { useDeployedProduct, type Passwords } from '#tests/support/helpers/deployedCitus.ts';
import type { Cluster } from '#tests/support/helpers/postgres.ts';
import { ACCOUNT } from '#tests/support/helpers/postgresServer.ts';

const deployed = useDeployedProduct();

/** Sends a note on a business of each worker. @returns the businesses */
async function sendNotes(): Promise<AgencyOnWorker[]> {
  const agencies = await createAgencyOnEachWorker(deployed);
  for (const { agency } of agencies) expect((await sendNote(agency)).status).toBe(201);
  return agencies;
}

/** Runs a statement of the administrator in the database of the product on each server, the coordinator first. */
const queryServers = <Row extends pg.QueryResultRow>(statement: string): Promise<Row[][]> =>
  Promise.all(deployed.citus.servers.map((server) => runSql<Row>(server.url(ACCOUNT), statement)));

test('notes are stored on the worker of their business', async () => {
  const agencies = await sendNotes();
  const countNotes = async ({ businessId }: AgencyOnWorker) =>
    await deployed.sql(
      `select nodename as host, result::int as notes
       from run_command_on_placements('notes', 'select count(*) from %s where business_id = ${businessId}')
       where result <> '0'`,
    );
  expect(await Promise.all(agencies.map(countNotes))).toEqual(
    deployed.workers.map(({ host }) => [{ host, notes: 1 }]),
  );
});

test('every setting of deploy/citus/postgresql.conf is in effect on all servers', async () => {
  const lines = await readFile('deploy/citus/postgresql.conf', 'utf8');
  const documented = [...lines.matchAll(/^([\w.]+) = '?(.*?)'?$/gm)].map(([, name, setting]) => ({
    name,
    setting,
  }));
  expect(documented.length).toBeGreaterThan(5);
  // The tests listen on loopback only.
  const applied = documented.filter(({ name }) => name !== 'listen_addresses');
  for (const { name, setting } of applied)
    expect(await queryServers(`select '${name}' as name, current_setting('${name}') as setting`)).toEqual(
      deployed.citus.servers.map(() => [{ name, setting }]),
    );
});

interface Login {
  user: string;
  password?: string;
  ssl?: { rejectUnauthorized: boolean };
}

/** Self-signed. */
const ENCRYPTED = { rejectUnauthorized: false };

async function logIn({ host, port }: Cluster, login: Login): Promise<void> {
  const client = new pg.Client({ host, port, database: ACCOUNT, ...login });
  try {
    await client.connect();
  } finally {
    await client.end();
  }
}

describe.each(['postgres', 'quarterhour', 'quarterhour_app'])('over the network %s', (user) => {
  const passwordOf = ({ superuser, product: ofProduct }: Passwords) =>
    user === 'postgres' ? superuser : ofProduct;

  test('logs in to each server with the password only', async () => {
    for (const server of deployed.citus.servers) {
      await logIn(server, { user, password: passwordOf(deployed.citus.passwords), ssl: ENCRYPTED });
      const wrong = logIn(server, { user, password: 'wrong', ssl: ENCRYPTED });
      await expect(wrong).rejects.toMatchObject({ code: '28P01' });
      const without = logIn(server, { user, ssl: ENCRYPTED });
      await expect(without).rejects.toThrow('password must be a string');
    }
  });

  test('logs in to each server with encryption only', async () => {
    for (const server of deployed.citus.servers) {
      const login = logIn(server, { user, password: passwordOf(deployed.citus.passwords) });
      await expect(login).rejects.toMatchObject({
        code: '28000',
        message: expect.stringContaining('no encryption'),
      });
    }
  });
});

test('connections of the product to the coordinator and of Citus to the workers are encrypted', async () => {
  await sendNotes();
  const ofServers = await queryServers<{ user: string; encrypted: boolean }>(
    `select distinct usename as user, ssl as encrypted from pg_stat_activity join pg_stat_ssl using (pid)
     where client_addr is not null`,
  );
  for (const connections of ofServers) {
    expect(connections).toContainEqual({ user: ACCOUNT, encrypted: true });
    expect(connections.filter(({ encrypted }) => !encrypted)).toEqual([]);
  }
});

test('the roles of the product have no privileges of an administrator on any server', async () => {
  const roles = await queryServers(
    `select rolname as name, rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls as privileged
     from pg_roles where rolname like 'quarterhour%' order by 1`,
  );
  const expected = ['quarterhour', 'quarterhour_app'].map((name) => ({ name, privileged: false }));
  expect(roles).toEqual(deployed.citus.servers.map(() => expected));
});

test('a business is moved to another worker, which connects to the first one with its .pgpass', async () => {
  const { agency, businessId, worker } = await createAgencyOnWorker(deployed);
  const shard = await isolateBusiness(deployed, businessId);
  const target = await moveToOtherWorker(deployed, { shard, worker });
  expect(target).not.toBe(worker);
  expect(await findWorker(deployed, businessId)).toBe(target);
  expect((await sendNote(agency)).status).toBe(201);
});

test('the commands prepare another database for a restore while the product runs', async () => {
  for (const server of deployed.citus.servers)
    await deployed.citus.runCommandOf('prepare.sql', server, 'restored');
  const { coordinator, workers } = deployed.citus.cluster;
  await deployed.citus.runCommandOf('add-nodes.sql', coordinator, 'restored');
  const nodes = await runSql(
    coordinator.url('restored'),
    'select node_name as host from citus_get_active_worker_nodes() order by 1',
  );
  expect(nodes).toEqual(workers.map(({ host }) => ({ host })));
  await sendNotes();
});
