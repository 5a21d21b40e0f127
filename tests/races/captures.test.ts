/** One capture that arrives several times at the same moment, each over its own connection. */

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { buildCapture } from '#tests/support/factories/captures.ts';
import { buildNoteForm, createAssignedClient } from '#tests/support/factories/notes.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { expectInvariants } from '#tests/support/helpers/expectInvariants.ts';
import { startParallelClients, type ParallelClients } from '#tests/support/helpers/parallelClients.ts';

const ROUNDS = process.env['TESTS'] === 'all' ? 200 : 40;

const api = useApi({ RATE_LIMITS: 'off' });
let callers: ParallelClients;
beforeAll(async () => {
  callers = await startParallelClients(api, 4);
});
afterAll(async () => {
  callers.end();
});

test(`two arrivals at the same moment store one note, ${ROUNDS} times [13.capture.10]`, async () => {
  const business = await createBusiness(api);
  const { author, client } = await createAssignedClient(api, business, { totalTimeUnits: 10_000 });
  const ids = new Set<number>();
  for (let round = 1; round <= ROUNDS; round += 1) {
    const body = buildNoteForm(client.id, { captureId: randomUUID(), capture: buildCapture() });
    const send = (token: string) => callers.call(token, 'POST /api/notes', { body });
    // In some rounds another author sends the same capture.
    const [first, second, ...other] = await Promise.all([
      send(author.token),
      send(author.token),
      ...(round % 10 === 0 ? [send(business.admin.token)] : []),
    ]);
    const answers = [first, second, ...other];
    const stored = answers.filter(({ status }) => status === 201);
    const repeated = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ error }) => error?.code === 'capture_taken');
    expect([stored.length, repeated.length + refused.length]).toEqual([1, answers.length - 1]);
    for (const { body: note } of repeated) expect(note.id).toBe(stored[0]?.body.id);
    ids.add(stored[0]?.body.id ?? 0);
  }
  expect(ids.size).toBe(ROUNDS);
  const [row] = await api.sql<{ notes: number; entries: number }>(
    `select (select count(*) from notes where business_id = $1) as notes,
      (select count(*) from unit_ledger where business_id = $1 and kind = 'note') as entries`,
    [business.id],
  );
  expect(row).toEqual({ notes: ROUNDS, entries: ROUNDS });
  await expectInvariants(api);
});
