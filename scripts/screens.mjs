/** `npm run screens`: pictures of every screen, dialog and state, in `screens/`. */
import { bootstrap } from './bootstrap.mjs';

await bootstrap();
const { buildApart } = await import('./build.mjs');
await buildApart();
await import('./screens/take.ts');
