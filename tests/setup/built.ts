/** Before the tests that start the product as it is shipped: builds its server, if what is there is not of now. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

export default async function setup(): Promise<void> {
  await promisify(execFile)(process.execPath, ['scripts/build.mjs', 'server']);
}
