/**
 * Faults between the product and external services: file storage, mail server, card provider. `FAULT_SEED` repeats a
 * run, `FAULT_ROUNDS` sets its length (`npm run test:faults`).
 */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { clock } from '#platform/server/clock.ts';
import { openLog } from '#platform/server/log.ts';
import { deliverDue } from '#platform/server/outbox.ts';
import { deleteOrphanedFiles } from '#features/files/server/actions.ts';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { createClient } from '#tests/support/factories/clients.ts';
import { buildTxt, buildUploadForm } from '#tests/support/factories/files.ts';
import { buildMessageForm } from '#tests/support/factories/messages.ts';
import { createPerson } from '#tests/support/factories/people.ts';
import {
  FAILURES,
  startFlakyNetwork,
  type Failure,
  type FlakyNetwork,
} from '#tests/support/fakes/flakyNetwork.ts';
import { startS3Server } from '#tests/support/fakes/s3Server.ts';
import { startSmtpServer, type FakeSmtpServer } from '#tests/support/fakes/smtpServer.ts';
import { startStripeServer } from '#tests/support/fakes/stripeServer.ts';
import { startApi, type Api } from '#tests/support/helpers/api.ts';
import { createRandom } from '#tests/support/helpers/random.ts';
import { createStripeBusiness, type StripeBusiness } from '#tests/support/helpers/stripeApi.ts';

const seed = Number(process.env['FAULT_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const rounds = Number(process.env['FAULT_ROUNDS'] ?? (process.env['TESTS'] === 'all' ? 20 : 8));
const random = createRandom(seed);
const oneOf = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;

const HOUR_MS = 60 * 60 * 1000;
let offsetMs = 0;
/** Moves the clock past the pause after failed calls to a provider. */
const skipPause = () => {
  offsetMs += 11_000;
  vi.spyOn(clock, 'now').mockImplementation(() => new Date(Date.now() + offsetMs));
};

const undo: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const one of undo.reverse()) await one();
});

let api: Api;
let mailServer: FakeSmtpServer;
let stripe: Awaited<ReturnType<typeof startStripeServer>>;
let folder: string;
const networks = {} as Record<'files' | 'mail' | 'cards', FlakyNetwork>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'services-'));
  undo.push(() => rm(folder, { recursive: true }));
  const bucket = await startS3Server(folder);
  undo.push(() => bucket.stop());
  mailServer = await startSmtpServer();
  undo.push(() => mailServer.stop());
  stripe = await startStripeServer();
  undo.push(() => stripe.close());
  const addresses = {
    files: bucket.settings.S3_ENDPOINT,
    mail: mailServer.url,
    cards: String(stripe.settings['STRIPE_API_BASE']),
  };
  for (const [name, address] of Object.entries(addresses)) {
    const network = await startFlakyNetwork(address);
    networks[name as keyof typeof networks] = network;
    undo.push(() => network.stop());
  }
  api = await startApi({
    ...bucket.settings,
    ...stripe.settings,
    S3_ENDPOINT: networks.files.url,
    SMTP_URL: networks.mail.url,
    STRIPE_API_BASE: networks.cards.url,
    RATE_LIMITS: 'off',
  });
  undo.push(() => api.stop());
});
afterEach(() => {
  for (const network of Object.values(networks)) network.failOnce(null);
});

/** Runs the rounds with one fault each; a failure prints the fault. */
async function withFaults(
  network: FlakyNetwork,
  { pieces, act }: { pieces: number; act: (round: { n: number; seed: number } & Failure) => Promise<void> },
): Promise<void> {
  let met = 0;
  for (let n = 1; n <= rounds; n += 1) {
    const fault: Failure = { kind: oneOf(FAILURES), after: Math.floor(random() * pieces) };
    network.failOnce(fault);
    await act({ n, seed, ...fault });
    if (network.hasFailed()) met += 1;
    network.failOnce(null);
  }
  // Without faults nothing would be lost either.
  expect(met).toBeGreaterThan(rounds / 3);
}

const patience = { timeout: 60_000 + rounds * 2_000 };

test(
  `files: ${rounds} faults leave each document complete or absent (seed ${seed}) [R-16]`,
  patience,
  async () => {
    const business = await createBusiness(api, { plan: 'professional' });
    const { token } = business.admin;
    const { id: clientId } = await createClient(api, business);
    const params = { id: clientId };
    const names = async () =>
      (await api.ok(token, 'GET /api/clients/:id/documents', { params })).map(
        ({ originalName }) => originalName,
      );
    await withFaults(networks.files, {
      pieces: 3,
      act: async (round) => {
        const name = `visit-${round.n}.txt`;
        const upload = () =>
          api.call(token, 'POST /api/clients/:id/documents', {
            params,
            headers: { 'idempotency-key': name },
            body: buildUploadForm({ name, bytes: buildTxt(name.repeat(5_000)) }),
          });
        const first = await upload();
        expect({ round, status: first.status }).toEqual({ round, status: expect.toSatisfy(isDoneOrAway) });
        expect({ round, isThere: (await names()).includes(name) }).toEqual({
          round,
          isThere: first.status === 201,
        });
        networks.files.failOnce(null);
        const again = await upload();
        expect({ round, status: again.status }).toEqual({ round, status: 201 });
        expect((await names()).filter((one) => one === name)).toHaveLength(1);
        // Every other one is deleted with the same fault.
        if (round.n % 2) return;
        networks.files.failOnce(round);
        await api.ok(token, 'DELETE /api/documents/:id', { params: { id: again.body.id } });
        expect({ round, isThere: (await names()).includes(name) }).toEqual({ round, isThere: false });
      },
    });
    const documents = await api.ok(token, 'GET /api/clients/:id/documents', { params });
    for (const { id, originalName } of documents) {
      const file = await api.call(token, 'GET /api/documents/:id/file', { params: { id } });
      expect([file.status, file.body]).toEqual([200, originalName.repeat(5_000)]);
    }
    await deleteOrphanedFiles(api.server.services, new Date(clock.now().getTime() + 2 * HOUR_MS));
    expect(await api.sql('select storage_key from orphaned_files')).toEqual([]);
  },
);

const isDoneOrAway = (status: number) => status === 201 || status === 503;

test(`mail: ${rounds} faults delay mails and lose none (seed ${seed}) [R-16]`, patience, async () => {
  const business = await createBusiness(api, { plan: 'professional' });
  const from = business.admin;
  const to = await createPerson(api, business, { form: { email: 'eve@example.com' } });
  const idOf = ({ messageId = '' }: { messageId?: string }) => messageId;
  const mails = () => new Set(mailServer.mails.map(idOf)).size;
  const later = () => new Date(clock.now().getTime() + HOUR_MS);
  const deliver = () => deliverDue(api.server.services, openLog('silent'), later());
  const waiting = () => api.sql('select tries from outgoing_mails where abandoned_at is null');
  const before = mails();
  await withFaults(networks.mail, {
    pieces: 6,
    act: async (round) => {
      const sent = await api.call(from.token, 'POST /api/messages', { body: buildMessageForm(to.id) });
      expect({ round, status: sent.status }).toEqual({ round, status: 201 });
      // The first attempt is immediate; a failed mail waits for the next one.
      await vi.waitFor(async () => {
        const rows = await waiting();
        expect(rows.every(({ tries }) => tries > 0)).toBe(true);
        expect(rows.length === 0 || (await failed()) === rows.length).toBe(true);
      }, patience);
      networks.mail.failOnce(null);
      await vi.waitFor(async () => {
        await deliver();
        expect({ round, waiting: await waiting() }).toEqual({ round, waiting: [] });
      }, patience);
      expect({ round, mails: mails() - before }).toEqual({ round, mails: round.n });
    },
  });
  expect(await api.sql('select 1 from outgoing_mails')).toEqual([]);
});

const failed = async () =>
  (await api.sql('select 1 from outgoing_mails where last_error is not null and abandoned_at is null'))
    .length;

const CENTS = { premium: 4999, professional: 7900 };

/** A subscription at the provider and at the product. */
async function readBothSides(payer: StripeBusiness, id: string) {
  const theirs = stripe.state.subscriptions.get(id);
  const ours = await payer.info();
  return {
    theirs: { cents: theirs?.items.data[0]?.price.unit_amount, ends: theirs?.cancel_at_period_end },
    ours: { cents: CENTS[ours.planType as 'premium'], ends: ours.subscription?.cancel_at_period_end },
  };
}

test(
  `cards: after ${rounds} faults product and provider have the same subscription (seed ${seed}) [R-16]`,
  patience,
  async () => {
    const payer = await createStripeBusiness({ ...api, stripe });
    const id = await payer.paid('professional');
    const changeTo = (planType: string) =>
      api.call(payer.token, 'POST /api/subscription/change-plan', { body: { planType } });
    const actions = {
      premium: () => changeTo('premium'),
      professional: () => changeTo('professional'),
      cancel: () => api.call(payer.token, 'POST /api/subscription/cancel'),
      reactivate: () => api.call(payer.token, 'POST /api/subscription/reactivate'),
    };
    await withFaults(networks.cards, {
      pieces: 2,
      act: async (round) => {
        const name = oneOf(Object.keys(actions) as (keyof typeof actions)[]);
        const { status } = await actions[name]();
        // 409: there is nothing to change.
        expect({ round, name, status }).toEqual({ round, name, status: expect.toSatisfy(isAnswer) });
        networks.cards.failOnce(null);
        skipPause();
        const { theirs, ours } = await readBothSides(payer, id);
        expect({ round, name, ...ours }).toEqual({ round, name, ...theirs });
      },
    });
    await payer.deliverAll();
    const { theirs, ours } = await readBothSides(payer, id);
    expect(ours).toEqual(theirs);
  },
);

const isAnswer = (status: number) => [200, 409, 503].includes(status);
