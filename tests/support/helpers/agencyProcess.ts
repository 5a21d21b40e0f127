/** A business at a product that runs as a process of its own: people who write notes there, and what became of them. */
import { expect } from 'vitest';
import { buildRegistrationForm } from '#tests/support/factories/businesses.ts';
import { fetchEndpoint } from './httpCall.ts';
import type { CallOptions } from './httpCall.ts';
import { buildClientForm } from '#tests/support/factories/clients.ts';
import { buildPdf, buildUploadForm } from '#tests/support/factories/files.ts';
import { buildNoteForm } from '#tests/support/factories/notes.ts';
import { runProgram } from './process.ts';
import { uniqueName } from '#tests/support/factories/unique.ts';

export interface RunningAgency {
  url: string;
  token: string;
  clientId: number;
}

export interface NoteReceipt {
  id: number;
  timeUnitsUsed: string;
}

export interface Reply<Body> {
  status: number;
  headers: Headers;
  body: Body;
}

/** Calls the product and returns any response. @throws when the connection closes or the signal aborts */
export async function call<Body>(
  url: string,
  endpoint: string,
  parts: CallOptions = {},
): Promise<Reply<Body>> {
  const response = await fetchEndpoint(url, endpoint, parts);
  return { status: response.status, headers: response.headers, body: (await response.json()) as Body };
}

/** One more business with its admin. @returns the admin's token */
export async function registerBusiness(url: string): Promise<string> {
  const { status, body } = await call<{ token: string }>(url, 'POST /api/auth/register-admin', {
    body: buildRegistrationForm(),
  });
  expect(status).toBe(201);
  return body.token;
}

/** The first business of a product, with a client. */
export async function createAgency(url: string): Promise<RunningAgency> {
  const token = await registerBusiness(url);
  const client = await call<{ id: number }>(url, 'POST /api/clients', { token, body: buildClientForm() });
  expect(client.status).toBe(201);
  return { url, token, clientId: client.body.id };
}

/** Signs and sends a note, under a key of its own unless one is named. */
export const sendNote = (
  { url, token, clientId }: RunningAgency,
  { key = uniqueName('key'), signal }: { key?: string; signal?: AbortSignal } = {},
): Promise<Reply<NoteReceipt>> =>
  call(url, 'POST /api/notes', {
    token,
    body: noteOf(clientId, key),
    headers: { 'idempotency-key': key },
    ...(signal && { signal }),
  });

/** The same note for the same key. */
const bodies = new Map<string, object>();
function noteOf(clientId: number, key: string): object {
  const body = bodies.get(key) ?? buildNoteForm(clientId);
  bodies.set(key, body);
  return body;
}

/** In bytes: more than the machine keeps on the way between two ends. */
export const LARGE_FILE_BYTES = 20_000_000;

/** Keeps a file that is somewhat larger than `LARGE`. @returns its address */
export async function uploadLargeFile({ url, token, clientId }: RunningAgency): Promise<string> {
  const bytes = buildPdf('x'.repeat(LARGE_FILE_BYTES));
  const uploaded = await fetch(`${url}/api/clients/${clientId}/documents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: buildUploadForm({ name: 'Plan.pdf', bytes }, { description: 'Large' }),
  });
  expect(uploaded.status).toBe(201);
  return `/api/documents/${((await uploaded.json()) as { id: number }).id}/file`;
}

/** All notes of the office, by id. */
export async function listAllNotes({ url, token }: RunningAgency): Promise<Map<number, NoteReceipt>> {
  const notes = new Map<number, NoteReceipt>();
  let next: string | undefined = '/api/notes?limit=200';
  while (next) {
    const { body, headers }: Reply<NoteReceipt[]> = await call(url, `GET ${next}`, { token });
    for (const note of body) notes.set(note.id, note);
    next = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
  }
  return notes;
}

/** Every note that was answered is there, as it was answered. @returns how many are there */
export async function expectNotesStored(
  office: RunningAgency,
  answered: ReadonlyMap<number, NoteReceipt>,
): Promise<number> {
  const kept = await listAllNotes(office);
  const toReceipt = (note: NoteReceipt | undefined) =>
    note && { id: note.id, timeUnitsUsed: note.timeUnitsUsed };
  for (const [id, note] of answered) expect(toReceipt(kept.get(id))).toEqual(toReceipt(note));
  return kept.size;
}

/** `npm run verify` accepts the database of one client with this many notes. The product must be stopped. */
export async function expectVerified(environment: Record<string, string>, notes: number): Promise<void> {
  const result = await runProgram(environment, ['scripts/verify.ts']);
  expect(result.output).toContain(`Ledger: right, ${notes + 1} ledger entries of 1 clients`);
  expect(result.output).toMatch(/Audit logs: right, \d+ rows of 1 businesses/);
  expect(result.output).toContain(`Signed notes: right, ${notes} versions of ${notes} notes`);
  expect(result.code).toBe(0);
}
