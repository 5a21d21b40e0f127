import type { Client, ClientStatus } from '#features/clients/web/queries.ts';

/** With up to this many clients, the list has no search. */
export const AT_A_GLANCE = 6;

export type ClientFilter = {
  q?: string | undefined;
  status?: ClientStatus | undefined;
  /** Newest first when undefined. */
  sort?: 'units' | undefined;
};

/** Folds to lower case without accents, so that 'jose' finds 'José'. */
function foldText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

function matchesTerms(client: Client, terms: readonly string[]): boolean {
  const { contactName, companyName, email, phone, address } = client;
  const text = foldText([contactName, companyName, email, phone, address].filter(Boolean).join(' '));
  return terms.every((term) => text.includes(term));
}

/**
 * Filters clients by status and by search terms in name, client ID, contact data and address: newest first, or those
 * with the fewest units left first.
 */
export function filterClients(clients: readonly Client[], { q = '', status, sort }: ClientFilter): Client[] {
  const terms = foldText(q).split(/\s+/).filter(Boolean);
  const matches = clients.filter(
    (client) => (!status || client.status === status) && matchesTerms(client, terms),
  );
  const left = ({ availableTimeUnits }: Client) => Number(availableTimeUnits);
  return sort === 'units' ? matches.toSorted((a, b) => left(a) - left(b)) : matches;
}
