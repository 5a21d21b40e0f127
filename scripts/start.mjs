/** `npm start`: installs and builds what is missing or stale, then is the server. */
import module from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bootstrap, projectRoot } from './bootstrap.mjs';

await bootstrap();
const { buildApart } = await import('./build.mjs');
await buildApart('server');
// The first start makes a database meanwhile, which takes as long.
const webIsBuilt = buildApart('web');
// Also for the threads: they inherit it from the environment alone.
process.env.NODE_COMPILE_CACHE = join(projectRoot, '.cache', 'compiled');
module.enableCompileCache(process.env.NODE_COMPILE_CACHE);
// The server runs in this very process, so signals reach it directly.
const { start } = await import(pathToFileURL(join(projectRoot, 'dist', 'server', 'main.js')).href);
await start(webIsBuilt);
