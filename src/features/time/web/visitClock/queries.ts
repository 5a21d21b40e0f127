import { client } from '#platform/web/api.ts';
import { now } from '#platform/web/clock.ts';
import { endpointQuery } from '#platform/web/queries.ts';
import type { visitClockContract } from '#features/time/visitClockContract.ts';

const api = client<typeof visitClockContract>();

/** A tap on the clock; `key` is its idempotency key. */
export type ClockChange = {
  kind: 'start' | 'end' | 'cancel';
  /** The visit that it concerns; undefined for the one that is running on the server. */
  visitId?: string | undefined;
  at: string;
  clientId: number | null;
  key: string;
};

export const TOPIC = 'visit-clock';
/** The user's running visit, or null. */
export const visitClockQuery = () => endpointQuery(api, 'GET /api/visit-clock', { topics: [TOPIC] });

/** Sends a tap on the clock with its moment, and the device's clock to compare that with. */
export function sendClockChange(
  { kind, visitId, at, clientId, key: idempotencyKey }: ClockChange,
  signal: AbortSignal,
) {
  const deviceNow = now().toISOString();
  if (kind === 'cancel') return api('DELETE /api/visit-clock', { query: { visitId }, signal });
  const options = { idempotencyKey, signal };
  if (kind === 'end') {
    return api('POST /api/visit-clock/end', { body: { visitId, endedAt: at, deviceNow }, ...options });
  }
  const body = { visitId, clientId, startedAt: at, deviceNow };
  return api('POST /api/visit-clock/start', { body, ...options });
}
