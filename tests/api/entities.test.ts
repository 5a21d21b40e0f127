/** The entities of the product: the fields and default values of each. */
import { beforeAll, describe, expect, test } from 'vitest';
import { buildAnnouncementForm } from '#tests/support/factories/announcements.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { createBusiness, buildRegistrationForm } from '#tests/support/factories/businesses.ts';
import type { Account, TestBusiness } from '#tests/support/factories/businesses.ts';
import { buildClientForm } from '#tests/support/factories/clients.ts';
import { drawSignature, createAssignedClient, buildNoteForm } from '#tests/support/factories/notes.ts';
import { createPerson } from '#tests/support/factories/people.ts';
import { uniqueName } from '#tests/support/factories/unique.ts';

const api = useApi();
let business: TestBusiness;
let author: Account;
let clientId: number;
beforeAll(async () => {
  business = await createBusiness(api);
  const visit = await createAssignedClient(api, business);
  author = visit.author;
  clientId = visit.client.id;
});

const MOMENT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const ID = expect.any(Number);

/** Names, defaults and sizes of a table's columns. */
async function columnsOf(table: string) {
  const rows = await api.sql<{ name: string; standard: string | null; digits: string | null }>(
    `select column_name as name, column_default as standard,
            numeric_precision || ',' || numeric_scale as digits
       from information_schema.columns where table_name = $1 and table_schema = 'public'`,
    [table],
  );
  return Object.fromEntries(rows.map((row) => [row.name, row]));
}

const standardOf = (column: { standard: string | null } | undefined) =>
  column?.standard?.replace(/::\w+( \w+)*$/, '').replaceAll("'", '') ?? null;

const mistakes = (answer: { status: number; error: { issues?: { path: string }[] | undefined } | null }) => [
  answer.status,
  answer.error?.issues?.map(({ path }) => path),
];

describe('businesses', () => {
  test('a business has its fields; what belongs to the payment provider is kept apart [3.businesses.1,4 4.status.2 D-16]', async () => {
    const form = {
      name: uniqueName('Agency'),
      email: 'office@a.example',
      phone: '555 0100',
      address: '1 Main',
    };
    const register = (fields: object) =>
      api.call(null, 'POST /api/auth/register-business', { body: { ...form, ...fields } });
    expect((await register({})).status).toBe(201);
    expect((await register({ name: 'x'.repeat(255) })).status).toBe(201);
    expect(mistakes(await register({ name: 'x'.repeat(256) }))).toEqual([400, ['name']]);
    expect(mistakes(await register({ planType: 'gold' }))).toEqual([400, ['planType']]);
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
    const columns = await columnsOf('businesses');
    expect(columns).toHaveProperty('stripe_customer_id');
    expect(columns).toHaveProperty('stripe_subscription_id');
    expect(['status', 'plan_type', 'is_creator_business'].map((name) => standardOf(columns[name]))).toEqual([
      'active',
      'premium',
      'false',
    ]);
  });
});

describe('people', () => {
  test('a person has all fields of a personnel file, is an employee and active, and keeps the password [1.roles.1 3.users.1,5,6,7,8]', async () => {
    const body = {
      username: uniqueName('p'),
      password: 'temporary passphrase',
      firstName: 'Ida',
      lastName: 'May',
    };
    const person = await api.ok(business.admin.token, 'POST /api/employees', { body });
    expect(person).toEqual({
      id: ID,
      businessId: business.id,
      businessName: business.name,
      username: body.username,
      role: 'employee',
      department: null,
      firstName: 'Ida',
      lastName: 'May',
      email: null,
      phone: null,
      position: null,
      bio: null,
      skills: [],
      experience: null,
      emergencyContact: null,
      emergencyPhone: null,
      address: null,
      profilePicture: null,
      hireDate: null,
      status: 'active',
      emailOnReview: true,
      emailOnMessage: true,
      createdAt: MOMENT,
      updatedAt: MOMENT,
      can: expect.any(Object),
    });
    const columns = await columnsOf('users');
    expect([standardOf(columns['role']), standardOf(columns['status'])]).toEqual(['employee', 'active']);
    const { user } = await api.ok(null, 'POST /api/auth/login', { body });
    const { username, firstName, lastName, role, department } = user;
    expect([username, firstName, lastName, role, department]).toEqual([
      body.username,
      'Ida',
      'May',
      'employee',
      null,
    ]);
    const [colleague] = await api.ok(author.token, 'GET /api/users');
    expect(colleague).toHaveProperty('position');
    expect(colleague).toHaveProperty('email');
  });

  test('the form of the first administrator has its fields, required and optional [3.admin.1 5.admin.8]', async () => {
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
    expect(issues?.map(({ path }) => path).sort()).toEqual([
      'businessEmail',
      'businessName',
      'department',
      'email',
      'employeeCount',
      'firstName',
      'lastName',
      'password',
      'position',
      'username',
    ]);
    const wrong = buildRegistrationForm({ industry: 'farming', employeeCount: '7' });
    expect(mistakes(await api.call(null, 'POST /api/auth/register-admin', { body: wrong }))).toEqual([
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
  test('a note has its fields, and is pending, of medium priority and signed by both [3.notes.1,2,3,9 7.notes.1 9.units.9 10.1.1]', async () => {
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
    const columns = await columnsOf('notes');
    expect(columns['time_units_used']?.digits).toBe('5,2');
    expect(
      ['priority', 'status', 'time_units_used', 'is_client_signed'].map((name) => standardOf(columns[name])),
    ).toEqual(['medium', 'pending', '0', 'false']);
    expect(columns).toHaveProperty('business_id');
    expect(columns).not.toHaveProperty('client_signature_code');
  });

  test('a draft has its fields, and only its name is required [3.drafts.1 4.draft.1 7.drafts.2]', async () => {
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
      expect(mistakes(answer)).toEqual([400, ['draftName']]);
    }
    expect(Object.keys(await columnsOf('note_drafts'))).toEqual(
      expect.arrayContaining(['business_id', 'author_id']),
    );
  });
});

describe('clients', () => {
  test('a client has its fields, 15 dollars a unit and is active [1.units.2 3.clients.1 7.clients.2 9.units.9 9.defaults.1]', async () => {
    const body = { companyName: uniqueName('HH'), contactName: 'Rosa Delgado' };
    const client = await api.ok(business.admin.token, 'POST /api/clients', { body });
    expect(client).toMatchObject({
      ...body,
      id: ID,
      email: null,
      phone: null,
      address: null,
      totalTimeUnits: '0.00',
      usedTimeUnits: '0.00',
      availableTimeUnits: '0.00',
      unitRate: '15.00',
      signatureCode: null,
      intakeInformation: null,
      status: 'active',
      createdAt: MOMENT,
      updatedAt: MOMENT,
    });
    const add = (fields: object) =>
      api.call(business.admin.token, 'POST /api/clients', { body: buildClientForm({ ...fields }) });
    expect((await add({ signatureCode: 'x'.repeat(20), status: 'inactive' })).status).toBe(201);
    expect(mistakes(await add({ signatureCode: 'x'.repeat(21) }))).toEqual([400, ['signatureCode']]);
    expect(mistakes(await add({ status: 'asleep' }))).toEqual([400, ['status']]);
    expect((await columnsOf('clients'))['unit_rate']).toMatchObject({ digits: '10,2' });
    const units = await columnsOf('client_units');
    expect([units['total_time_units']?.digits, units['used_time_units']?.digits]).toEqual(['8,2', '8,2']);
  });

  test('an assignment has its fields, is active and called assigned, and carries its client [3.assignments.1,2,3 4.status.6 7.clients.11]', async () => {
    const employee = await createPerson(api, business);
    const body = { clientId, employeeId: employee.id };
    const made = await api.ok(business.admin.token, 'POST /api/client-assignments', { body });
    expect(made).toMatchObject({
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
      expect(
        await api.ok(business.admin.token, 'POST /api/client-assignments', { body: other }),
      ).toMatchObject({
        role,
      });
    }
    const columns = await columnsOf('client_assignments');
    expect([standardOf(columns['role']), standardOf(columns['status'])]).toEqual(['assigned', 'active']);
  });

  test('a service has its fields and is approved by the user who adds it [3.services.1 4.status.3 9.defaults.2]', async () => {
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
    for (const status of ['pending', 'suspended', 'expired']) {
      expect((await add({ status })).body).toMatchObject({ status });
    }
    expect(mistakes(await add({ status: 'done' }))).toEqual([400, ['status']]);
  });

  test('a document has its fields, and a name of time and original name [3.documents.1]', async () => {
    const body = { originalName: 'Care plan.pdf', fileSize: 2048, mimeType: 'application/pdf' };
    const params = { id: clientId };
    const made = await api.ok(business.admin.token, 'POST /api/clients/:id/documents', { params, body });
    expect(made).toMatchObject({
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

test('a resource has its fields, is for all, of category other and active [3.resources.1,2 4.status.9 5.resource.3]', async () => {
  const body = { title: 'Forms', fileUrl: 'https://example.com/forms' };
  const add = (fields: object) =>
    api.call(business.admin.token, 'POST /api/business-resources', { body: { ...body, ...fields } });
  expect((await add({})).body).toMatchObject({
    ...body,
    id: ID,
    description: null,
    category: 'other',
    fileName: null,
    originalName: null,
    fileSize: null,
    mimeType: null,
    uploadedBy: business.admin.id,
    uploadedByName: 'Ada Owner',
    accessLevel: 'all',
    status: 'active',
    createdAt: MOMENT,
  });
  for (const category of ['policy', 'template', 'training', 'handbook', 'form', 'procedure']) {
    expect((await add({ category })).body).toMatchObject({ category });
  }
  for (const accessLevel of ['managers', 'employees']) {
    expect((await add({ accessLevel })).body).toMatchObject({ accessLevel });
  }
  for (const status of ['inactive', 'archived'])
    expect((await add({ status })).body).toMatchObject({ status });
});

test('an hour worked has its fields, with units as text [3.time.1]', async () => {
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

test('an announcement has its fields, of medium priority and active [1.roles.3 3.announcements.1]', async () => {
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
  for (const type of ['event', 'announcement', 'other', 'general']) {
    expect((await post({ type })).body).toMatchObject({ type });
  }
  for (const priority of ['low', 'high', 'urgent']) {
    expect((await post({ priority })).body).toMatchObject({ priority });
  }
});

test('a message has its fields, with names and departments, and is unread [3.messages.1,2]', async () => {
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
