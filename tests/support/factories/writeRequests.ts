/** What each write endpoint of members needs before it can be called. */
import { randomUUID } from 'node:crypto';
import { features } from '#app/contract.ts';
import type { ApiResponse, Api } from '#tests/support/helpers/api.ts';
import { buildAddress } from '#tests/support/helpers/api.ts';
import type { Account } from './businesses.ts';
import { buildPdf, buildPng, buildUploadForm } from './files.ts';
import { sendMessage } from './messages.ts';
import { buildBody, hasBody, getRowKind } from './twoBusinesses.ts';
import type { SeededBusiness } from './twoBusinesses.ts';
import { createSignedNote } from './notes.ts';
import { createPerson } from './people.ts';
import { generateTotp, enableTwoFactor } from './twoFactor.ts';

/** After all others, in this order: the rows that they need are gone then. */
const LAST = ['DELETE /api/clients/:id', 'DELETE /api/auth/sessions/:id'];
const rank = (name: string) => LAST.indexOf(name) + (name.startsWith('DELETE ') ? 2 : 0);
/** Every write of members, in the order in which they can be made one after the other. */
export const WRITES = features
  .flatMap(({ contract }) => Object.entries(contract))
  .filter(([name, { access }]) => !name.startsWith('GET ') && access !== 'public')
  .map(([name, { access }]) => ({ name, access }))
  .toSorted((a, b) => rank(a.name) - rank(b.name));

/** What a call needs besides the seeded business. */
export interface PreparedRequest {
  by?: Account;
  id?: number;
  body?: unknown;
}

/** Creates one of each that no other call uses. */
function makersIn(api: Api, here: SeededBusiness) {
  /** Admins do not count toward the plan's limit. */
  const aFreshPerson = () => createPerson(api, here.business, { role: 'admin' });
  const aFreshNote = async (): Promise<PreparedRequest> => {
    const { id } = await createSignedNote(api, here.business.admin, { clientId: here.ids.client });
    return { id };
  };
  const ownFreshNote = async () => ({ ...(await aFreshNote()), by: here.business.admin });
  const aFreshMessage = async () => {
    const { id } = await sendMessage(api, { from: here.manager, to: here.employee });
    return { id };
  };
  const aFreshDraft = async () => {
    const body = { draftName: 'Fresh' };
    const { id } = await api.ok(here.employee.token, 'POST /api/drafts', { body });
    return { id };
  };
  const deleteAssignments = async () => {
    await api.sql('delete from client_assignments where business_id = $1', [here.business.id]);
    return {};
  };
  const aFreshAssignment = async () => {
    await deleteAssignments();
    const body = { clientId: here.ids.client, employeeId: here.employee.id };
    const { id } = await api.ok(here.manager.token, 'POST /api/client-assignments', { body });
    return { id };
  };
  const picture = () => buildUploadForm({ name: 'me.png', bytes: buildPng(64) }, {}, 'profilePicture');
  const withPicture = async () => {
    await api.ok(here.employee.token, 'POST /api/profile/picture', { body: picture() });
    return {};
  };
  return {
    aFreshPerson,
    aFreshNote,
    ownFreshNote,
    aFreshMessage,
    aFreshDraft,
    deleteAssignments,
    aFreshAssignment,
    picture,
    withPicture,
  };
}

/** How to prepare the writes that need something; each is prepared right before it is made. */
export function listPreparations(
  api: Api,
  here: SeededBusiness,
): Record<string, () => Promise<PreparedRequest>> {
  const make = makersIn(api, here);
  return {
    'POST /api/auth/change-password': async () => {
      const by = await make.aFreshPerson();
      return { by, body: { currentPassword: by.password, newPassword: 'another password' } };
    },
    'POST /api/auth/totp/enable': async () => {
      const by = await make.aFreshPerson();
      const { secret } = await api.ok(by.token, 'POST /api/auth/totp/setup');
      return { by, body: { code: generateTotp(secret) } };
    },
    'POST /api/auth/totp/disable': async () => {
      const by = await make.aFreshPerson();
      await enableTwoFactor(api, by.token);
      return { by, body: { password: by.password } };
    },
    'DELETE /api/users/:id/totp': async () => {
      const { id, token } = await make.aFreshPerson();
      await enableTwoFactor(api, token);
      return { by: here.business.admin, id };
    },
    'POST /api/profile/picture': async () => ({ body: make.picture() }),
    'POST /api/users/:id/picture': async () => ({ body: make.picture() }),
    'DELETE /api/profile/picture': make.withPicture,
    'DELETE /api/users/:id/picture': make.withPicture,
    'POST /api/business-resources/upload': async () => ({
      body: buildUploadForm({ name: 'Rota.pdf', bytes: buildPdf('Rota') }, { title: 'Rota' }),
    }),
    'POST /api/clients/:id/assignments': make.deleteAssignments,
    'POST /api/client-assignments': make.deleteAssignments,
    'DELETE /api/assignments/:id': make.aFreshAssignment,
    'DELETE /api/client-assignments/:id': make.aFreshAssignment,
    'PUT /api/notes/:id': make.ownFreshNote,
    'DELETE /api/notes/:id': make.ownFreshNote,
    'PATCH /api/notes/:id/review': make.aFreshNote,
    'PATCH /api/management/notes/:id/approve': make.aFreshNote,
    'PATCH /api/management/notes/:id/deny': make.aFreshNote,
    'PUT /api/messages/:id/read': make.aFreshMessage,
    'DELETE /api/messages/:id': make.aFreshMessage,
    'PUT /api/drafts/:id': make.aFreshDraft,
    'DELETE /api/drafts/:id': make.aFreshDraft,
  };
}

/** Makes the write of a member, once what it needs is there. */
export async function sendWrite(
  api: Api,
  here: SeededBusiness,
  { name, access, prepared }: { name: string; access: string; prepared: PreparedRequest },
): Promise<ApiResponse<unknown> & { by: Account }> {
  const by = prepared.by ?? (access === 'manager' ? here.manager : here.employee);
  const id = prepared.id ?? (name.includes('/:') ? here.ids[getRowKind(name)] : 0);
  const body = prepared.body ?? (hasBody(name) ? buildBody(name, here.ids) : undefined);
  const headers = { 'idempotency-key': randomUUID() };
  const answer = await api.send(by.token, {
    ...buildAddress(name, { id }),
    headers,
    ...(body ? { body } : {}),
  });
  return { ...answer, by };
}

/** What never ends: tests/api/eventStream.test.ts listens to it with two businesses. */
const ENDLESS = ['GET /api/events'];

const WHOLE_YEAR = { from: '2026-01-01', to: '2026-12-31' };
/** Queries that show most; an endpoint is asked with each of them. */
const queriesWith = (word: string): Record<string, Record<string, string>[]> => ({
  'GET /api/notes/search': [{}, { q: word }],
  'GET /api/payroll/week': [{ week: '2026-03-02' }],
  'GET /api/payroll/my': [{ week: '2026-03-02' }],
  'GET /api/employees/:id/payroll': [{ week: '2026-03-02' }],
  'GET /api/employees/:id/payroll/entries': [{ week: '2026-03-02' }],
  'GET /api/payroll/export': ['entries', 'people'].flatMap((kind) =>
    ['csv', 'xlsx'].map((format) => ({ ...WHOLE_YEAR, kind, format })),
  ),
});

/** Every read of members, with the queries that show most; a search asks for the word. */
export function listReads(word: string) {
  const queries = queriesWith(word);
  return features
    .flatMap(({ contract }) => Object.entries(contract))
    .filter(([name, { access }]) => name.startsWith('GET ') && access !== 'public' && !ENDLESS.includes(name))
    .flatMap(([name, { access }]) => (queries[name] ?? [{}]).map((query) => ({ name, access, query })));
}
