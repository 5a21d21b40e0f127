/** `npm run demo`: the product on a throw-away data directory with a believable agency in it. */
import { PRODUCT_NAME } from '#platform/contract/product.ts';
import { DEMO_PASSWORD, PEOPLE } from './demo/cast.ts';
import { NEWCOMER } from './demo/newcomer.ts';
import { startDemo } from './demo/start.ts';
import { SUBSCRIBER } from './demo/subscriber.ts';

process.stdout.write('Three months of an agency are being written …\n');
const demo = await startDemo(process.env);
process.stdout.write(`${PRODUCT_NAME} is ready at ${demo.url}\n\n`);
process.stdout.write(`Sign in with the password ${DEMO_PASSWORD} as\n`);
for (const one of PEOPLE) process.stdout.write(`  ${one.username.padEnd(18)} ${one.position}\n`);
process.stdout.write(`  ${NEWCOMER.padEnd(18)} Owner of a second business, still without data\n`);
process.stdout.write(`  ${SUBSCRIBER.padEnd(18)} Owner of a third business, which pays with a test card\n`);
process.stdout.write('\nEverything is thrown away when this ends.\n');

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void demo.stop().then(() => process.exit(0)));
}
