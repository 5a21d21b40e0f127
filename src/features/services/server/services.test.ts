import { describe, expect, test } from 'vitest';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { createPerson } from '#tests/support/factories/people.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { expectError, expectIssue } from '#tests/support/helpers/expectError.ts';
import { setUpEach } from '#tests/support/helpers/setUp.ts';

const api = useApi();
const business = setUpEach(() => createBusiness(api));

const list = (query: { archived?: string } = {}, token = business.admin.token) =>
  api.ok(token, 'GET /api/business-services', { query });
const add = (body: object) => api.call(business.admin.token, 'POST /api/business-services', { body });
const change = (id: number, body: object) =>
  api.call(business.admin.token, 'PUT /api/business-services/:id', { params: { id }, body });
const archive = (id: number) =>
  api.call(business.admin.token, 'DELETE /api/business-services/:id', { params: { id } });
const order = (ids: unknown) =>
  api.call(business.admin.token, 'PUT /api/business-services/order', { body: { ids } });
const keys = async (query = {}) => (await list(query)).map(({ key }) => key);

describe('GET /api/business-services', () => {
  test('returns the two services of a new business, without rates to employees [11.services.1,3]', async () => {
    const rows = await list();
    expect(rows).toMatchObject([
      { key: 'transitional', name: 'Transitional Services', position: 0 },
      { key: 'sustaining', name: 'Sustaining Services', position: 1 },
    ]);
    expect(rows[0]).toEqual({
      id: expect.any(Number),
      key: 'transitional',
      name: 'Transitional Services',
      code: null,
      modifiers: null,
      description: null,
      unitRate: null,
      rates: [],
      rounding: 'up',
      authorizationRequired: 'no',
      position: 0,
      archivedAt: null,
    });
    const employee = await createPerson(api, business);
    const visible = await list({}, employee.token);
    expect(visible).toMatchObject([{ key: 'transitional' }, { key: 'sustaining' }]);
    expect(visible[0]).not.toHaveProperty('unitRate');
    expect(visible[0]).not.toHaveProperty('rates');
  });

  test('includes archived services only with archived=true', async () => {
    const [first] = await list();
    expect((await archive(first?.id ?? 0)).status).toBe(204);
    expect(await keys()).toEqual(['sustaining']);
    expect(await keys({ archived: 'true' })).toEqual(['transitional', 'sustaining']);
  });
});

describe('POST /api/business-services', () => {
  test('answers 201 with the service at the end, and a key made from its name [11.services.2]', async () => {
    const fields = {
      name: ' Zoë’s  Home care ',
      code: 'H2015',
      description: 'At home',
      unitRate: 17.5,
      rounding: 'nearest',
    };
    const { status, body } = await add(fields);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      key: 'zoe-s-home-care',
      name: 'Zoë’s  Home care',
      code: 'H2015',
      unitRate: '17.50',
      rounding: 'nearest',
      position: 2,
    });
    expect((await add({ name: 'Zoe s home care' })).body.key).toBe('zoe-s-home-care-2');
    expect((await add({ name: '安心' })).body.key).toBe('service');
    expect((await add({ name: 'x'.repeat(80) })).body.key).toBe('x'.repeat(40));
    expect((await add({ name: 'x'.repeat(80) })).body.key).toBe(`${'x'.repeat(38)}-2`);
  });

  test('answers 409 when the key is taken, also by an archived service', async () => {
    const { body } = await add({ name: 'Respite', key: 'respite' });
    await archive(body.id);
    const refused = await add({ name: 'Other', key: 'respite' });
    expectError(refused, 409, 'service_key_taken');
    expect(refused.error?.issues?.[0]?.path).toBe('key');
    expect((await add({ name: 'Respite' })).body.key).toBe('respite-2');
  });

  test.each([
    ['name', { name: ' ' }, 'Name is required'],
    ['name', { name: 'x'.repeat(81) }, 'At most 80 characters'],
    ['key', { name: 'A', key: 'Respite' }, 'Use 1 to 40 lowercase letters, digits or hyphens'],
    ['code', { name: 'A', code: 'x'.repeat(21) }, 'At most 20 characters'],
    ['unitRate', { name: 'A', unitRate: -1 }, 'Must be at least 0'],
    ['unitRate', { name: 'A', unitRate: 'free' }, 'Must be a number'],
    ['rounding', { name: 'A', rounding: 'down' }, 'Please select a rounding rule'],
  ])('answers 400 for an invalid %s: %j', async (path, body, message) => {
    expectIssue(await add(body), { path, message });
    expect(await keys()).toEqual(['transitional', 'sustaining']);
  });
});

describe('PUT /api/business-services/:id', () => {
  test('changes any subset of the fields, but not the key [11.services.2]', async () => {
    const fields = { name: 'Home care', code: 'H2015', description: 'At home', unitRate: 17 };
    const { body: service } = await add(fields);
    const { id } = service;
    const { status, body } = await change(id, { name: 'Moving', key: 'home-care', unitRate: null });
    const rates = [...(service.rates ?? []), { from: expect.any(String), unitRate: null }];
    expect([status, body]).toEqual([200, { ...service, name: 'Moving', unitRate: null, rates }]);
    expect((await change(id, { rounding: 'complete' })).body).toMatchObject({
      name: 'Moving',
      rounding: 'complete',
    });
    const message = "A service's key can't be changed";
    expectIssue(await change(id, { key: 'moving' }), { path: 'key', message });
    expectIssue(await change(id, { archived: true }), {
      path: 'archived',
      message: 'Use DELETE to archive a service',
    });
    const other = await createBusiness(api);
    const request = { params: { id }, body: { name: 'Taken over' } };
    expect((await api.call(other.admin.token, 'PUT /api/business-services/:id', request)).status).toBe(404);
  });

  test('restores an archived service at the end [11.services.4]', async () => {
    const [first] = await list();
    const id = first?.id ?? 0;
    await archive(id);
    const { body } = await change(id, { archived: false });
    expect(body).toMatchObject({ archivedAt: null, position: 2 });
    expect(await keys()).toEqual(['sustaining', 'transitional']);
  });
});

describe('DELETE /api/business-services/:id', () => {
  test('archives once, answers 204 again, and 409 for the last active service [11.services.4]', async () => {
    const [first, last] = await list();
    expect((await archive(first?.id ?? 0)).status).toBe(204);
    expect((await archive(first?.id ?? 0)).status).toBe(204);
    expectError(await archive(last?.id ?? 0), 409, 'last_service');
    expect((await archive(999_999_999)).status).toBe(404);
  });

  test('and every other change is in the audit log [11.services.6]', async () => {
    const { body: third } = await add({ name: 'Respite' });
    await change(third.id, { code: 'T1005', name: 'Respite' });
    await change(third.id, { code: 'T1005' });
    await archive(third.id);
    await change(third.id, { archived: false });
    const ids = (await list()).map(({ id }) => id).toReversed();
    expect((await order(ids)).status).toBe(200);
    const rows = await api.sql<{ action: string; details: { changed?: string[] } }>(
      `select action, details from audit_log
       where business_id = $1 and object = 'business_service' order by seq`,
      [business.id],
    );
    expect(rows.map(({ action, details }) => [action, details.changed])).toEqual([
      ['added', undefined],
      ['changed', ['code']],
      ['archived', undefined],
      ['changed', ['archived']],
      ['ordered', undefined],
    ]);
    expect(rows.at(-1)?.details).toEqual({ keys: ['respite', 'sustaining', 'transitional'] });
  });
});

describe('concurrent changes', () => {
  test('archive at most one of the last two services [11.services.4]', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [first, last] = await list();
      const answers = await Promise.all([archive(first?.id ?? 0), archive(last?.id ?? 0)]);
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204, 409]));
      const archived = (await list({ archived: 'true' })).find(({ archivedAt }) => archivedAt !== null);
      await change(archived?.id ?? 0, { archived: false });
    }
  });

  test('add services of the same name with different keys and positions', async () => {
    await Promise.all(Array.from({ length: 8 }, () => add({ name: 'Respite' })));
    const rows = await list();
    expect(new Set(rows.map(({ key }) => key)).size).toBe(10);
    expect(rows.map(({ position }) => position)).toEqual(rows.map((_, index) => index));
  });
});

describe('PUT /api/business-services/order', () => {
  test('orders the active services [11.services.5]', async () => {
    const { body: third } = await add({ name: 'Respite' });
    const [first, second] = await list();
    const ids = [third.id, first?.id, second?.id];
    const { status, body } = await order(ids);
    expect([status, body.map(({ id, position }) => [id, position])]).toEqual([
      200,
      ids.map((id, position) => [id, position]),
    ]);
    expect((await list()).map(({ id }) => id)).toEqual(ids);
  });

  test('answers 400 unless the ids are those of all active services, each once', async () => {
    const [first, second] = (await list()).map(({ id }) => id);
    const foreign = (await api.ok((await createBusiness(api)).admin.token, 'GET /api/business-services'))[0]
      ?.id;
    for (const ids of [[], [first], [first, first], [first, second, foreign], [foreign, second], 'all']) {
      const { status, error } = await order(ids);
      expect([status, error?.issues?.[0]?.path]).toEqual([400, 'ids']);
    }
    expect((await list()).map(({ id }) => id)).toEqual([first, second]);
  });
});

test('changes of services answer 403 to employees [11.services.6]', async () => {
  const { token } = await createPerson(api, business);
  const [service] = await list();
  const params = { id: service?.id ?? 0 };
  const answers = [
    await api.call(token, 'POST /api/business-services', { body: { name: 'Respite' } }),
    await api.call(token, 'PUT /api/business-services/:id', { params, body: { name: 'Respite' } }),
    await api.call(token, 'DELETE /api/business-services/:id', { params }),
    await api.call(token, 'PUT /api/business-services/order', { body: { ids: [params.id] } }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
});
