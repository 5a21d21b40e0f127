/** Answers of the API that open without a network, encrypted for the user who received them. */

import { waitForFormWrites } from '#platform/web/forms/encryptedForms.ts';
import { clearPersistedForms } from '#platform/web/forms/persistedForm.ts';
import { storedSession } from '#platform/web/session.ts';
import { isStoreAvailable } from '#platform/web/storeSupport.ts';
import {
  deleteRecord,
  getRecord,
  LASTING,
  listRecords,
  putRecord,
  recordContact,
  wipeOwner,
  wipeStale,
} from './encryptedStore.ts';

/** The signed-in user whose records this page may read; null without a session or a secure context. */
function currentOwner(): number | null {
  const user = storedSession()?.user;
  if (!user || !('id' in user) || typeof user.id !== 'number') return null;
  return isStoreAvailable() ? user.id : null;
}

const PREFIX = 'answer/';

/** The name of an answer's record, from its endpoint and request, which have no content. */
const nameOf = (endpoint: string, request: object): string =>
  `${PREFIX}${endpoint} ${JSON.stringify(request)}`;

/** Answers are encrypted one after the other, so that a wipe can wait for them. */
let encrypting: Promise<void> = Promise.resolve();

/** Encrypts an answer for the signed-in user; null removes the last one. */
export function encryptAnswer(endpoint: string, request: object, answer: unknown): void {
  encrypting = encrypting.then(() => putAnswer(nameOf(endpoint, request), answer));
}

async function putAnswer(name: string, answer: unknown): Promise<void> {
  try {
    const owner = currentOwner();
    if (owner === null) return;
    if (answer === null) await deleteRecord(owner, name);
    else await putRecord(owner, name, { value: answer });
    await recordContact(owner);
  } catch {
    // A full or blocked storage: this answer needs a network next time.
  }
}

async function readAnswer(name: string): Promise<unknown> {
  try {
    const owner = currentOwner();
    if (owner === null) return undefined;
    await wipeStale(owner);
    return await getRecord(owner, name);
  } catch {
    // Blocked storage, or code that was never loaded: as without a copy.
    return undefined;
  }
}

/** The encrypted answer to a request; undefined when there is none. */
export const readEncrypted = (endpoint: string, request: object): Promise<unknown> =>
  readAnswer(nameOf(endpoint, request));

/** Removes the encrypted answers of these requests that are not in the list. */
export async function keepOnlyAnswers(endpoint: string, requests: readonly object[]): Promise<void> {
  const owner = currentOwner();
  if (owner === null) return;
  const names = new Set(requests.map((request) => nameOf(endpoint, request)));
  for (const name of await listRecords(owner, `${PREFIX}${endpoint} `))
    if (!names.has(name)) await deleteRecord(owner, name);
}

/** Removes what is encrypted for a user after the end of the session, except open forms. Call it without a session. */
export const wipeEncrypted = (userId: number): Promise<void> => wipe(userId);

/** Removes all forms as well, after a logout, and ignores what this page still writes of them. Call it without a session. */
export async function wipeEncryptedAndForms(userId: number): Promise<void> {
  clearPersistedForms(userId);
  await wipe(userId, [LASTING]);
}

async function wipe(userId: number, lastingNames?: string[]): Promise<void> {
  if (!isStoreAvailable()) return;
  await Promise.all([encrypting, waitForFormWrites()]);
  await wipeOwner(userId, lastingNames);
}
