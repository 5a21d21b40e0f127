/**
 * Runs a script of the project: `node scripts/run.mjs [--build] FILE [argument …]`.
 * Installs what is missing, switches to the project's Node and, with --build, builds what is stale.
 */

import { pathToFileURL } from 'node:url';
import { bootstrap } from './bootstrap.mjs';

await bootstrap();
const needsBuild = process.argv[2] === '--build';
const [file] = process.argv.splice(2, needsBuild ? 2 : 1).slice(-1);
if (needsBuild) {
  const { buildInChild } = await import('./build.mjs');
  await buildInChild();
}
await import(pathToFileURL(file).href);
