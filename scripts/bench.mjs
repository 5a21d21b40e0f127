/**
 * `npm run bench` and those that begin with `bench:`. Installs and builds what is missing or stale first, so that what
 * is measured is what stands here. The first word is the file in `bench/`, the others are for it.
 */
import { bootstrap } from './bootstrap.mjs';

await bootstrap();
const { buildApart } = await import('./build.mjs');
await buildApart();
const [name] = process.argv.splice(2, 1);
await import(`../bench/${name}.ts`);
