/** The fields and default values of each entity. */

import { beforeAll, describe, expect, test } from 'vitest';
import { buildAnnouncementForm } from '#tests/support/factories/announcements.ts';
import {
  createBusiness,
  buildRegistrationForm,
  type Account,
  type TestBusiness,
} from '#tests/support/factories/businesses.ts';
import { buildClientForm, createAssignment } from '#tests/support/factories/clients.ts';
import { drawSignature, createAssignedClient, buildNoteForm } from '#tests/support/factories/notes.ts';
import { createPerson } from '#tests/support/factories/people.ts';
import { uniqueName } from '#tests/support/factories/unique.ts';
import { useApi, type ApiResponse } from '#tests/support/helpers/api.ts';

const api = useApi();
let business: TestBusiness;
let author: Account;
let clientId: number;
beforeAll(async () => {
  business = await createBusiness(api);
  const assigned = await createAssignedClient(api, business);
  author = assigned.author;
  clientId = assigned.client.id;
});

const MOMENT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const ID = expect.any(Number);
/** An object whose fields are all null. */
const nulls = (names: string) => Object.fromEntries(names.split(' ').map((name) => [name, null]));

/** Names, defaults and sizes of a table's columns. */
async function readColumns(table: string) {
  const rows = await api.sql<{ name: string; default: string | null; digits: string | null }>(
    `select column_name as name, column_default as default,
            numeric_precision || ',' || numeric_scale as digits
       from information_schema.columns where table_name = $1 and table_schema = 'public'`,
    [table],
  );
  return Object.fromEntries(rows.map((row) => [row.name, row]));
}

const defaultOf = (column: { default: string | null } | undefined) =>
  column?.default?.replace(/::\w+( \w+)*$/, '').replaceAll("'", '') ?? null;

/** Expects that each value of the field is accepted and returned. */
async function expectValues(
  send: (fields: Record<string, string>) => Promise<ApiResponse<unknown>>,
  field: string,
  values: string[],
): Promise<void> {
  for (const value of values) expect((await send({ [field]: value })).body).toMatchObject({ [field]: value });
}

/** The status and the fields with an issue. */
const summarizeIssues = ({ status, error }: ApiResponse<unknown>) => [
  status,
  error?.issues?.map(({ path }) => path),
];

describe('businesses', () => {
  test('POST /api/auth/register-business answers 201 with all fields of a business, without those of the payment provider [3.businesses.1,4 4.status.2 D-16]', async () => {
    const contact = { email: 'office@a.example', phone: '555 0100', address: '1 Main' };
    const form = { name: uniqueName('Agency'), ...contact };
    const register = (fields: object) =>
      api.call(null, 'POST /api/auth/register-business', { body: { ...form, ...fields } });
    expect((await register({})).status).toBe(201);
    expect((await register({ name: 'x'.repeat(255) })).status).toBe(201);
    expect(summarizeIssues(await register({ name: 'x'.repeat(256) }))).toEqual([400, ['name']]);
    expect(summarizeIssues(await register({ planType: 'gold' }))).toEqual([400, ['planType']]);
    expect(await api.ok(business.admin.token, 'GET /api/business')).toMatchObject({
      id: business.id,
      name: business.name,
      description: null,
      address: '1 Main Street',
      phone: '555 0100',
      email: expect.stringContaining('@'),
      status: 'active',
      subscriptionStatus: 'active',
      planType: 'premium',
      isCreatorBusiness: false,
      createdAt: MOMENT,
      updatedAt: MOMENT,
    });
    const columns = await readColumns('businesses');
    expect(columns).toHaveProperty('stripe_customer_id');
    expect(columns).toHaveProperty('stripe_subscription_id');
    expect(['status', 'plan_type', 'is_creator_business'].map((name) => defaultOf(columns[name]))).toEqual([
      'active',
      'premium',
      'false',
    ]);
  });
});

describe('people', () => {
  test('POST /api/employees returns all fields of a person, by default an active employee [1.roles.1 3.users.1,5,6,7,8]', async () => {
    const name = { firstName: 'Ida', lastName: 'May' };
    const body = { username: uniqueName('p'), password: 'temporary passphrase', ...name };
    const person = await api.ok(business.admin.token, 'POST /api/employees', { body });
    expect(person).toEqual({
      id: ID,
      businessId: business.id,
      businessName: business.name,
      ...nulls('department email phone position bio experience emergencyContact emergencyPhone address'),
      ...nulls('profilePicture hireDate sendingUntil'),
      username: body.username,
      ...name,
      role: 'employee',
      skills: [],
      status: 'active',
      emailOnReview: true,
      emailOnMessage: true,
      createdAt: MOMENT,
      updatedAt: MOMENT,
      can: expect.any(Object),
    });
    const columns = await readColumns('users');
    expect([defaultOf(columns['role']), defaultOf(columns['status'])]).toEqual(['employee', 'active']);
    const { user } = await api.ok(null, 'POST /api/auth/login', { body });
    const { username } = body;
    expect(user).toMatchObject({ username, ...name, role: 'employee', department: null });
    const [colleague] = await api.ok(author.token, 'GET /api/users');
    expect(colleague).toHaveProperty('position');
    expect(colleague).toHaveProperty('email');
  });

  test('POST /api/auth/register-admin takes required and optional fields, and answers 400 without the required ones [3.admin.1 5.admin.8]', async () => {
    const body = buildRegistrationForm({
      businessCity: 'Chicago',
      businessState: 'IL',
      businessZipCode: '60601',
      businessWebsite: 'https://agency.example',
      industry: 'healthcare',
      phone: '555 0101',
    });
    expect((await api.call(null, 'POST /api/auth/register-admin', { body })).status).toBe(201);
    const { issues } = (await api.call(null, 'POST /api/auth/register-admin', { body: {} })).error ?? {};
    expect(issues?.map(({ path }) => path).sort()).toEqual(
      `businessEmail businessName department email employeeCount firstName lastName password position username`.split(
        ' ',
      ),
    );
    const wrong = buildRegistrationForm({ industry: 'farming', employeeCount: '7' });
    expect(summarizeIssues(await api.call(null, 'POST /api/auth/register-admin', { body: wrong }))).toEqual([
      400,
      ['industry', 'employeeCount'],
    ]);
    for (const employeeCount of ['1-5', '21-50', '51-100', '100+']) {
      const form = buildRegistrationForm({ employeeCount });
      expect((await api.call(null, 'POST /api/auth/register-admin', { body: form })).status).toBe(201);
    }
  });
});

describe('notes', () => {
  test('a note has all fields, and by default is pending, of medium priority and signed by both [3.notes.1,2,3,9 7.notes.1 9.units.9 10.1.1]', async () => {
    const body = buildNoteForm(clientId);
    const { id } = await api.ok(author.token, 'POST /api/notes', { body });
    expect(await api.ok(author.token, 'GET /api/notes/:id', { params: { id } })).toMatchObject({
      id,
      clientId,
      title: expect.any(String),
      content: body['description'],
      category: 'sustaining',
      priority: 'medium',
      tags: [],
      status: 'pending',
      authorId: author.id,
      authorName: 'Eve Worker',
      authorDepartment: 'Field',
      timeUnitsUsed: '9.00',
      workDate: '2026-03-02',
      startTime: '09:00',
      endTime: '11:15',
      research: body['research'],
      summary: body['summary'],
      employeeSignature: body['employeeSignature'],
      employeeSignedAt: MOMENT,
      clientSignature: body['clientSignature'],
      clientSignedAt: MOMENT,
      isClientSigned: true,
      createdAt: MOMENT,
      updatedAt: MOMENT,
    });
    const columns = await readColumns('notes');
    expect(columns['time_units_used']?.digits).toBe('5,2');
    expect(
      ['priority', 'status', 'time_units_used', 'is_client_signed'].map((name) => defaultOf(columns[name])),
    ).toEqual(['medium', 'pending', '0', 'false']);
    expect(columns).toHaveProperty('business_id');
    expect(columns).not.toHaveProperty('client_signature_code');
  });

  test('a draft has all fields, of which only the name is required [3.drafts.1 4.draft.1 7.drafts.2]', async () => {
    const bare = await api.ok(author.token, 'POST /api/drafts', { body: { draftName: 'Kitchen' } });
    const body = {
      draftName: 'x'.repeat(255),
      clientId,
      title: 'Visit',
      content: 'Cleaned',
      category: 'transitional',
      workDate: '2026-03-02',
      startTime: '09:00',
      endTime: '11:15',
      research: 'Read',
      summary: 'Done',
      employeeSignature: drawSignature(),
      clientSignatureCode: '4711ab',
    };
    const params = { id: bare.id };
    await api.ok(author.token, 'PUT /api/drafts/:id', { params, body });
    const whole = await api.ok(author.token, 'GET /api/drafts/:id', { params });
    expect(whole).toMatchObject({ ...body, id: bare.id, createdAt: MOMENT, updatedAt: MOMENT });
    for (const draftName of ['', undefined, 'x'.repeat(256)]) {
      const answer = await api.call(author.token, 'POST /api/drafts', { body: { draftName } });
      expect(summarizeIssues(answer)).toEqual([400, ['draftName']]);
    }
    expect(Object.keys(await readColumns('note_drafts'))).toEqual(
      expect.arrayContaining(['business_id', 'author_id']),
    );
  });
});

describe('clients', () => {
  test('a client has all fields, and by default is active at 15 dollars per unit [1.units.2 3.clients.1 7.clients.2 9.units.9 9.defaults.1]', async () => {
    const body = { companyName: uniqueName('HH'), contactName: 'Rosa Delgado' };
    const client = await api.ok(business.admin.token, 'POST /api/clients', { body });
    expect(client).toMatchObject({
      ...body,
      id: ID,
      ...nulls('email phone address signatureCode intakeInformation'),
      totalTimeUnits: '0.00',
      usedTimeUnits: '0.00',
      availableTimeUnits: '0.00',
      unitRate: '15.00',
      status: 'active',
      createdAt: MOMENT,
      updatedAt: MOMENT,
    });
    const add = (fields: object) =>
      api.call(business.admin.token, 'POST /api/clients', { body: buildClientForm({ ...fields }) });
    expect((await add({ signatureCode: 'x'.repeat(20), status: 'inactive' })).status).toBe(201);
    expect(summarizeIssues(await add({ signatureCode: 'x'.repeat(21) }))).toEqual([400, ['signatureCode']]);
    expect(summarizeIssues(await add({ status: 'asleep' }))).toEqual([400, ['status']]);
    expect((await readColumns('clients'))['unit_rate']).toMatchObject({ digits: '10,2' });
    // The sums of all accounts; each account has 8,2.
    const units = await readColumns('client_units');
    expect([units['total_time_units']?.digits, units['used_time_units']?.digits]).toEqual(['10,2', '10,2']);
    expect((await readColumns('unit_ledger'))['balance_after']).toMatchObject({ digits: '8,2' });
  });

  test('an assignment has all fields with its client, and by default is active with the role assigned [3.assignments.1,2,3 4.status.6 7.clients.11]', async () => {
    const body = { clientId, employeeId: (await createPerson(api, business)).id };
    expect(await createAssignment(api, business, body)).toMatchObject({
      ...body,
      id: ID,
      assignedBy: business.admin.id,
      assignedByName: 'Ada Owner',
      role: 'assigned',
      status: 'active',
      notes: null,
      createdAt: MOMENT,
      client: { id: clientId, companyName: expect.any(String), contactName: 'Cleo Client' },
    });
    for (const role of ['primary', 'backup', 'specialist', 'night watch']) {
      const other = { clientId, employeeId: (await createPerson(api, business)).id, role };
      expect(await createAssignment(api, business, other)).toMatchObject({ role });
    }
    const columns = await readColumns('client_assignments');
    expect([defaultOf(columns['role']), defaultOf(columns['status'])]).toEqual(['assigned', 'active']);
  });

  test('a service has all fields, and by default is approved by the user who adds it [3.services.1 4.status.3 9.defaults.2]', async () => {
    const params = { id: clientId };
    const add = (fields: object) =>
      api.call(business.admin.token, 'POST /api/clients/:id/services', {
        params,
        body: { serviceName: 'Personal care', ...fields },
      });
    expect((await add({})).body).toMatchObject({
      id: ID,
      clientId,
      serviceName: 'Personal care',
      serviceDescription: null,
      status: 'approved',
      approvedBy: business.admin.id,
      approvedByName: 'Ada Owner',
      approvedDate: MOMENT,
      expiryDate: null,
      notes: null,
    });
    await expectValues(add, 'status', ['pending', 'suspended', 'expired']);
    expect(summarizeIssues(await add({ status: 'done' }))).toEqual([400, ['status']]);
  });

  test('a document has all fields, and a file name of its time and original name [3.documents.1]', async () => {
    const body = { originalName: 'Care plan.pdf', fileSize: 2048, mimeType: 'application/pdf' };
    const params = { id: clientId };
    const created = await api.ok(business.admin.token, 'POST /api/clients/:id/documents', { params, body });
    expect(created).toMatchObject({
      ...body,
      id: ID,
      clientId,
      fileName: expect.stringMatching(/^\d{13}_Care plan\.pdf$/),
      uploadedBy: business.admin.id,
      uploadedByName: 'Ada Owner',
      description: null,
      createdAt: MOMENT,
    });
  });
});

test('a resource has all fields, and by default is active, for all and of the category other [3.resources.1,2 4.status.9 5.resource.3]', async () => {
  const body = { title: 'Forms', fileUrl: 'https://example.com/forms' };
  const add = (fields: object) =>
    api.call(business.admin.token, 'POST /api/business-resources', { body: { ...body, ...fields } });
  expect((await add({})).body).toMatchObject({
    ...body,
    id: ID,
    ...nulls('description fileName originalName fileSize mimeType'),
    category: 'other',
    uploadedBy: business.admin.id,
    uploadedByName: 'Ada Owner',
    accessLevel: 'all',
    status: 'active',
    createdAt: MOMENT,
  });
  await expectValues(add, 'category', ['policy', 'template', 'training', 'handbook', 'form', 'procedure']);
  await expectValues(add, 'accessLevel', ['managers', 'employees']);
  await expectValues(add, 'status', ['inactive', 'archived']);
});

test('a time entry has all fields, with units as text [3.time.1]', async () => {
  const note = await api.ok(author.token, 'POST /api/notes', { body: buildNoteForm(clientId) });
  const entries = await api.ok(author.token, 'GET /api/time-entries/my');
  expect(entries.find(({ noteId }) => noteId === note.id)).toMatchObject({
    id: ID,
    clientId,
    employeeId: author.id,
    description: expect.any(String),
    timeUnits: '9.00',
    startTime: '2026-03-02T15:00:00.000Z',
    endTime: '2026-03-02T17:15:00.000Z',
  });
});

test('an announcement has all fields, and by default is active and of medium priority [1.roles.3 3.announcements.1]', async () => {
  const post = (fields: Record<string, unknown>) =>
    api.call(business.admin.token, 'POST /api/announcements', { body: buildAnnouncementForm(fields) });
  expect((await post({ priority: undefined })).body).toMatchObject({
    id: ID,
    createdBy: business.admin.id,
    createdByName: 'Ada Owner',
    title: 'Staff meeting',
    content: 'We meet in the office.',
    type: 'meeting',
    priority: 'medium',
    scheduledDate: null,
    location: null,
    isActive: true,
    createdAt: MOMENT,
  });
  await expectValues(post, 'type', ['event', 'announcement', 'other', 'general']);
  await expectValues(post, 'priority', ['low', 'high', 'urgent']);
});

test('a message has all fields with names and departments, and is unread [3.messages.1,2]', async () => {
  const send = (fields: object) =>
    api.ok(business.admin.token, 'POST /api/messages', {
      body: { recipientId: author.id, subject: 'x'.repeat(200), content: 'At nine', ...fields },
    });
  const first = await send({});
  expect(first).toMatchObject({
    id: ID,
    senderId: business.admin.id,
    recipientId: author.id,
    subject: 'x'.repeat(200),
    content: 'At nine',
    isRead: false,
    createdAt: MOMENT,
    readAt: null,
    parentMessageId: null,
    senderName: 'Ada Owner',
    senderDepartment: 'Office',
    recipientName: 'Eve Worker',
    recipientDepartment: 'Field',
  });
  expect(await send({ parentMessageId: first.id })).toMatchObject({ parentMessageId: first.id });
});
