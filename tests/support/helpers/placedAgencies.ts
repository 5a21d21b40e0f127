/** Businesses of a product on Citus, and the workers that have their rows. */
import { createAgency, type RunningAgency } from './agencyProcess.ts';
import type { Cluster } from './postgres.ts';

/** A product and the cluster behind it. */
export interface ProductOnCitus {
  /** The address of the product. */
  url: string;
  workers: readonly Cluster[];
  /** Runs a statement of a superuser in the database on the coordinator. */
  sql<Row extends object>(statement: string): Promise<Row[]>;
}

export interface PlacedAgency {
  agency: RunningAgency;
  businessId: number;
  /** Of the worker that has its rows. */
  port: number;
}

/** Notes of one author wait for each other. */
const AUTHORS = 4;
/** More than enough for one on each of two workers. */
const MOST_BUSINESSES = 12;

/** New tokens begin with the id of their business. */
const businessOf = (token: string) => Number(token.split('-')[0]);

const portOf = (worker: Cluster) => Number(new URL(worker.url('postgres')).port);

/** The port of the worker that has the rows of a business. */
export async function findPort({ sql }: ProductOnCitus, businessId: number): Promise<number> {
  const [placement] = await sql<{ port: number }>(
    `select nodeport as port from citus_shards
     where shardid = get_shard_id_for_distribution_column('users', ${businessId})`,
  );
  return placement?.port ?? 0;
}

/** Registers a business that may write. */
export async function createPlaced(product: ProductOnCitus): Promise<PlacedAgency> {
  const activate = (token: string) =>
    product.sql(`update businesses set subscription_status = 'active' where id = ${businessOf(token)}`);
  const agency = await createAgency(product.url, { authors: AUTHORS, activate });
  const businessId = businessOf(agency.token);
  return { agency, businessId, port: await findPort(product, businessId) };
}

/** Registers businesses until each worker has one. @returns one on each worker, in their order */
export async function createOneOnEach(product: ProductOnCitus): Promise<PlacedAgency[]> {
  const ports = product.workers.map(portOf);
  const created: PlacedAgency[] = [];
  while (ports.some((port) => !created.some((one) => one.port === port))) {
    if (created.length === MOST_BUSINESSES) throw new Error('All businesses are on one worker');
    created.push(await createPlaced(product));
  }
  return ports.map((port) => created.find((one) => one.port === port) as PlacedAgency);
}

/** Puts a business into shards of its own. @returns the id of one of them */
export async function isolateBusiness({ sql }: ProductOnCitus, businessId: number): Promise<string> {
  const [isolated] = await sql<{ shard: string }>(
    `select isolate_tenant_to_new_shard('users', ${businessId}, 'CASCADE', shard_transfer_mode => 'block_writes')::text as shard`,
  );
  return isolated?.shard ?? '';
}

/** Moves a shard, and those colocated with it, from its worker to another one. @returns the port of the new worker */
export async function moveToOtherWorker(
  { sql, workers }: ProductOnCitus,
  { shard, port }: { shard: string; port: number },
): Promise<number> {
  const [target = 0] = workers.map(portOf).filter((one) => one !== port);
  await sql(`select citus_move_shard_placement(${shard}, '127.0.0.1', ${port}, '127.0.0.1', ${target})`);
  return target;
}
