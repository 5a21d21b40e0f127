import { expect, test } from 'vitest';
import { openDatabase } from '../../src/platform/server/database/database.ts';
import { openLog } from '../../src/platform/server/log.ts';
import { copyOfTemplate } from '../setup/database.ts';

test('a query that never ends is given up after five seconds, and the process serves on', async () => {
  const dataDir = await copyOfTemplate();
  const database = await openDatabase({ dataDir, databaseUrl: null }, openLog('silent'));
  const client = await database.pool.connect();
  await client.query('begin');
  await expect(client.query('select count(*) from generate_series(1, 100000000000)')).rejects.toMatchObject({
    code: '57014',
  });
  client.release(true);
  expect((await database.pool.query('select 1 as back')).rows).toEqual([{ back: 1 }]);
  await database.close();
});
