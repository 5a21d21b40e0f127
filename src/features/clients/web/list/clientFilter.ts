import type { Client, ClientStatus } from '#features/clients/web/queries.ts';

/** Up to this many clients are seen at a glance; from there on people search. */
export const AT_A_GLANCE = 6;

export type ClientFilter = { q?: string | undefined; status?: ClientStatus | undefined };

/** Lower case without accents, so that 'jose' finds 'José'. */
function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

function holds(client: Client, words: readonly string[]): boolean {
  const { contactName, companyName, email, phone, address } = client;
  const hay = fold([contactName, companyName, email, phone, address].filter(Boolean).join(' '));
  return words.every((word) => hay.includes(word));
}

/** The clients of a status that hold every typed word in name, Client ID, contact data or address. */
export function filterClients(clients: readonly Client[], { q = '', status }: ClientFilter): Client[] {
  const words = fold(q).split(/\s+/).filter(Boolean);
  return clients.filter((client) => (!status || client.status === status) && holds(client, words));
}
