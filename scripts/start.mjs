/** `npm start`: installs and builds what is missing or stale, then is the server. */
import module from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bootstrap, projectRoot } from './bootstrap.mjs';

await bootstrap();
const { buildApart } = await import('./build.mjs');
buildApart();
module.enableCompileCache(join(projectRoot, '.cache', 'compiled'));
// The server runs in this very process, so signals reach it directly.
await import(pathToFileURL(join(projectRoot, 'dist', 'server', 'main.js')).href);
