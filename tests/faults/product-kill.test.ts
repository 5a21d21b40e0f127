/** The product itself, killed while signed notes come in over HTTP. `KILL_SEED` repeats a run. */
import { expect, test } from 'vitest';
import { copyOfTemplate } from '../setup/database.ts';
import { registrationForm } from '../world/business.ts';
import { clientForm } from '../world/clients.ts';
import { noteForm } from '../world/notes.ts';
import { runToEnd, startProduct } from '../world/process.ts';
import type { ProductProcess } from '../world/process.ts';
import { numbersFrom } from '../world/random.ts';

const seed = Number(process.env['KILL_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const KILLS = 3;
const WRITERS = 4;

/** Calls the product; throws when it is gone before it answered. */
async function call<Body>(product: ProductProcess, [token, name]: [string, string], body?: object) {
  const [method = '', path = ''] = name.split(' ');
  const response = await fetch(`${product.url}${path}`, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as Body };
}

interface Noted {
  id: number;
  content: string;
  timeUnitsUsed: string;
}

/** Writers submit notes until the product is killed, so many answers after it began. @returns the notes answered */
async function notesUntilKilled(
  product: ProductProcess,
  { token, clientId, kill }: { token: string; clientId: number; kill: number },
): Promise<Noted[]> {
  const answered: Noted[] = [];
  const write = async () => {
    for (;;) {
      const sent = call<Noted>(product, [token, 'POST /api/notes'], noteForm(clientId));
      const answer = await sent.catch(() => null);
      if (!answer) return;
      expect(answer.status).toBe(201);
      answered.push(answer.body);
      if (answered.length === kill) product.child.kill('SIGKILL');
    }
  };
  const ended = product.end('SIGCONT');
  await Promise.all(Array.from({ length: WRITERS }, write));
  expect(await ended).toBe(null);
  return answered;
}

async function allNotes(product: ProductProcess, token: string): Promise<Noted[]> {
  const notes: Noted[] = [];
  let next: string | undefined = '/api/notes?limit=200';
  while (next) {
    const { body, headers }: { body: Noted[]; headers: Headers } = await call(product, [
      token,
      `GET ${next}`,
    ]);
    notes.push(...body);
    next = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
  }
  return notes;
}

test(
  `${KILLS} kills of the product while notes come in lose no note that was answered (seed ${seed})`,
  { timeout: 600_000 },
  async () => {
    const random = numbersFrom(seed);
    const environment = { DATA_DIR: await copyOfTemplate(), RATE_LIMITS: 'off' };
    let product = await startProduct(environment);
    try {
      const registered = await call<{ token: string }>(
        product,
        ['', 'POST /api/auth/register-admin'],
        registrationForm(),
      );
      const { token } = registered.body;
      const client = await call<{ id: number }>(product, [token, 'POST /api/clients'], clientForm());
      const clientId = client.body.id;
      const acknowledged = new Map<number, Noted>();
      for (let round = 1; round <= KILLS; round += 1) {
        const kill = 5 + Math.floor(random() * 40);
        const answered = await notesUntilKilled(product, { token, clientId, kill });
        for (const note of answered) acknowledged.set(note.id, note);
        product = await startProduct(environment);
        const kept = new Map((await allNotes(product, token)).map((note) => [note.id, note]));
        for (const [id, note] of acknowledged) expect(kept.get(id)).toMatchObject(told(note));
        // Each writer had at most one note under way that may have been taken before the answer got out.
        expect(kept.size - acknowledged.size).toBeLessThanOrEqual(WRITERS * round);
      }
      const notes = (await allNotes(product, token)).length;
      product.child.kill('SIGKILL');
      await product.end('SIGKILL');
      const proof = await runToEnd(environment, ['scripts/verify.ts']);
      expect(proof.output).toContain(`Ledger: right, ${notes + 1} movements of 1 clients`);
      expect(proof.output).toMatch(/Audit logs: right, \d+ rows of 1 businesses/);
      expect(proof.output).toContain(`Signed notes: right, ${notes} versions of ${notes} notes`);
      expect(proof.code).toBe(0);
    } finally {
      if (product.child.exitCode === null && product.child.signalCode === null) await product.end('SIGKILL');
    }
  },
);

/** What the answer said and the list says as well. */
const told = ({ id, timeUnitsUsed }: Noted) => ({ id, timeUnitsUsed });
