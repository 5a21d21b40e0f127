/** `npm start`: installs and builds what is missing or stale, then runs the server in this process. */

import module from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bootstrap, projectRoot, replaceProcess } from './bootstrap.mjs';

await bootstrap();
const { buildThenRun } = await import('./build.mjs');
await buildThenRun(import.meta.filename);
// With this setting glibc keeps less free memory. Only a new process reads it (docs/decisions/048).
if (process.env.MALLOC_ARENA_MAX === undefined) {
  const env = { ...process.env, MALLOC_ARENA_MAX: '1' };
  await replaceProcess(['--expose-gc', import.meta.filename], { env });
}
// Worker threads and child processes read the cache's directory from the environment.
process.env.NODE_COMPILE_CACHE ??= join(projectRoot, '.cache', 'compiled');
module.enableCompileCache(process.env.NODE_COMPILE_CACHE);
const { start } = await import(pathToFileURL(join(projectRoot, 'dist', 'server', 'main.js')).href);
await start();
// The start leaves garbage that V8 would keep until there is load.
await globalThis.gc?.({ type: 'major', execution: 'async', flavor: 'last-resort' });
