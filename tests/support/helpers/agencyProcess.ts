/** A business at a product that runs as a process of its own: people who write notes there, and what became of them. */
import { expect } from 'vitest';
import { registrationForm } from '#tests/support/factories/businesses.ts';
import { callAt } from './httpCall.ts';
import type { Call } from './httpCall.ts';
import { clientForm } from '#tests/support/factories/clients.ts';
import { pdf, uploadForm } from '#tests/support/factories/files.ts';
import { noteForm } from '#tests/support/factories/notes.ts';
import { runToEnd } from './process.ts';
import { unique } from '#tests/support/factories/unique.ts';

export interface Office {
  url: string;
  token: string;
  clientId: number;
}

export interface Noted {
  id: number;
  timeUnitsUsed: string;
}

export interface Reply<Body> {
  status: number;
  headers: Headers;
  body: Body;
}

/** Calls the product, whatever it answers. @throws when it is gone before it answered, or the signal says so */
export async function call<Body>(url: string, endpoint: string, parts: Call = {}): Promise<Reply<Body>> {
  const response = await callAt(url, endpoint, parts);
  return { status: response.status, headers: response.headers, body: (await response.json()) as Body };
}

/** One more business with its admin. @returns the admin's token */
export async function register(url: string): Promise<string> {
  const { status, body } = await call<{ token: string }>(url, 'POST /api/auth/register-admin', {
    body: registrationForm(),
  });
  expect(status).toBe(201);
  return body.token;
}

/** The first business of a product, with a client. */
export async function openOffice(url: string): Promise<Office> {
  const token = await register(url);
  const client = await call<{ id: number }>(url, 'POST /api/clients', { token, body: clientForm() });
  expect(client.status).toBe(201);
  return { url, token, clientId: client.body.id };
}

/** Signs and sends a note, under a key of its own unless one is named. */
export const sendNote = (
  { url, token, clientId }: Office,
  { key = unique('key'), signal }: { key?: string; signal?: AbortSignal } = {},
): Promise<Reply<Noted>> =>
  call(url, 'POST /api/notes', {
    token,
    body: noteOf(clientId, key),
    headers: { 'idempotency-key': key },
    ...(signal && { signal }),
  });

/** The same note for the same key. */
const bodies = new Map<string, object>();
function noteOf(clientId: number, key: string): object {
  const body = bodies.get(key) ?? noteForm(clientId);
  bodies.set(key, body);
  return body;
}

/** In bytes: more than the machine keeps on the way between two ends. */
export const LARGE = 20_000_000;

/** Keeps a file that is somewhat larger than `LARGE`. @returns its address */
export async function aLargeFile({ url, token, clientId }: Office): Promise<string> {
  const bytes = pdf('x'.repeat(LARGE));
  const uploaded = await fetch(`${url}/api/clients/${clientId}/documents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: uploadForm({ name: 'Plan.pdf', bytes }, { description: 'Large' }),
  });
  expect(uploaded.status).toBe(201);
  return `/api/documents/${((await uploaded.json()) as { id: number }).id}/file`;
}

/** All notes of the office, by id. */
export async function allNotes({ url, token }: Office): Promise<Map<number, Noted>> {
  const notes = new Map<number, Noted>();
  let next: string | undefined = '/api/notes?limit=200';
  while (next) {
    const { body, headers }: Reply<Noted[]> = await call(url, `GET ${next}`, { token });
    for (const note of body) notes.set(note.id, note);
    next = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
  }
  return notes;
}

/** Every note that was answered is there, as it was answered. @returns how many are there */
export async function expectKept(office: Office, answered: ReadonlyMap<number, Noted>): Promise<number> {
  const kept = await allNotes(office);
  const told = (note: Noted | undefined) => note && { id: note.id, timeUnitsUsed: note.timeUnitsUsed };
  for (const [id, note] of answered) expect(told(kept.get(id))).toEqual(told(note));
  return kept.size;
}

/** What `npm run verify` says of the database of one client with so many notes. The product must not run on it. */
export async function expectProved(environment: Record<string, string>, notes: number): Promise<void> {
  const proof = await runToEnd(environment, ['scripts/verify.ts']);
  expect(proof.output).toContain(`Ledger: right, ${notes + 1} movements of 1 clients`);
  expect(proof.output).toMatch(/Audit logs: right, \d+ rows of 1 businesses/);
  expect(proof.output).toContain(`Signed notes: right, ${notes} versions of ${notes} notes`);
  expect(proof.code).toBe(0);
}
