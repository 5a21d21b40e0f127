/** `npm run db:cluster`: writes the archive from which new databases are created; run it after an update of PGlite. */

import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { createWriteStream, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createBrotliCompress } from 'node:zlib';
import { create } from 'tar';
import { EMPTY_CLUSTER } from '#platform/server/database/embedded/createCluster.ts';

/** The window reaches over several files of the catalog, which are similar. */
const BROTLI = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 };

const cluster = mkdtempSync(join(tmpdir(), 'cluster-'));
try {
  const database = await PGlite.create({ fs: new NodeFS(cluster) });
  await database.close();
  const file = join('src/platform/server/database/embedded', EMPTY_CLUSTER);
  const archive = create({ cwd: cluster, portable: true, noMtime: true }, readdirSync(cluster).sort());
  await pipeline(archive, createBrotliCompress({ params: BROTLI }), createWriteStream(file));
  console.log(`Wrote ${file}`);
} finally {
  rmSync(cluster, { recursive: true });
}
