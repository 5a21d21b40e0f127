/**
 * A Citus cluster as docs/operations.md describes it: with the files of deploy/citus, its `.pgpass` and its commands, on
 * loopback addresses and a free port in place of the documented ones.
 */

import getPort from 'get-port';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { ProductOnCitus } from './agenciesOnWorkers.ts';
import { findCitusPrograms, runSql, type CitusCluster } from './citus.ts';
import { startCluster, type AdministratorFiles, type Cluster } from './postgres.ts';
import { ACCOUNT } from './postgresServer.ts';
import { runProgram, startProduct, type ProductProcess } from './process.ts';

export interface DeployedCitus {
  cluster: Omit<CitusCluster, 'startWorker'>;
  /** The coordinator first. */
  servers: readonly Cluster[];
  /** The database for the product. */
  url: string;
  passwords: Passwords;
  /** Runs a statement of a superuser in the database on the coordinator. */
  sql<Row extends object>(statement: string): Promise<Row[]>;
  /** Runs the command in the first lines of a file of deploy/citus on a server, for the database of the product or another. */
  runCommandOf(file: 'prepare.sql' | 'add-nodes.sql', server: Cluster, database?: string): Promise<void>;
}

export interface Passwords {
  superuser: string;
  product: string;
}

const HOSTS = ['127.0.0.1', '127.0.0.2', '127.0.0.3'] as const;
/** Few, so that it is distributed in seconds. */
const SHARDS = 4;

/** Servers of the cluster at CITUS_URL are not set up or suspended. */
const CAN_START = findCitusPrograms() !== null && !process.env['CITUS_URL'];

const createPassword = () => randomBytes(12).toString('hex');

/** Replaces what the documentation leaves to the administrator. Loopback has one network for servers and app servers. */
function createAdapter(port: number, { superuser, product }: Passwords): (text: string) => string {
  const replacements = [
    ['10.0.0.10', HOSTS[0]],
    ['10.0.0.11', HOSTS[1]],
    ['10.0.0.12', HOSTS[2]],
    ['10.0.0.0/24', '127.0.0.0/24'],
    ['10.0.1.0/24', '127.0.0.0/24'],
    ['5432', String(port)],
    [':SUPERUSER_PASSWORD', `:${superuser}`],
    [':PASSWORD', `:${product}`],
  ] as const;
  return (text) => replacements.reduce((adapted, [from, to]) => adapted.replaceAll(from, to), text);
}

/** The administrator of a server connects through its socket. Debian's other lines are for the server's own connections. */
const LOCAL = 'local all all trust\n';
const COORDINATOR_ONLY = '# On the coordinator only';

async function readFiles(
  adapt: (text: string) => string,
): Promise<Record<'coordinator' | 'worker', AdministratorFiles>> {
  const [settings, hba, operations] = await Promise.all(
    ['deploy/citus/postgresql.conf', 'deploy/citus/pg_hba.conf', 'docs/operations.md'].map((file) =>
      readFile(file, 'utf8'),
    ),
  );
  const passwords = [...(operations ?? '').matchAll(/^ *(\*:5432:\*:.+)$/gm)].map(([, line]) => `${line}\n`);
  const toFiles = (lines = ''): AdministratorFiles => ({
    settings: settings ?? '',
    authentication: LOCAL + adapt(lines),
    passwords: adapt(passwords.join('')),
  });
  return { coordinator: toFiles(hba), worker: toFiles(hba?.split(COORDINATOR_ONLY)[0]) };
}

/** Starts the servers and sets up the database of the product, without tables. `cluster.remove` when done. */
async function startDeployedCitus(): Promise<DeployedCitus> {
  const passwords = { superuser: createPassword(), product: createPassword() };
  const port = await getPort({ host: HOSTS[0] });
  const adapt = createAdapter(port, passwords);
  const files = await readFiles(adapt);
  const programs = findCitusPrograms() ?? '';
  const servers: Cluster[] = [];
  const remove = async () => {
    for (const server of servers) await server.remove();
  };
  const runCommandOf: DeployedCitus['runCommandOf'] = (file, server, database = ACCOUNT) =>
    runCommand({ path: `deploy/citus/${file}`, server, database, programs, passwords, adapt });
  try {
    for (const [index, host] of HOSTS.entries())
      servers.push(
        await startCluster({
          durable: true,
          programs,
          host,
          port,
          files: index === 0 ? files.coordinator : files.worker,
        }),
      );
    const [coordinator, ...workers] = servers as [Cluster, ...Cluster[]];
    for (const server of servers) await runCommandOf('prepare.sql', server);
    await runCommandOf('add-nodes.sql', coordinator);
    return {
      cluster: { coordinator, workers, remove },
      servers,
      url: `postgres://${ACCOUNT}:${passwords.product}@${HOSTS[0]}:${port}/${ACCOUNT}?sslmode=no-verify`,
      passwords,
      sql: (statement) => runSql(coordinator.url(ACCOUNT), statement),
      runCommandOf,
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

export interface DeployedProduct extends ProductOnCitus {
  citus: DeployedCitus;
}

/** Starts a product on a cluster before the tests of a file, and skips them where none can be started. */
export function useDeployedProduct(): DeployedProduct {
  const deployed = {} as DeployedProduct;
  let folder: string;
  let product: ProductProcess;
  beforeEach(({ skip }) =>
    skip(!CAN_START, 'Starts its own servers, so it needs a local PostgreSQL with Citus'),
  );
  beforeAll(async () => {
    if (!CAN_START) return;
    folder = await mkdtemp(join(tmpdir(), 'quarterhour-deployed-'));
    const citus = await startDeployedCitus();
    Object.assign(deployed, { citus, workers: citus.cluster.workers, sql: citus.sql });
    await distribute(citus, folder);
    product = await startProduct({ DATABASE_URL: citus.url, DATA_DIR: folder, RATE_LIMITS: 'off' });
    deployed.url = product.url;
  });
  afterAll(async () => {
    if (!CAN_START) return;
    await product?.end('SIGKILL');
    await deployed.citus?.cluster.remove();
    await rm(folder, { recursive: true });
  });
  return deployed;
}

/** Distributes the database of the product over few shards. @throws with the program's output */
async function distribute({ sql, url }: DeployedCitus, DATA_DIR: string): Promise<void> {
  await sql(`alter database ${ACCOUNT} set citus.shard_count to ${SHARDS}`);
  const { code, output } = await runProgram({ DATABASE_URL: url, DATA_DIR }, ['scripts/distribute.ts']);
  if (code !== 0) throw new Error(output);
}

interface Command {
  path: string;
  server: Cluster;
  database: string;
  programs: string;
  passwords: Passwords;
  adapt: (text: string) => string;
}

/** Runs it beside an adapted copy of the file, so that the command is the documented one. */
async function runCommand({ path, server, database, programs, passwords, adapt }: Command): Promise<void> {
  const text = adapt(await readFile(path, 'utf8'));
  const command = /^-- +(psql .+)$/m.exec(text)?.[1];
  if (command === undefined) throw new Error(`${path} has no command in its first lines`);
  const copy = join(server.folder, path);
  await mkdir(dirname(copy), { recursive: true });
  await writeFile(copy, text);
  execFileSync('sh', ['-c', command.replace(/(?<=database=| )quarterhour\b/, database)], {
    cwd: server.folder,
    stdio: 'pipe',
    env: {
      PATH: `${programs}:${process.env['PATH']}`,
      PGHOST: server.folder,
      PGPORT: String(server.port),
      PGUSER: 'postgres',
      SUPERUSER_PASSWORD: passwords.superuser,
      PASSWORD: passwords.product,
    },
  });
}
