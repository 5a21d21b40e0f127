/**
 * A note is sent through a network that breaks before, during or after the request, and again with the same key until
 * there is a response. `LOST_TRIALS` sets how often.
 */

import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBusiness, type TestBusiness } from '#tests/support/factories/businesses.ts';
import { createAssignedClient, buildNoteForm } from '#tests/support/factories/notes.ts';
import { uniqueName } from '#tests/support/factories/unique.ts';
import { startFlakyNetwork, type Failure, type FlakyNetwork } from '#tests/support/fakes/flakyNetwork.ts';
import { useApi } from '#tests/support/helpers/api.ts';

const TRIALS = Number(process.env['LOST_TRIALS'] ?? 3);

const api = useApi({ RATE_LIMITS: 'off' });
let network: FlakyNetwork;
let business: TestBusiness;
let visit: Awaited<ReturnType<typeof createAssignedClient>>;
beforeAll(async () => {
  business = await createBusiness(api);
  visit = await createAssignedClient(api, business, { totalTimeUnits: 1_000 });
  const { app } = api.server;
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  network = await startFlakyNetwork(`http://127.0.0.1:${port}`);
});
afterAll(async () => {
  await network.stop();
});

interface Received {
  status: number;
  replayed: boolean;
  note: { id: number };
}

/** Sends a note; null without a complete response. */
async function send(key: string, form: object): Promise<Received | null> {
  try {
    const answer = await fetch(`${network.url}/api/notes`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${visit.author.token}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify(form),
    });
    const note = (await answer.json()) as Received['note'];
    return { status: answer.status, replayed: answer.headers.get('idempotent-replayed') === 'true', note };
  } catch (error) {
    if (error instanceof TypeError || error instanceof SyntaxError) return null;
    throw error;
  }
}

async function sendUntilReceived(key: string, form: object): Promise<{ received: Received; tries: number }> {
  for (let tries = 1; tries <= 10; tries += 1) {
    const received = await send(key, form);
    if (received) return { received, tries };
  }
  throw new Error('No response to ten requests');
}

const KINDS: [what: string, next: Failure][] = [
  ['before the request', { kind: 'away', after: 0 }],
  ['during the request', { kind: 'torn', after: 0 }],
  ['before the response', { kind: 'lost', after: 0 }],
  ['during the response', { kind: 'halved', after: 0 }],
];

test.for(KINDS)(
  'a note sent again after the network broke %s is one note with one deduction [R-2]',
  { timeout: 60_000 + TRIALS * 2_000 },
  async ([, next], { task }) => {
    let again = 0;
    let replayed = 0;
    for (let trial = 1; trial <= TRIALS; trial += 1) {
      const title = uniqueName('Visit');
      const form = buildNoteForm(visit.client.id, { title, endTime: '09:15' });
      network.failOnce(next);
      const { received, tries } = await sendUntilReceived(uniqueName('key'), form);
      expect([received.status, network.hasFailed()]).toEqual([201, true]);
      again += tries - 1;
      replayed += Number(received.replayed);
      const notes = await api.sql(
        `select n.id, (select count(*) from unit_ledger l where l.business_id = n.business_id and l.note_id = n.id) as moves,
           (select count(*) from time_entries t where t.business_id = n.business_id and t.note_id = n.id) as hours,
           (select count(*) from note_versions v where v.business_id = n.business_id and v.note_id = n.id) as frozen
         from notes n where n.business_id = $1 and n.title = $2`,
        [business.id, title],
      );
      expect(notes).toEqual([{ id: received.note.id, moves: 1, hours: 1, frozen: 1 }]);
    }
    expect(again).toBeGreaterThanOrEqual(TRIALS);
    // A request that arrived is replayed, not executed again.
    expect(replayed).toBe(next.kind === 'lost' || next.kind === 'halved' ? TRIALS : 0);
    task.meta.metrics = { trials: TRIALS, sentAgain: again, replayed, doubled: 0 };
  },
);
