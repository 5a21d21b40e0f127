import type { Client, ClientStatus } from '#features/clients/web/queries.ts';

/** With up to this many clients the list has no search. */
export const AT_A_GLANCE = 6;

export type ClientFilter = { q?: string | undefined; status?: ClientStatus | undefined };

/** Lower case without accents, so that 'jose' finds 'José'. */
function foldText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

function matchesTerms(client: Client, terms: readonly string[]): boolean {
  const { contactName, companyName, email, phone, address } = client;
  const text = foldText([contactName, companyName, email, phone, address].filter(Boolean).join(' '));
  return terms.every((term) => text.includes(term));
}

/** The clients of a status whose name, client ID, contact data or address contains every search term. */
export function filterClients(clients: readonly Client[], { q = '', status }: ClientFilter): Client[] {
  const terms = foldText(q).split(/\s+/).filter(Boolean);
  return clients.filter((client) => (!status || client.status === status) && matchesTerms(client, terms));
}
