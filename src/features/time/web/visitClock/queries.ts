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
/** The user's running visit, or null. */
export const visitClockQuery = () => endpointQuery(api, 'GET /api/visit-clock', { topics: [TOPIC] });

/** Sends a tap on the clock with its moment, and the device's clock to compare that with. */
export function sendClockChange({ kind, at, clientId, key: idempotencyKey }: ClockChange) {
  const deviceNow = now().toISOString();
  if (kind === 'cancel') return api('DELETE /api/visit-clock');
  if (kind === 'end') {
    return api('POST /api/visit-clock/end', { body: { endedAt: at, deviceNow }, idempotencyKey });
  }
  return api('POST /api/visit-clock/start', { body: { clientId, startedAt: at, deviceNow }, idempotencyKey });
}
