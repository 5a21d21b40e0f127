import type { visitClockContract } from '#features/time/visitClockContract.ts';
import { client } from '#platform/web/api.ts';
import { now } from '#platform/web/clock.ts';
import { endpointQuery } from '#platform/web/queries.ts';

const api = client<typeof visitClockContract>();

/** A tap on the clock; `key` is its idempotency key. */
export type ClockChange = {
  kind: 'start' | 'end' | 'cancel';
  at: string;
  clientId: number | null;
  key: string;
};

export const TOPIC = 'visit-clock';
/** Until then the server's own clock is more reliable than the device's. */
const PROMPT_MS = 10_000;

/** The user's running visit, or null. */
export const visitClockQuery = () => endpointQuery(api, 'GET /api/visit-clock', { topics: [TOPIC] });

/** Sends a tap on the clock, with its moment if it was earlier. */
export function sendClockChange({ kind, at, clientId, key: idempotencyKey }: ClockChange) {
  const isPrompt = Math.abs(now().getTime() - Date.parse(at)) < PROMPT_MS;
  if (kind === 'cancel') return api('DELETE /api/visit-clock');
  if (kind === 'end') {
    return api('POST /api/visit-clock/end', { body: isPrompt ? {} : { endedAt: at }, idempotencyKey });
  }
  const body = { clientId, ...(!isPrompt && { startedAt: at }) };
  return api('POST /api/visit-clock/start', { body, idempotencyKey });
}
