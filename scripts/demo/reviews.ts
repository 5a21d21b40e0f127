/** The manager's half hour before five: most notes are approved, a few are denied, sent back or put on hold. */
import { at } from './fill.ts';
import type { DemoWorld } from './fill.ts';
import { DENIALS, RETURNS } from './visits.ts';

interface PendingNote {
  id: number;
}

/** Decides on everything that is pending at the end of a day. */
export async function reviewDay({ caller, next }: DemoWorld, day: string): Promise<void> {
  at(day, '19:00');
  const reviewer = next() < 0.8 ? 'daniel.weiss' : 'ruth.okafor';
  const pending = await caller.send<PendingNote[]>(reviewer, {
    method: 'GET',
    url: '/api/management/notes?status=pending&limit=200',
  });
  for (const { id } of pending) {
    await caller.send(reviewer, { method: 'PATCH', url: `/api/notes/${id}/review`, body: decision(next) });
  }
}

function decision(next: () => number): object {
  const chance = next();
  const words = (from: string[]) => from[Math.floor(next() * from.length)];
  if (chance < 0.04) return { action: 'deny', reason: words(DENIALS) };
  if (chance < 0.07) return { action: 'return', comment: words(RETURNS) };
  if (chance < 0.085) return { action: 'hold' };
  return { action: 'approve' };
}
