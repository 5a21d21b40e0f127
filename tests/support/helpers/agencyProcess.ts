/** A business on a product in its own process, with notes to submit and to find. */

import { expect } from 'vitest';
import { addDays } from '#platform/contract/days.ts';
import { buildRegistrationForm } from '#tests/support/factories/businesses.ts';
import { buildClientForm } from '#tests/support/factories/clients.ts';
import { buildPdf, buildUploadForm } from '#tests/support/factories/files.ts';
import { buildNoteForm } from '#tests/support/factories/notes.ts';
import { buildEmployeeForm } from '#tests/support/factories/people.ts';
import { uniqueName } from '#tests/support/factories/unique.ts';
import { callEndpoint, fetchEndpoint, type CallOptions } from './httpCall.ts';
import { runProgram } from './process.ts';

export interface RunningAgency {
  url: string;
  token: string;
  clientId: number;
  login: { username: string; password: string };
  /** Who submits notes, in turn and each for a client of their own: notes of one author wait for each other. */
  authors: readonly Author[];
}

interface Author {
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

/** Registers a business. @returns the token of its admin */
export const registerBusiness = async (url: string, body = buildRegistrationForm()): Promise<string> =>
  (await callEndpoint<{ token: string }>(url, 'POST /api/auth/register-admin', { body })).token;

interface AgencyOptions {
  authors?: number;
  /** Allows a business that is not the creator to write. */
  activate?: (token: string) => Promise<unknown>;
}

/** Registers a business with a client; more authors are managers with a client each. */
export async function createAgency(
  url: string,
  { authors = 1, activate }: AgencyOptions = {},
): Promise<RunningAgency> {
  const form = buildRegistrationForm();
  const token = await registerBusiness(url, form);
  await activate?.(token);
  const clientId = await createClient(url, token);
  const login = { username: String(form['username']), password: String(form['password']) };
  const all = [{ token, clientId }];
  while (all.length < authors) all.push(await createAuthor(url, token));
  return { url, token, clientId, login, authors: all };
}

async function createClient(url: string, token: string): Promise<number> {
  const body = buildClientForm();
  return (await callEndpoint<{ id: number }>(url, 'POST /api/clients', { token, body })).id;
}

async function createAuthor(url: string, admin: string): Promise<Author> {
  const form = buildEmployeeForm({ role: 'manager' });
  await callEndpoint(url, 'POST /api/employees', { token: admin, body: form });
  const body = { username: form['username'], password: form['password'] };
  const { token } = await callEndpoint<{ token: string }>(url, 'POST /api/auth/login', { body });
  return { token, clientId: await createClient(url, admin) };
}

/** Submits a note, with a new idempotency key by default. */
export const sendNote = (
  { url, authors }: RunningAgency,
  { key = uniqueName('key'), signal }: { key?: string; signal?: AbortSignal } = {},
): Promise<Reply<NoteReceipt>> =>
  call(url, 'POST /api/notes', {
    ...findNote(authors, key),
    headers: { 'idempotency-key': key },
    ...(signal && { signal }),
  });

/** Visits of one author are on different days, so that they do not overlap. */
const LAST_DAY = '2026-03-02';
const DAYS = 2000;

/** Notes by their keys: a retry sends the same body. */
const notes = new Map<string, { token: string; body: object }>();
function findNote(authors: readonly Author[], key: string) {
  const number = notes.size;
  const { token, clientId } = authors[number % authors.length] as Author;
  const workDate = addDays(LAST_DAY, -(Math.floor(number / authors.length) % DAYS));
  const note = notes.get(key) ?? { token, body: buildNoteForm(clientId, { workDate }) };
  notes.set(key, note);
  return note;
}

/** More than fits into the socket buffers of a connection. */
export const LARGE_FILE_BYTES = 20_000_000;

/** Uploads a file larger than `LARGE_FILE_BYTES`. @returns its address */
export async function uploadLargeFile({ url, token, clientId }: RunningAgency): Promise<string> {
  const bytes = buildPdf('x'.repeat(LARGE_FILE_BYTES));
  const { id } = await callEndpoint<{ id: number }>(url, `POST /api/clients/${clientId}/documents`, {
    token,
    body: buildUploadForm({ name: 'Plan.pdf', bytes }, { description: 'Large' }),
  });
  return `/api/documents/${id}/file`;
}

/** All rows of a paged list. */
export async function listAll<Row>({ url, token }: RunningAgency, path: string): Promise<Row[]> {
  const rows: Row[] = [];
  let next: string | undefined = `${path}?limit=200`;
  while (next) {
    const { body, headers }: Reply<Row[]> = await call(url, `GET ${next}`, { token });
    rows.push(...body);
    next = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
  }
  return rows;
}

/** All notes of the business, by id. */
export async function listAllNotes(agency: RunningAgency): Promise<Map<number, NoteReceipt>> {
  const notes = await listAll<NoteReceipt>(agency, '/api/notes');
  return new Map(notes.map((note) => [note.id, note]));
}

/** Expects that every acknowledged note is stored unchanged. @returns the number of stored notes */
export async function expectNotesStored(
  agency: RunningAgency,
  acknowledged: ReadonlyMap<number, NoteReceipt>,
): Promise<number> {
  const notes = await listAllNotes(agency);
  const toReceipt = (note: NoteReceipt | undefined) =>
    note && { id: note.id, timeUnitsUsed: note.timeUnitsUsed };
  for (const [id, note] of acknowledged) expect(toReceipt(notes.get(id))).toEqual(toReceipt(note));
  return notes.size;
}

/** Expects that `npm run verify` accepts a database of one client with this many notes. The product must be stopped. */
export async function expectVerified(environment: Record<string, string>, notes: number): Promise<void> {
  const result = await runProgram(environment, ['scripts/verify.ts']);
  expect(result.output).toContain(`Ledger: right, ${notes + 1} ledger entries of 1 clients`);
  expect(result.output).toMatch(/Audit logs: right, \d+ rows of 1 businesses/);
  expect(result.output).toContain(`Signed notes: right, ${notes} versions of ${notes} notes`);
  expect(result.code).toBe(0);
}
