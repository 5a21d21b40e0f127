/** `npm start`: installs and builds what is missing or stale, then is the server. */
import { spawnSync } from 'node:child_process';
import module from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bootstrap, projectRoot } from './bootstrap.mjs';

await bootstrap();
const build = await import('./build.mjs');
if (build.isStale()) buildApart();
module.enableCompileCache(join(projectRoot, '.cache', 'compiled'));
// The server runs in this very process, so signals reach it directly.
await import(pathToFileURL(join(projectRoot, 'dist', 'server', 'main.js')).href);

/** Builds in a process of its own, so that the server does not carry the builders' memory. */
function buildApart() {
  const built = spawnSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' });
  if (built.status !== 0) process.exit(built.status ?? 1);
}
