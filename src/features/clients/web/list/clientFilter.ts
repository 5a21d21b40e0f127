import { rankState, getWorstState } from '#features/clients/accountStateRules.ts';
import type { ForecastState } from '#features/clients/authorizationContract.ts';
import type { Client, ClientStatus } from '#features/clients/web/queries.ts';

/** With up to this many clients, the list has no search. */
export const AT_A_GLANCE = 6;

export type ClientFilter = {
  q?: string | undefined;
  status?: ClientStatus | undefined;
  /** The worst state of the client's accounts. */
  state?: ForecastState | undefined;
  /** Newest first when undefined. */
  sort?: 'units' | 'state' | undefined;
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
 * Filters clients by status, forecast and by search terms in name, client ID, contact data and address: newest first,
 * those with the fewest units left first, or those with the worst forecast first.
 */
export function filterClients(
  clients: readonly Client[],
  { q = '', status, state, sort }: ClientFilter,
): Client[] {
  const terms = foldText(q).split(/\s+/).filter(Boolean);
  const matches = clients.filter(
    (client) =>
      (!status || client.status === status) &&
      (!state || getWorstState(client.accounts) === state) &&
      matchesTerms(client, terms),
  );
  if (sort === undefined) return matches;
  const rank = sort === 'units' ? leftOf : ({ accounts }: Client) => rankState(getWorstState(accounts));
  return matches.toSorted((a, b) => rank(a) - rank(b) || leftOf(a) - leftOf(b));
}

const leftOf = ({ availableTimeUnits }: Client) => Number(availableTimeUnits);
