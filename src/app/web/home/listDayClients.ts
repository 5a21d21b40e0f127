import type { Client } from '#features/clients/web/queries.ts';

/** How many clients Home shows. */
const MOST = 6;

type Entry = { clientId: number; startTime: string };

/** A client with the start of the user's latest visit; null before the first one. */
export type DayClient = { client: Client; lastVisit: string | null };

/**
 * The clients that the user is most likely to visit: those visited last first, then those without a visit.
 * @param entries the user's time entries, newest first
 */
export function listDayClients(clients: readonly Client[], entries: readonly Entry[]): DayClient[] {
  const lastVisits = new Map(entries.toReversed().map(({ clientId, startTime }) => [clientId, startTime]));
  return clients
    .filter(({ can }) => can.submitNote)
    .map((client) => ({ client, lastVisit: lastVisits.get(client.id) ?? null }))
    .toSorted(
      (a, b) =>
        (b.lastVisit ?? '').localeCompare(a.lastVisit ?? '') ||
        a.client.contactName.localeCompare(b.client.contactName, 'en'),
    )
    .slice(0, MOST);
}
