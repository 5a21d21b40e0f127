/** `npm run demo`: the product with sample data in a temporary data directory. */

import { PRODUCT_NAME } from '#platform/contract/product.ts';
import { DEMO_PASSWORD, NEWCOMER, PEOPLE, SUBSCRIBER } from './demo/cast.ts';
import { startDemo } from './demo/start.ts';

process.stdout.write('Creating three months of sample data …\n');
const demo = await startDemo(process.env);
const logins = [
  ...PEOPLE.map(({ username, position }) => [username, position]),
  [NEWCOMER, 'Owner of a second business, without data'],
  [SUBSCRIBER, 'Owner of a third business, which pays with a test card'],
];
process.stdout.write(
  `${PRODUCT_NAME} is ready at ${demo.url}\n\nLog in with the password ${DEMO_PASSWORD} as\n`,
);
for (const [username = '', position] of logins)
  process.stdout.write(`  ${username.padEnd(18)} ${position}\n`);
process.stdout.write('\nThe data is deleted when you stop the demo.\n');

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void demo.stop().then(() => process.exit(0)));
}
