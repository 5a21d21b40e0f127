/** Constant load: reads and notes at a fixed rate, however long responses take. */

import { setInterval as each } from 'node:timers/promises';
import { inspect } from 'node:util';
import { expect } from 'vitest';
import { uniqueName } from '#tests/support/factories/unique.ts';
import { call, sendNote, type NoteReceipt, type RunningAgency, type Reply } from './agencyProcess.ts';

/** One of four calls submits a note. */
const NOTE_EVERY = 4;

export interface Load {
  /** Responses so far. */
  answered(): number;
  /** Successful responses so far. */
  served(): number;
  /** Successfully submitted notes so far. */
  acknowledged(): number;
  /** Calls sent so far; they are numbered from 0. */
  sent(): number;
  /** The numbers of the calls without a response so far. */
  inProgress(): ReadonlySet<number>;
  /** Resolves when all current calls are answered. */
  settled(): Promise<unknown>;
  /** Starts no more calls and waits for all responses. */
  stop(): Promise<LoadOutcome>;
}

export interface LoadOutcome {
  /** Notes that were acknowledged, by id. */
  acknowledged: Map<number, NoteReceipt>;
  /** Keys of refused notes, which may be stored or not. */
  refused: string[];
  /** Responses other than 200, 201 and a 503 with Retry-After; empty on success. */
  wrong: WrongResponse[];
  served: number;
  unavailable: number;
  slowestMs: number;
}

interface WrongResponse {
  call: number;
  method: 'GET' | 'POST';
  problem: string;
}

interface LoadOptions {
  perSecond: number;
  /** A call without a response by then counts as stalled. */
  withinMs: number;
}

/** Starts the load: each call at its time, whether or not earlier ones have returned. */
export function startLoad(office: RunningAgency, { perSecond, withinMs }: LoadOptions): Load {
  const outcome: LoadOutcome = {
    acknowledged: new Map(),
    refused: [],
    wrong: [],
    served: 0,
    unavailable: 0,
    slowestMs: 0,
  };
  const ending = new AbortController();
  const pending = new Map<number, Promise<void>>();
  let sent = 0;
  const one = async (number: number) => {
    const isNote = number % NOTE_EVERY === 0;
    const addWrong = (problem: string) =>
      outcome.wrong.push({ call: number, method: isNote ? 'POST' : 'GET', problem });
    const key = uniqueName('key');
    const signal = AbortSignal.timeout(withinMs);
    const began = performance.now();
    try {
      const reply = isNote
        ? await sendNote(office, { key, signal })
        : await call<unknown>(office.url, 'GET /api/notes?limit=20', { token: office.token, signal });
      if (!count(outcome, reply, isNote ? key : null)) addWrong(`${reply.status} ${inspect(reply.body)}`);
    } catch (error) {
      addWrong(inspect(error));
    }
    outcome.slowestMs = Math.max(outcome.slowestMs, Math.round(performance.now() - began));
  };
  const sending = (async () => {
    for await (const _ of each(1000 / perSecond)) {
      if (ending.signal.aborted) break;
      const number = sent;
      sent += 1;
      pending.set(
        number,
        one(number).finally(() => pending.delete(number)),
      );
    }
  })();
  return {
    answered: () => outcome.served + outcome.unavailable,
    served: () => outcome.served,
    acknowledged: () => outcome.acknowledged.size,
    sent: () => sent,
    inProgress: () => new Set(pending.keys()),
    settled: () => Promise.all(pending.values()),
    async stop() {
      ending.abort();
      await sending;
      await Promise.all(pending.values());
      return outcome;
    },
  };
}

/** @returns whether the response was a correct one */
function count(outcome: LoadOutcome, { status, headers, body }: Reply<unknown>, key: string | null): boolean {
  if (status === (key === null ? 200 : 201)) {
    outcome.served += 1;
    if (key !== null) outcome.acknowledged.set((body as NoteReceipt).id, body as NoteReceipt);
    return true;
  }
  const isUnavailable = status === 503 && Number(headers.get('retry-after')) > 0;
  if (isUnavailable) outcome.unavailable += 1;
  if (isUnavailable && key !== null) outcome.refused.push(key);
  return isUnavailable;
}

/** Sends the refused notes again under their keys. @returns the number of notes that must be stored */
export async function expectNotesOnce(
  office: RunningAgency,
  { acknowledged, refused }: LoadOutcome,
): Promise<number> {
  const ids = new Set(acknowledged.keys());
  for (const key of refused) {
    const sent = await sendNote(office, { key });
    expect(sent).toMatchObject({ status: 201 });
    ids.add(sent.body.id);
  }
  return ids.size;
}
