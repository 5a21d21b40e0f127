/** Captures of broken clocks, of changed notes, and the key that their codes are sealed with. */

import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { buildCapture, buildOfflineFields } from '#tests/support/factories/captures.ts';
import { buildNoteForm, createAssignedClient } from '#tests/support/factories/notes.ts';
import { startApi, useApi, type Api } from '#tests/support/helpers/api.ts';
import { captureLog } from '#tests/support/helpers/logOutput.ts';
import { setUpOnce } from '#tests/support/helpers/setUp.ts';

const api = useApi({ RATE_LIMITS: 'off' });
const business = setUpOnce(() => createBusiness(api, { plan: 'professional' }));
const visit = setUpOnce(() => createAssignedClient(api, business));

const MOMENTS = ['begunAt', 'employeeSignedAt', 'clientSignedAt', 'submittedAt', 'deviceNow'];
test.each(['0000-01-01T00:00:00Z', '9999-12-31T23:59:59-12:00'])(
  'a note is stored and its evidence verifies when a clock of the device was at %s [13.capture.32]',
  async (moment) => {
    for (const name of MOMENTS) {
      const offline = await buildOfflineFields(api, { clientId: visit.client.id, [name]: moment });
      const { id: draftId } = await api.ok(visit.author.token, 'POST /api/drafts', {
        body: { draftName: name },
      });
      const body = buildNoteForm(visit.client.id, { ...offline, draftId });
      const { status, body: note } = await api.call(visit.author.token, 'POST /api/notes', { body });
      expect([name, status, note.status]).toEqual([name, 201, 'pending']);
      const params = { id: note.id };
      const { checks } = await api.ok(business.admin.token, 'GET /api/notes/:id', { params });
      expect(checks.map(({ code }) => code)).toContain('device_clock');
      const evidence = await api.ok(visit.author.token, 'GET /api/notes/:id/evidence', { params });
      expect(evidence.matches).toBe(true);
    }
  },
);

/** Sends a note, and then another one with the same capture. */
async function sendChanged(own: Api): Promise<void> {
  const agency = await createBusiness(own, { plan: 'professional' });
  const { author, client } = await createAssignedClient(own, agency);
  const body = buildNoteForm(client.id, { captureId: randomUUID(), capture: buildCapture() });
  const send = (fields: object) =>
    own.call(author.token, 'POST /api/notes', { body: { ...body, ...fields } });
  expect([(await send({})).status, (await send({})).body.different]).toEqual([201, undefined]);
  expect((await send({ summary: 'Watered the tomatoes instead.' })).body.different).toBe(true);
}

test('that a note arrived again with other content is logged once, without the content [13.capture.33]', async () => {
  const log = await captureLog(async () => {
    const own = await startApi({ LOG_LEVEL: 'warn', RATE_LIMITS: 'off' });
    try {
      await sendChanged(own);
    } finally {
      await own.stop();
    }
  });
  expect(log.match(/a note arrived again with other content/g)).toHaveLength(1);
  expect(log).toMatch(/"captureId":"[0-9a-f-]{36}"/);
  expect(log).not.toMatch(/tomatoes|budget/);
});

test("the private half of the key pair is stored encrypted with the server's key [13.capture.34]", async () => {
  const { sealingKeyId } = await api.ok(null, 'GET /api/config');
  const [row] = await api.sql<{ key: Buffer }>('select private_key as key from sealing_keys where id = $1', [
    sealingKeyId,
  ]);
  const stored = row?.key ?? Buffer.alloc(0);
  const purpose = `sealing-key:${sealingKeyId}`;
  const opened = Buffer.from(api.server.services.secrets.decrypt(purpose, stored), 'base64');
  expect(opened.length).toBeGreaterThan(1000);
  expect(stored.includes(opened) || stored.includes(opened.toString('base64'))).toBe(false);
});
