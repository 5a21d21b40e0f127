/** Answers of the API that open without a network, sealed for the user who received them. */
import { waitForFormWrites } from '#platform/web/forms/sealedForms.ts';
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
} from './sealedStore.ts';

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

/** Answers are sealed one after the other, so that a wipe can wait for them. */
let sealing: Promise<void> = Promise.resolve();

/** Seals an answer for the signed-in user. */
export function sealAnswer(endpoint: string, request: object, answer: unknown): void {
  sealing = sealing.then(() => putAnswer(nameOf(endpoint, request), answer));
}

async function putAnswer(name: string, answer: unknown): Promise<void> {
  try {
    const owner = currentOwner();
    if (owner === null) return;
    await putRecord(owner, name, answer);
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

/** The sealed answer to a request; undefined when there is none. */
export const readSealed = (endpoint: string, request: object): Promise<unknown> =>
  readAnswer(nameOf(endpoint, request));

/** Removes the sealed answers of these requests that are not in the list. */
export async function keepOnlyAnswers(endpoint: string, requests: readonly object[]): Promise<void> {
  const owner = currentOwner();
  if (owner === null) return;
  const names = new Set(requests.map((request) => nameOf(endpoint, request)));
  for (const name of await listRecords(owner, `${PREFIX}${endpoint} `))
    if (!names.has(name)) await deleteRecord(owner, name);
}

/** Removes what is sealed for a user after the end of the session, except open forms. Call it without a session. */
export const wipeSealed = (userId: number): Promise<void> => wipe(userId);

/** Removes open forms as well, after a logout. Call it without a session. */
export const wipeSealedAndForms = (userId: number): Promise<void> => wipe(userId, [LASTING]);

async function wipe(userId: number, lastingNames?: string[]): Promise<void> {
  if (!isStoreAvailable()) return;
  await Promise.all([sealing, waitForFormWrites()]);
  await wipeOwner(userId, lastingNames);
}
