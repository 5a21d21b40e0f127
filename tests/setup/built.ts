/** Builds the server before tests that start the product, if it is not up to date. */

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

export default async function setup(): Promise<void> {
  await promisify(execFile)(process.execPath, ['scripts/build.mjs', 'server']);
}
