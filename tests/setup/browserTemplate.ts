/** Creates a data directory with the built product, which each worker of the browser tests copies. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProduct } from '#tests/support/helpers/process.ts';

/** The environment variable with the path, which the workers inherit. */
export const TEMPLATE = 'QUARTERHOUR_TEST_TEMPLATE';

export default async function setup(): Promise<() => Promise<void>> {
  const template = await mkdtemp(join(tmpdir(), 'product-template-'));
  const product = await startProduct({ DATA_DIR: template, NODE_ENV: 'test' });
  await product.end('SIGTERM');
  process.env[TEMPLATE] = template;
  return () => rm(template, { recursive: true, force: true });
}
