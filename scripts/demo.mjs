/** `npm run demo`: installs and builds what is missing, then shows the product with a believable agency in it. */
import { bootstrap } from './bootstrap.mjs';

await bootstrap();
const { buildApart } = await import('./build.mjs');
await buildApart();
await import('./demo.ts');
