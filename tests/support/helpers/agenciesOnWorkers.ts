/** Businesses of a product on Citus, and the workers that have their shards. */

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

export interface AgencyOnWorker {
  agency: RunningAgency;
  businessId: number;
  /** Has the shards of the business. */
  worker: Cluster;
}

/** Notes of one author wait for each other. */
const AUTHORS = 4;
/** More than enough for one on each of two workers. */
const MOST_BUSINESSES = 12;

/** New tokens begin with the id of their business. */
const businessOf = (token: string) => Number(token.split('-')[0]);

/** The worker that has the shards of a business. */
export async function findWorker({ sql, workers }: ProductOnCitus, businessId: number): Promise<Cluster> {
  const [placement] = await sql<{ host: string; port: number }>(
    `select nodename as host, nodeport as port from citus_shards
     where shardid = get_shard_id_for_distribution_column('users', ${businessId})`,
  );
  const isPlacement = ({ host, port }: Cluster) => host === placement?.host && port === placement.port;
  const worker = workers.find(isPlacement);
  if (!worker) throw new Error(`Business ${businessId} is on none of the workers`);
  return worker;
}

/** Registers a business that may write. */
export async function createAgencyOnWorker(product: ProductOnCitus): Promise<AgencyOnWorker> {
  const activate = (token: string) =>
    product.sql(`update businesses set subscription_status = 'active' where id = ${businessOf(token)}`);
  const agency = await createAgency(product.url, { authors: AUTHORS, activate });
  const businessId = businessOf(agency.token);
  return { agency, businessId, worker: await findWorker(product, businessId) };
}

/** Registers businesses until each worker has one. @returns one on each worker, in their order */
export async function createAgencyOnEachWorker(product: ProductOnCitus): Promise<AgencyOnWorker[]> {
  const created: AgencyOnWorker[] = [];
  const findOn = (worker: Cluster) => created.find((one) => one.worker === worker);
  while (!product.workers.every(findOn)) {
    if (created.length === MOST_BUSINESSES) throw new Error('All businesses are on one worker');
    created.push(await createAgencyOnWorker(product));
  }
  return product.workers.map((worker) => findOn(worker) as AgencyOnWorker);
}

/** Puts a business into shards of its own. @returns the id of one of them */
export async function isolateBusiness({ sql }: ProductOnCitus, businessId: number): Promise<string> {
  const [isolated] = await sql<{ shard: string }>(
    `select isolate_tenant_to_new_shard('users', ${businessId}, 'CASCADE', shard_transfer_mode => 'block_writes')::text as shard`,
  );
  return isolated?.shard ?? '';
}

/** Moves a shard, and those colocated with it, from its worker to another one. @returns the new worker */
export async function moveToOtherWorker(
  { sql, workers }: ProductOnCitus,
  { shard, worker }: { shard: string; worker: Cluster },
): Promise<Cluster> {
  const target = workers.find((one) => one !== worker) as Cluster;
  const [from, to] = [worker, target].map(({ host, port }) => `'${host}', ${port}`);
  await sql(`select citus_move_shard_placement(${shard}, ${from}, ${to})`);
  return target;
}
