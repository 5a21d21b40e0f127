/** Transactions that read or load the tables of all businesses. */

import type { ClientBase } from 'pg';
import { isDistributed, NotDistributable } from './distribute.ts';

/**
 * Lets a transaction see each business as of one moment: on Citus each connection to a worker has a snapshot of its own,
 * so that it uses only one to each.
 */
export async function readEachBusinessAtOnce(client: ClientBase): Promise<void> {
  await client.query(`select set_config('citus.max_adaptive_executor_pool_size', '1', true)`);
}

/** Checks that the database can still take the tables of another one. @throws NotDistributable */
export async function assertLoadable(client: ClientBase): Promise<void> {
  if (await isDistributed(client))
    throw new NotDistributable(
      'The database is distributed already. Import into a new one, and then run npm run distribute.',
    );
}
