/** Starts and stops of the product: settings, ports, data directories, databases, several nodes, SIGTERM. */

import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { copyTemplate, createDatabase } from '#tests/setup/database.ts';
import { startExpectingExit, startProduct, type ProductProcess } from '#tests/support/helpers/process.ts';

let directory: string;
const running: ProductProcess[] = [];
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'quarterhour-process-'));
});
afterEach(async () => {
  for (const one of running.splice(0))
    if (one.child.exitCode === null && one.child.signalCode === null) await one.end('SIGKILL');
  await rm(directory, { recursive: true });
});

async function start(environment: Record<string, string>, program?: string): Promise<ProductProcess> {
  const product = await startProduct(environment, program);
  running.push(product);
  return product;
}

const registration = (name: string) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({
    businessName: name,
    businessEmail: 'office@example.test',
    employeeCount: '1-5',
    username: `owner.${name}`,
    password: 'a long password',
    email: 'owner@example.test',
    firstName: 'Ruth',
    lastName: 'Okafor',
    position: 'Owner',
    department: 'Office',
  }),
});

test('npm start builds what is missing, and serves app and API on the one port that it prints [10.7.16]', async () => {
  const product = await start({ DATA_DIR: directory }, 'scripts/start.mjs');
  const page = await fetch(product.url);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<title>Quarterhour')]);
  const screen = await fetch(`${product.url}/my-notes`);
  expect(screen.headers.get('content-type')).toContain('text/html');
  expect(await (await fetch(`${product.url}/api/businesses/count`)).json()).toEqual({ count: 0 });
  expect(await product.end('SIGTERM')).toBe(0);
});

test('a second start on the same data directory exits with one line and does no harm [R-5]', async () => {
  const DATA_DIR = await copyTemplate();
  const first = await start({ DATA_DIR });
  const second = await startExpectingExit({ DATA_DIR });
  expect(second.code).toBe(1);
  expect(second.output.trim().split('\n')).toHaveLength(1);
  expect(second.output).toContain(DATA_DIR);
  expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
});

test('a wrong setting ends the start with one line that names the setting [10.7.2 S-40]', async () => {
  const { code, output } = await startExpectingExit({ DATA_DIR: directory, PORT: 'eighty' });
  expect(code).toBe(1);
  expect(output).toMatch(/^PORT: .+\n$/);
});

/** A port in use until `free` is called. */
async function occupyPort(): Promise<{ port: number; free: () => Promise<unknown> }> {
  const other = createServer().listen(0);
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  return { port, free: () => once(other.close(), 'close') };
}

test('a port in use ends the start with one line that explains what to do', async () => {
  const { port, free } = await occupyPort();
  const { code, output } = await startExpectingExit({ DATA_DIR: await copyTemplate(), PORT: String(port) });
  await free();
  expect([code, output]).toEqual([
    1,
    `PORT: ${port} is in use by another program. Stop that one, or start with another PORT.\n`,
  ]);
});

test('a database server that cannot be reached ends the start with one line, without the password', async () => {
  const { port, free } = await occupyPort();
  await free();
  const at = `127.0.0.1:${port}`;
  const { code, output } = await startExpectingExit({
    DATA_DIR: directory,
    DATABASE_URL: `postgres://wrong-user:not-to-be-shown@${at}/quarterhour`,
  });
  expect([code, output]).toEqual([
    1,
    `DATABASE_URL: no PostgreSQL server answers at ${at} (ECONNREFUSED). Start it, or correct the address.\n`,
  ]);
});

test('a missing database ends the start with one line', async () => {
  const url = new URL(inject('postgres').admin);
  url.pathname = '/not_there';
  const { code, output } = await startExpectingExit({ DATA_DIR: directory, DATABASE_URL: url.href });
  expect([code, output]).toEqual([
    1,
    `DATABASE_URL: the server at ${url.host} reports: database "not_there" does not exist. ` +
      'Correct the account or the name of the database.\n',
  ]);
});

test('a direct address of another database, or of none, ends the start with one line [S-40]', async () => {
  const [DATABASE_URL, copy] = await Promise.all([createDatabase(), createDatabase()]);
  const { host, pathname } = new URL(copy);
  const other = await startExpectingExit({ DATA_DIR: directory, DATABASE_URL, DATABASE_DIRECT_URL: copy });
  expect([other.code, other.output]).toEqual([
    1,
    `DATABASE_DIRECT_URL: ${host}${pathname} is not the database of DATABASE_URL. Correct the address.\n`,
  ]);
  const { port, free } = await occupyPort();
  await free();
  const nowhere = new URL(copy);
  nowhere.port = String(port);
  const away = { DATA_DIR: directory, DATABASE_URL, DATABASE_DIRECT_URL: nowhere.href };
  expect((await startExpectingExit(away)).output).toMatch(
    /^DATABASE_DIRECT_URL: \S+ cannot be reached \(ECONNREFUSED\)/,
  );
  const sound = await start({ DATA_DIR: directory, DATABASE_URL, DATABASE_DIRECT_URL: DATABASE_URL });
  expect((await fetch(`${sound.url}/readyz`)).status).toBe(200);
});

test('in production a database server that may lose commits ends the start with one line [S-40 R-4]', async () => {
  const DATABASE_URL = await createDatabase();
  const production = { DATA_DIR: directory, DATABASE_URL, NODE_ENV: 'production' };
  const { code, output } = await startExpectingExit(production);
  expect([code, output]).toEqual([
    1,
    `DATABASE_URL: the server at ${new URL(DATABASE_URL).host} may lose commits that it has acknowledged. ` +
      'Turn on fsync and full_page_writes and synchronous_commit.\n',
  ]);
});

test('SIGTERM ends open streams, completes requests in progress, and loses nothing [10.7.16 R-9]', async () => {
  const DATA_DIR = await copyTemplate();
  const product = await start({ DATA_DIR, RATE_LIMITS: 'off' });
  const signedIn = await fetch(`${product.url}/api/auth/register-admin`, registration('first'));
  const { token } = (await signedIn.json()) as { token: string };
  const stream = await fetch(`${product.url}/api/events`, { headers: { authorization: `Bearer ${token}` } });
  expect(stream.status).toBe(200);
  // Hashing takes a while: two run at a time, the others wait in the queue.
  const work = Array.from({ length: 20 }, (_, index) =>
    fetch(`${product.url}/api/auth/register-admin`, registration(`busy${index}`)),
  );
  await Promise.race(work);
  const code = product.end('SIGTERM');
  const answers = await Promise.all(work);
  expect(answers.map((one) => one.status)).toEqual(Array(20).fill(201));
  expect(await stream.text()).toContain('event: bye');
  expect(await code).toBe(0);

  const again = await start({ DATA_DIR });
  const count = await fetch(`${again.url}/api/businesses/count`);
  expect(await count.json()).toEqual({ count: 21 });
});

test('with DRAIN_SECONDS a stopping server answers 503 to /readyz, and serves until proxies have noticed [R-9]', async () => {
  const product = await start({ DATA_DIR: await copyTemplate(), DRAIN_SECONDS: '2' });
  const code = product.end('SIGTERM');
  const status = async (path: string) => (await fetch(`${product.url}${path}`)).status;
  await expect.poll(() => status('/readyz')).toBe(503);
  expect(await status('/api/businesses/count')).toBe(200);
  expect(await code).toBe(0);
});

test('four nodes that start at the same time on a new database migrate it once [10.7.5,16,18 R-14]', async () => {
  const { admin } = inject('postgres');
  const name = `start_${process.pid}_${Math.random().toString(36).slice(2)}`;
  const client = new pg.Client({ connectionString: admin });
  await client.connect();
  await client.query(`create database ${name}`);
  const url = new URL(admin);
  url.pathname = `/${name}`;
  const nodes = await Promise.all(
    [1, 2, 3, 4].map((node) => start({ DATA_DIR: join(directory, String(node)), DATABASE_URL: url.href })),
  );
  for (const node of nodes) expect((await fetch(`${node.url}/readyz`)).status).toBe(200);
  for (const node of nodes) expect(await node.end('SIGTERM')).toBe(0);
  await client.query(`drop database ${name}`);
  await client.end();
});
