// A process to be killed: inserts rows as fast as it can, singly and in transactions of two. Prints `open` when it is
// ready, and the number of each row once its commit is acknowledged. With a third argument it checkpoints after each of so
// many rows, and prints `checkpoint` before and `checkpointed` after it.
import { writeSync } from 'node:fs';
import { inspect } from 'node:util';
import pg from 'pg';
import { openEmbedded } from '#platform/server/database/embedded/openEmbedded.ts';

const [directory = '', first = '0', rowsPerCheckpoint = 'Infinity'] = process.argv.slice(2);
const silent = () => {};
const print = (details: object, message: string) => process.stderr.write(`${message} ${inspect(details)}\n`);
const database = await openEmbedded({
  directory,
  log: { info: silent, warn: print, error: print },
  // Often enough for kills to hit checkpoints too.
  maintenance: { checkEveryMs: 100, checkpointEveryMs: 0 },
});
const pool = new pg.Pool(database.poolConfig());
await pool.query(`create table if not exists written
  (id bigint primary key, pair bigint not null, content text not null)`);
await pool.query('create index if not exists content on written (md5(content))');
writeSync(1, 'open\n');

const insert = { name: 'write', text: 'insert into written values ($1, $2, $3)' };
const client = await pool.connect();
for (let id = Number(first); ; id += 2) {
  const content = `row ${id} `.repeat(40);
  // One commit for the pair, or one for each.
  const pair = id % 4 === 0;
  await Promise.all([
    client.query(pair ? 'begin' : 'select 1'),
    client.query({ ...insert, values: [id, pair ? id : -1, content] }),
    client.query({ ...insert, values: [id + 1, pair ? id : -1, content] }),
    client.query(pair ? 'commit' : 'select 1'),
  ]);
  // Straight to the pipe: what has been written survives the kill.
  writeSync(1, `${id}\n${id + 1}\n`);
  if ((id - Number(first) + 2) % Number(rowsPerCheckpoint) !== 0) continue;
  writeSync(1, 'checkpoint\n');
  await client.query('checkpoint');
  writeSync(1, 'checkpointed\n');
}
