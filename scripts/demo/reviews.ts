/** The manager's half hour before five: most notes are approved, a few are denied, sent back or put on hold. */
import { at } from './agency.ts';
import type { DemoAgency } from './agency.ts';
import { DENIALS, RETURNS } from './visits.ts';

interface PendingNote {
  id: number;
}

/** What can be decided on a note. */
type Decision = { action: 'approve' | 'hold' | 'deny' | 'return'; reason?: string; comment?: string };

/** One of each, so that none is left to chance. */
export const ONE_OF_EACH: readonly Decision[] = [
  { action: 'deny', reason: DENIALS[0] },
  { action: 'return', comment: RETURNS[0] },
  { action: 'hold' },
  { action: 'approve' },
];

/** Decides on everything that is pending at the end of a day; the first ones as given. */
export async function reviewDay(
  { caller, next }: DemoAgency,
  day: string,
  surely: readonly Decision[] = [],
): Promise<void> {
  at(day, '19:00');
  const reviewer = next() < 0.8 ? 'daniel.weiss' : 'ruth.okafor';
  const pending = await caller.send<PendingNote[]>(reviewer, {
    method: 'GET',
    url: '/api/management/notes?status=pending&limit=200',
  });
  for (const [index, { id }] of pending.entries()) {
    const body = surely[index] ?? decision(next);
    await caller.send(reviewer, { method: 'PATCH', url: `/api/notes/${id}/review`, body });
  }
}

interface ClientUnits {
  id: number;
  totalTimeUnits: string;
  availableTimeUnits: string;
}

/** Units left at which a client buys the next block; two of 25 let it slip, so that overuse can be seen. */
const BUYS_BELOW = 40;
/** Some wait until hardly anything is left, so that a bar near its end can be seen. */
const BUYS_LATE_BELOW = 6;

/** On Fridays, clients who run low buy another block. */
export async function buyUnits({ caller, clients }: DemoAgency, day: string): Promise<void> {
  if (new Date(day).getUTCDay() !== 5) return;
  at(day, '16:30');
  const rows = await caller.send<ClientUnits[]>('daniel.weiss', { method: 'GET', url: '/api/clients' });
  for (const { id, totalTimeUnits, availableTimeUnits } of rows) {
    const client = clients.find((one) => one.id === id);
    if (!client || client.id % 12 === 0) continue;
    if (Number(availableTimeUnits) >= (client.id % 5 === 2 ? BUYS_LATE_BELOW : BUYS_BELOW)) continue;
    const body = {
      totalTimeUnits: Number(totalTimeUnits) + client.totalTimeUnits,
      reason: `Block of ${client.totalTimeUnits} units bought`,
    };
    await caller.send('daniel.weiss', { method: 'PUT', url: `/api/clients/${id}/time-units`, body });
  }
}

function decision(next: () => number): Decision {
  const chance = next();
  const pick = (from: readonly string[]) => from[Math.floor(next() * from.length)] ?? '';
  if (chance < 0.04) return { action: 'deny', reason: pick(DENIALS) };
  if (chance < 0.07) return { action: 'return', comment: pick(RETURNS) };
  if (chance < 0.085) return { action: 'hold' };
  return { action: 'approve' };
}
