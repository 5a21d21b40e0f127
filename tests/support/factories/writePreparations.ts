/** Rows and values that single writes need, for tests that walk the whole API. */

import { randomUUID } from 'node:crypto';
import { buildAddress, type Api, type ApiResponse } from '#tests/support/helpers/api.ts';
import type { Account } from './businesses.ts';
import { createClaimBatch } from './claims.ts';
import { createAssignment } from './clients.ts';
import { buildPictureForm, buildRequest, PARAMS, type NamedEndpoint } from './endpointRequests.ts';
import { buildPdf, buildUploadForm } from './files.ts';
import { buildImportForm, CLIENTS_FILE, uploadImport } from './imports.ts';
import { createChargeDraft, createIssuedInvoice } from './invoices.ts';
import { sendMessage } from './messages.ts';
import { createSignedNote, toQuarterHour } from './notes.ts';
import { createPerson } from './people.ts';
import { createDispute } from './receipts.ts';
import { getCaller, type SeededBusiness } from './seededBusiness.ts';
import { enableTwoFactor, generateTotp } from './twoFactor.ts';

export interface PreparedRequest {
  by?: Account;
  id?: number;
  body?: unknown;
}
type Preparation = () => Promise<PreparedRequest>;

/** Functions that create the rows of one write. */
function createPreparations(api: Api, { business, manager, employee, ids }: SeededBusiness) {
  const { admin } = business;
  let notes = 0;
  const createNote = async () => {
    notes += 1;
    const { id } = await createSignedNote(api, admin, { clientId: ids.client, ...toQuarterHour(notes) });
    return { id, by: admin };
  };
  /** The manager reviews it, because authors can't approve their own notes. */
  const createReviewedNote = async () => ({ id: (await createNote()).id });
  const explainCheck = async () => {
    const { id } = await createNote();
    const params = { ...PARAMS, id };
    const body = { reason: 'Checked by phone' };
    await api.ok(manager.token, 'POST /api/notes/:id/checks/:code/explain', { params, body });
    return { id };
  };
  const renewReceipt = async () => {
    const { id } = await createNote();
    await api.ok(manager.token, 'POST /api/notes/:id/receipt', { params: { id } });
    return { id };
  };
  const disputeNote = async () => {
    const { id } = await createNote();
    await createDispute(api, manager, { noteId: id });
    return { id };
  };
  const createMessage = async () => ({
    id: (await sendMessage(api, { from: manager, to: employee })).id,
  });
  const createDraft = async () => ({
    id: (await api.ok(employee.token, 'POST /api/drafts', { body: { draftName: 'Draft' } })).id,
  });
  const deleteAssignments = async () => {
    await api.sql('delete from client_assignments where business_id = $1', [business.id]);
    return {};
  };
  const assign = async () => {
    await deleteAssignments();
    const assigned = { clientId: ids.client, employeeId: employee.id };
    return { id: (await createAssignment(api, business, assigned)).id };
  };
  const uploadOwnPicture = async () => {
    await api.ok(employee.token, 'POST /api/profile/picture', { body: buildPictureForm() });
    return {};
  };
  return {
    createNote,
    createReviewedNote,
    explainCheck,
    renewReceipt,
    disputeNote,
    createMessage,
    createDraft,
    deleteAssignments,
    assign,
    uploadOwnPicture,
  };
}

/** Writes about the caller's own account, which need an admin each. */
function listAccountPreparations(api: Api, { business }: SeededBusiness): Record<string, Preparation> {
  // Admins do not count toward the plan's limit.
  const createAdmin = () => createPerson(api, business, { role: 'admin' });
  return {
    'POST /api/auth/change-password': async () => {
      const by = await createAdmin();
      return { by, body: { currentPassword: by.password, newPassword: 'another password' } };
    },
    'POST /api/auth/totp/enable': async () => {
      const by = await createAdmin();
      const { secret } = await api.ok(by.token, 'POST /api/auth/totp/setup');
      return { by, body: { code: generateTotp(secret) } };
    },
    'POST /api/auth/totp/disable': async () => {
      const by = await createAdmin();
      await enableTwoFactor(api, by.token);
      return { by, body: { password: by.password } };
    },
    'DELETE /api/sessions/:id': async () => {
      const { token } = await createAdmin();
      const [session] = await api.ok(token, 'GET /api/auth/sessions');
      return { by: business.admin, id: session?.id ?? 0 };
    },
    'POST /api/users/:id/sending-login': async () => {
      const { id } = await createAdmin();
      const params = { id };
      await api.ok(business.admin.token, 'PUT /api/users/:id/profile', {
        params,
        body: { status: 'inactive' },
      });
      return { by: business.admin, id };
    },
    'DELETE /api/users/:id/totp': async () => {
      const { id, token } = await createAdmin();
      await enableTwoFactor(api, token);
      return { by: business.admin, id };
    },
  };
}

function listVisitPreparations(api: Api, { business, employee }: SeededBusiness) {
  const cancelVisit = async () => {
    await api.sql('delete from visit_clocks where business_id = $1', [business.id]);
    return {};
  };
  const startVisit = async () => {
    await cancelVisit();
    await api.ok(employee.token, 'POST /api/visit-clock/start', { body: {} });
    return {};
  };
  return {
    'POST /api/visit-clock/start': cancelVisit,
    'POST /api/visit-clock/end': startVisit,
    'DELETE /api/visit-clock': startVisit,
  };
}

function listInvoicePreparations(api: Api, { business, manager, ids }: SeededBusiness) {
  const scope = { clientId: ids.client };
  const draft = async () => ({ id: (await createChargeDraft(api, manager, scope)).id });
  const issued = async () => ({ id: (await createIssuedInvoice(api, manager, scope)).id });
  return {
    'PUT /api/invoices/:id': draft,
    'DELETE /api/invoices/:id': draft,
    'POST /api/invoices/:id/issue': draft,
    'POST /api/invoices/:id/void': issued,
    'POST /api/invoices/:id/payments': issued,
    'POST /api/claim-batches': async () => {
      const { id, payerId, lines } = await createClaimBatch(api, { admin: business.admin, manager });
      const rejected = lines.map(({ noteId }) => ({ noteId, state: 'rejected' }));
      await api.ok(manager.token, 'PATCH /api/claim-batches/:id/lines', { params: { id }, body: rejected });
      return { body: { payerId, from: '2026-03-01', to: '2026-03-31' } };
    },
    'PATCH /api/claim-batches/:id/lines': async () => {
      const { id, lines } = await createClaimBatch(api, { admin: business.admin, manager });
      return { id, body: lines.map(({ noteId }) => ({ noteId, state: 'accepted' })) };
    },
  };
}

function listImportPreparations(api: Api, { business: { admin } }: SeededBusiness) {
  const upload = async () => ({
    id: (await uploadImport(api, admin.token, { kind: 'clients', bytes: CLIENTS_FILE })).id,
  });
  return {
    'POST /api/imports': async () => ({ body: buildImportForm('clients', CLIENTS_FILE) }),
    'PUT /api/imports/:id/mapping': upload,
    'PUT /api/imports/:id/position': upload,
    'POST /api/imports/:id/commit': upload,
  };
}

/** How to prepare the writes that need rows or values of their own; call it right before the write. */
export function listPreparations(api: Api, seeded: SeededBusiness): Record<string, Preparation> {
  const {
    createNote,
    createReviewedNote,
    explainCheck,
    renewReceipt,
    disputeNote,
    createMessage,
    createDraft,
    deleteAssignments,
    assign,
    uploadOwnPicture,
  } = createPreparations(api, seeded);
  return {
    ...listAccountPreparations(api, seeded),
    ...listVisitPreparations(api, seeded),
    ...listInvoicePreparations(api, seeded),
    ...listImportPreparations(api, seeded),
    'POST /api/profile/picture': async () => ({ body: buildPictureForm() }),
    'DELETE /api/profile/picture': uploadOwnPicture,
    'DELETE /api/users/:id/picture': uploadOwnPicture,
    'PUT /api/business-services/order': async () => {
      const services = await api.ok(seeded.manager.token, 'GET /api/business-services');
      return { body: { ids: services.map(({ id }) => id) } };
    },
    'POST /api/business-resources/upload': async () => ({
      body: buildUploadForm({ name: 'Rota.pdf', bytes: buildPdf('Rota') }, { title: 'Rota' }),
    }),
    'POST /api/clients/:id/assignments': deleteAssignments,
    'POST /api/client-assignments': deleteAssignments,
    'DELETE /api/assignments/:id': assign,
    'DELETE /api/client-assignments/:id': assign,
    'PUT /api/notes/:id': createNote,
    'DELETE /api/notes/:id': createNote,
    'POST /api/notes/:id/checks/:code/explain': createReviewedNote,
    'DELETE /api/notes/:id/checks/:code/explain': explainCheck,
    'POST /api/notes/:id/receipt': createReviewedNote,
    'DELETE /api/notes/:id/receipt': renewReceipt,
    'POST /api/notes/:id/dispute/resolve': disputeNote,
    'PATCH /api/notes/:id/review': createReviewedNote,
    'PATCH /api/management/notes/:id/approve': createReviewedNote,
    'PATCH /api/management/notes/:id/deny': createReviewedNote,
    'POST /api/management/notes/approve-many': async () => {
      // Notes over the units of their client have a warning.
      await api.ok(seeded.business.admin.token, 'PUT /api/clients/:id/time-units', {
        params: { id: seeded.ids.client },
        body: { totalTimeUnits: '1000.00' },
      });
      const { id } = await createReviewedNote();
      // Many notes of one author in a row have a warning.
      await api.sql('delete from note_checks where note_id = $1', [id]);
      return { body: { notes: [{ id, version: 1 }] } };
    },
    'PUT /api/messages/:id/read': createMessage,
    'DELETE /api/messages/:id': createMessage,
    'PUT /api/drafts/:id': createDraft,
    'DELETE /api/drafts/:id': createDraft,
  };
}

/** Sends a write of a signed-in user with the prepared rows and values. */
export async function sendWrite(
  api: Api,
  seeded: SeededBusiness,
  { name, endpoint, prepared }: NamedEndpoint & { prepared: PreparedRequest },
): Promise<ApiResponse<unknown> & { by: Account }> {
  const by = prepared.by ?? getCaller(seeded, endpoint.access);
  const request = buildRequest(name, seeded.ids);
  const { id, body = request.body } = prepared;
  const answer = await api.send(by.token, {
    ...request,
    ...(id !== undefined && buildAddress(name, { ...PARAMS, id })),
    ...(body ? { body } : {}),
    headers: { 'idempotency-key': randomUUID() },
  });
  return { ...answer, by };
}
