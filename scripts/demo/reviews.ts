/** Reviews of the demo agency: most notes are approved, a few are denied, sent back or put on hold. */

import { setTime, type DemoAgency } from './agency.ts';
import { weekdayOf } from './calendar.ts';
import { pick } from './random.ts';
import { DENIALS, RETURNS } from './texts.ts';

type Review =
  | { action: 'approve' | 'hold' }
  | ({ action: 'deny' } & (typeof DENIALS)[number])
  | ({ action: 'return' } & (typeof RETURNS)[number]);

/** One of each, so that none depends on chance. */
export const ONE_OF_EACH: readonly Review[] = [
  { action: 'deny', ...DENIALS[0] },
  { action: 'return', ...RETURNS[0] },
  { action: 'hold' },
  { action: 'approve' },
];

/** Reviews all pending notes at the end of a day; the first ones as given. */
export async function reviewDay(
  { api, next, signIn }: DemoAgency,
  day: string,
  first: readonly Review[] = [],
): Promise<void> {
  setTime(day, '19:00');
  const token = await signIn(next() < 0.8 ? 'daniel.weiss' : 'ruth.okafor');
  const query = { status: 'pending', limit: 200 };
  const pending = await api.ok(token, 'GET /api/management/notes', { query });
  for (const [index, { id }] of pending.entries()) {
    const body = first[index] ?? decide(next);
    await api.ok(token, 'PATCH /api/notes/:id/review', { params: { id }, body });
  }
}

function decide(next: () => number): Review {
  const random = next();
  if (random < 0.04) return { action: 'deny', ...pick(DENIALS, next()) };
  if (random < 0.07) return { action: 'return', ...pick(RETURNS, next()) };
  return { action: random < 0.085 ? 'hold' : 'approve' };
}

/** Units left when a client buys the next block. */
const BUYS_BELOW = 40;
/** Some wait longer, so that a bar near its end can be seen. */
const BUYS_LATE_BELOW = 6;

/** Adds a block of units to clients that run low, on Fridays. Two of 25 go into overuse. */
export async function buyUnits({ api, clients, signIn }: DemoAgency, day: string): Promise<void> {
  if (weekdayOf(day) !== 5) return;
  setTime(day, '16:30');
  const token = await signIn('daniel.weiss');
  for (const { id, totalTimeUnits, availableTimeUnits } of await api.ok(token, 'GET /api/clients')) {
    const block = clients.find((client) => client.id === id)?.totalTimeUnits;
    if (!block || id % 12 === 0) continue;
    if (Number(availableTimeUnits) >= (id % 5 === 2 ? BUYS_LATE_BELOW : BUYS_BELOW)) continue;
    const body = { totalTimeUnits: Number(totalTimeUnits) + block, reason: `Block of ${block} units bought` };
    await api.ok(token, 'PUT /api/clients/:id/time-units', { params: { id }, body });
  }
}
