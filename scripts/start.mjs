/** `npm start`: installs and builds what is missing or stale, then runs the server in this process. */
import module from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bootstrap, projectRoot } from './bootstrap.mjs';

await bootstrap();
const { buildInChild } = await import('./build.mjs');
await buildInChild('server');
// In parallel: a first start creates the database, which takes as long.
const webBuild = buildInChild('web');
// Worker threads read the cache's directory from the environment.
process.env.NODE_COMPILE_CACHE = join(projectRoot, '.cache', 'compiled');
module.enableCompileCache(process.env.NODE_COMPILE_CACHE);
const { start } = await import(pathToFileURL(join(projectRoot, 'dist', 'server', 'main.js')).href);
await start(webBuild);
