/** Whoever changes something is in the audit log. Walks every writing endpoint of the product by itself. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { features } from '../../src/app/contract.ts';
import { addressOf, startApi } from '../world/api.ts';
import type { Api } from '../world/api.ts';
import type { Account } from '../world/business.ts';
import { pdf, png, uploadForm } from '../world/files.ts';
import { aMessage } from '../world/mail.ts';
import { aNeighbour, bodyOf, hasBody, thingOf } from '../world/neighbours.ts';
import type { Neighbour } from '../world/neighbours.ts';
import { aSignedNote } from '../world/notes.ts';
import { aPerson } from '../world/people.ts';
import { codeOf, withTwoStep } from '../world/twoStep.ts';

/** What leaves no row, and why. */
const UNWRITTEN: Record<string, string> = {
  'POST /api/clients/:id/verify-code': 'a right code changes nothing; too many wrong ones are written down',
};

/** After all others, in this order: the rows that they need are gone then. */
const LAST = ['DELETE /api/clients/:id', 'DELETE /api/auth/sessions/:id'];
const rank = (name: string) => LAST.indexOf(name) + (name.startsWith('DELETE ') ? 2 : 0);
const writes = features
  .flatMap(({ contract }) => Object.entries(contract))
  .filter(([name, { access }]) => !name.startsWith('GET ') && access !== 'public')
  .map(([name, { access }]) => ({ name, access }))
  .toSorted((a, b) => rank(a.name) - rank(b.name));

let api: Api;
let here: Neighbour;
beforeAll(async () => {
  api = await startApi({ RATE_LIMITS: 'off' });
  here = await aNeighbour(api);
});
afterAll(() => api.stop());

/** What a call needs other than what the neighbour has. */
interface Prepared {
  by?: Account;
  id?: number;
  body?: unknown;
}

/** Admins take no place of the plan. */
const aFreshPerson = () => aPerson(api, here.business, { role: 'admin' });
const aFreshNote = async (): Promise<Prepared> => {
  const { id } = await aSignedNote(api, here.business.admin, { clientId: here.ids.client });
  return { id };
};
const ownFreshNote = async () => ({ ...(await aFreshNote()), by: here.business.admin });
const aFreshMessage = async () => {
  const { id } = await aMessage(api, { from: here.manager, to: here.employee });
  return { id };
};
const aFreshDraft = async () => {
  const body = { draftName: 'Fresh' };
  const { id } = await api.ok(here.employee.token, 'POST /api/drafts', { body });
  return { id };
};
const nobodyAssigned = async () => {
  await api.sql('delete from client_assignments where business_id = $1', [here.business.id]);
  return {};
};
const aFreshAssignment = async () => {
  await nobodyAssigned();
  const body = { clientId: here.ids.client, employeeId: here.employee.id };
  const { id } = await api.ok(here.manager.token, 'POST /api/client-assignments', { body });
  return { id };
};
const picture = () => uploadForm({ name: 'me.png', bytes: png(64) }, {}, 'profilePicture');
const withPicture = async () => {
  await api.ok(here.employee.token, 'POST /api/profile/picture', { body: picture() });
  return {};
};

const PREPARED: Record<string, () => Promise<Prepared>> = {
  'POST /api/auth/change-password': async () => {
    const by = await aFreshPerson();
    return { by, body: { currentPassword: by.password, newPassword: 'another password' } };
  },
  'POST /api/auth/totp/enable': async () => {
    const by = await aFreshPerson();
    const { secret } = await api.ok(by.token, 'POST /api/auth/totp/setup');
    return { by, body: { code: codeOf(secret) } };
  },
  'POST /api/auth/totp/disable': async () => {
    const by = await aFreshPerson();
    await withTwoStep(api, by.token);
    return { by, body: { password: by.password } };
  },
  'DELETE /api/users/:id/totp': async () => {
    const { id, token } = await aFreshPerson();
    await withTwoStep(api, token);
    return { by: here.business.admin, id };
  },
  'POST /api/profile/picture': async () => ({ body: picture() }),
  'POST /api/users/:id/picture': async () => ({ body: picture() }),
  'DELETE /api/profile/picture': withPicture,
  'DELETE /api/users/:id/picture': withPicture,
  'POST /api/business-resources/upload': async () => ({
    body: uploadForm({ name: 'Rota.pdf', bytes: pdf('Rota') }, { title: 'Rota' }),
  }),
  'POST /api/clients/:id/assignments': nobodyAssigned,
  'POST /api/client-assignments': nobodyAssigned,
  'DELETE /api/assignments/:id': aFreshAssignment,
  'DELETE /api/client-assignments/:id': aFreshAssignment,
  'PUT /api/notes/:id': ownFreshNote,
  'DELETE /api/notes/:id': ownFreshNote,
  'PATCH /api/notes/:id/review': aFreshNote,
  'PATCH /api/management/notes/:id/approve': aFreshNote,
  'PATCH /api/management/notes/:id/deny': aFreshNote,
  'PUT /api/messages/:id/read': aFreshMessage,
  'DELETE /api/messages/:id': aFreshMessage,
  'PUT /api/drafts/:id': aFreshDraft,
  'DELETE /api/drafts/:id': aFreshDraft,
};

const lastRow = async () => {
  const [row] = await api.sql<{ seq: number }>(
    'select max(seq) as seq from audit_log where business_id = $1',
    [here.business.id],
  );
  return row?.seq ?? 0;
};

describe('a write leaves a row with who made it', () => {
  test.each(writes)('$name', async ({ name, access }) => {
    const prepared = (await PREPARED[name]?.()) ?? {};
    const by = prepared.by ?? (access === 'manager' ? here.manager : here.employee);
    const id = prepared.id ?? (name.includes('/:') ? here.ids[thingOf(name)] : 0);
    const body = prepared.body ?? (hasBody(name) ? bodyOf(name, here.ids) : undefined);
    const before = await lastRow();
    const answer = await api.send(by.token, { ...addressOf(name, { id }), ...(body ? { body } : {}) });
    expect([answer.status, answer.error]).toEqual([expect.toSatisfy((status) => status < 300), null]);
    const rows = await api.sql<{ action: string }>(
      'select action from audit_log where business_id = $1 and seq > $2 and actor_id = $3',
      [here.business.id, before, by.id],
    );
    expect(rows.length === 0).toBe(name in UNWRITTEN);
  });
});

test('all writes of members were tried', () => {
  expect(writes.length).toBeGreaterThan(40);
  const names = writes.map(({ name }) => name);
  expect(Object.keys({ ...PREPARED, ...UNWRITTEN }).filter((name) => !names.includes(name))).toEqual([]);
});
