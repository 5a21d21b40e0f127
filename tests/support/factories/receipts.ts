/** Receipt links of notes, as the phone of the author makes them. */

import { randomBytes } from 'node:crypto';
import type { Api } from '#tests/support/helpers/api.ts';
import type { Account } from './businesses.ts';
import { createSignedNote } from './notes.ts';

/** A token that no receipt has. */
export const buildReceiptToken = (): string => randomBytes(32).toString('base64url');

/** The token of a receipt link. */
export const toReceiptToken = (url: string | null): string => url?.split('/').at(-1) ?? '';

/** A signed note with a receipt link. */
export async function createNoteWithReceipt(
  api: Api,
  author: Pick<Account, 'token'>,
  fields: { clientId: number } & Record<string, unknown>,
) {
  const token = buildReceiptToken();
  const note = await createSignedNote(api, author, { receiptToken: token, ...fields });
  return { id: note.id, token, note };
}

/** A dispute of the client at a new receipt link of the note. */
export async function createDispute(
  api: Api,
  manager: Pick<Account, 'token'>,
  { noteId, ...body }: { noteId: number } & Record<string, unknown>,
) {
  const { url } = await api.ok(manager.token, 'POST /api/notes/:id/receipt', { params: { id: noteId } });
  const token = toReceiptToken(url);
  const sent = { params: { token }, body: { reason: 'wrong_times', ...body } };
  return { token, dispute: await api.ok(null, 'POST /api/receipts/:token/dispute', sent) };
}
