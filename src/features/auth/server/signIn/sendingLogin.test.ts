/** The one login that an admin allows a deactivated person, to send notes kept on their device. */

import { expect, test } from 'vitest';
import { dayInZone, nextDay } from '#platform/contract/zone.ts';
import { createBusiness, type Account } from '#tests/support/factories/businesses.ts';
import { buildCapture } from '#tests/support/factories/captures.ts';
import { useOfflineVisits } from '#tests/support/factories/offlineVisits.ts';
import { buildEmployeeForm, createPerson } from '#tests/support/factories/people.ts';
import { enableTwoFactor, generateTotp } from '#tests/support/factories/twoFactor.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { expectError } from '#tests/support/helpers/expectError.ts';
import { expectInvariants } from '#tests/support/helpers/expectInvariants.ts';
import { setUpOnce } from '#tests/support/helpers/setUp.ts';

const api = useApi({ RATE_LIMITS: 'off' });
const business = setUpOnce(() => createBusiness(api, { plan: 'professional' }));
const { createVisit, send, readArrived } = useOfflineVisits(api, business);

type Person = Pick<Account, 'id' | 'username' | 'password'>;
const setStatus = ({ id }: Pick<Person, 'id'>, status: string) =>
  api.ok(business.admin.token, 'PUT /api/users/:id/profile', { params: { id }, body: { status } });
const allow = ({ id }: Pick<Person, 'id'>, { token } = business.admin) =>
  api.call(token, 'POST /api/users/:id/sending-login', { params: { id } });
const signIn = ({ username, password }: Person, totp?: string) =>
  api.call(null, 'POST /api/auth/login', { body: { username, password, totp } });
const validate = async (token: string) => (await api.call(token, 'GET /api/auth/validate')).status;

test('a deactivated person logs in once after an admin allowed it, and sends an unsent note [13.sending.1,3,4]', async () => {
  const visit = await createVisit();
  const { author, client } = visit;
  await setStatus(author, 'inactive');
  expectError(await signIn(author), 401, 'invalid_credentials');
  const { status, body } = await allow(author);
  expect(status).toBe(200);
  expect(Date.parse(body.until) - Date.now()).toBeGreaterThan(71.9 * 3_600_000);
  expect(Date.parse(body.until) - Date.now()).toBeLessThan(72.1 * 3_600_000);
  const params = { id: author.id };
  const readPerson = () => api.ok(business.admin.token, 'GET /api/users/:id', { params });
  expect(await readPerson()).toMatchObject({ sendingUntil: body.until, can: { allowSending: true } });
  const { token, user } = (await signIn(author)).body;
  expect(user.status).toBe('inactive');
  expect(await readPerson()).toMatchObject({ status: 'inactive', sendingUntil: null });
  expectError(await signIn(author), 401, 'invalid_credentials');

  const arrived = await send({ author: { ...author, token }, client });
  expect(await readArrived(arrived)).toMatchObject({ state: 'pending', entries: 1 });
  const sentBack = await send(
    { author: { ...author, token }, client },
    { sealedCode: 'AAAA', startTime: '12:00', endTime: '12:15' },
  );
  expect(sentBack.body.status).toBe('in-progress');
  const [notice] = await api.ok(business.admin.token, 'GET /api/messages/inbox');
  const readNotice = { params: { id: notice?.id ?? 0 } };
  const [message] = await api.ok(business.admin.token, 'GET /api/messages/:id/thread', readNotice);
  expect(message?.content).toBe(
    "A note by Eve Worker was sent back automatically. It uses no units. Eve Worker is inactive and can't correct it. Reactivate Eve Worker, or delete the note.\n\nThe code entered when Cleo Client signed did not match, so the note has to be signed again.",
  );
  const online = { capture: undefined, sealedCode: undefined, clientSignatureCode: '4711ab' };
  expectError(await send({ author: { ...author, token }, client }, online), 403, 'sending_only');
  const notKept = { capture: buildCapture() };
  expectError(await send({ author: { ...author, token }, client }, notKept), 403, 'sending_only');
  await expectInvariants(api);

  expect((await api.call(token, 'POST /api/auth/logout')).status).toBe(204);
  expect(await validate(token)).toBe(401);
  const log = await api.ok(business.admin.token, 'GET /api/audit', {
    query: { object: 'person', objectId: author.id },
  });
  expect(log.map(({ action, actorId, details }) => [action, actorId, details])).toEqual(
    expect.arrayContaining([
      ['sending_allowed', business.admin.id, { until: body.until }],
      ['signed_in', author.id, { isSendingOnly: true }],
      ['signed_out', author.id, {}],
    ]),
  );
});

test('it sends visits up to the day of the deactivation, in the zone that the business had then [13.sending.7]', async () => {
  const visit = await createVisit();
  const { author, client } = visit;
  await setStatus(author, 'inactive');
  await allow(author);
  const { token } = (await signIn(author)).body;
  const sendFor = (workDate: string) => send({ author: { ...author, token }, client }, { workDate });
  const today = dayInZone(new Date(), 'America/Chicago');
  expectError(await sendFor(nextDay(nextDay(today))), 403, 'sending_only');
  expect((await sendFor(today)).status).toBe(201);

  // It is the evening of March 3 there.
  await api.sql(`update users set inactive_since = '2026-03-04T03:00:00Z' where id = $1`, [author.id]);
  expectError(await sendFor('2026-03-04'), 403, 'sending_only');
  expect((await sendFor('2026-03-03')).status).toBe(201);

  // An earlier release did not store it.
  await api.sql(`update users set inactive_since = null, updated_at = '2026-03-02T12:00:00Z' where id = $1`, [
    author.id,
  ]);
  expectError(await sendFor('2026-03-03'), 403, 'sending_only');
  expect((await sendFor('2026-03-02')).status).toBe(201);

  // In a zone of later days, it was March 3 already.
  await api.ok(business.admin.token, 'PUT /api/business', { body: { timeZone: 'Pacific/Kiritimati' } });
  expectError(await sendFor('2026-03-03'), 403, 'sending_only');
});

test('a repeated key allows it once [13.sending.1]', async () => {
  const person = await createPerson(api, business);
  await setStatus(person, 'inactive');
  const request = { params: { id: person.id }, headers: { 'idempotency-key': 'allow' } };
  const repeat = () => api.call(business.admin.token, 'POST /api/users/:id/sending-login', request);
  const first = await repeat();
  expect((await signIn(person)).status).toBe(200);
  const again = await repeat();
  expect([again.status, again.body]).toEqual([200, first.body]);
  expectError(await signIn(person), 401, 'invalid_credentials');
});

test('only admins allow it, for who is deactivated [13.sending.2]', async () => {
  const person = await createPerson(api, business);
  const manager = await createPerson(api, business, { role: 'manager' });
  expectError(await allow(person), 409, 'person_active');
  await setStatus(person, 'inactive');
  expectError(await allow(person, manager), 403, 'forbidden');
  expectError(await allow({ id: person.id + 100_000 }), 404, 'not_found');
  const other = await createBusiness(api);
  expectError(await allow(person, other.admin), 404, 'not_found');
  const read = async ({ token }: Account) =>
    (await api.ok(token, 'GET /api/users/:id', { params: { id: person.id } })).can.allowSending;
  expect([await read(business.admin), await read(manager)]).toEqual([true, false]);
  expectError(await signIn(person), 401, 'invalid_credentials');
});

test('the login needs the second factor, is used up by one of two at once, and ends after 72 hours [13.sending.3]', async () => {
  const person = await createPerson(api, business);
  const { secret } = await enableTwoFactor(api, person.token);
  await setStatus(person, 'inactive');
  await allow(person);
  expectError(await signIn(person), 401, 'totp_required');
  expect((await signIn(person, generateTotp(secret, 30))).status).toBe(200);

  const other = await createPerson(api, business);
  await setStatus(other, 'inactive');
  await allow(other);
  const answers = await Promise.all([signIn(other), signIn(other), signIn(other)]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401, 401]);

  await allow(other);
  await api.sql(`update users set sending_until = now() - interval '1 minute' where id = $1`, [other.id]);
  expectError(await signIn(other), 401, 'invalid_credentials');
});

test('its session ends after 24 hours, and when the person is active again [13.sending.3]', async () => {
  const person = await createPerson(api, business);
  await setStatus(person, 'inactive');
  await allow(person);
  const { token } = (await signIn(person)).body;
  const [session] = await api.sql<{ hours: number }>(
    `select extract(epoch from expires_at - created_at)::int / 3600 as hours from sessions where user_id = $1`,
    [person.id],
  );
  expect(session?.hours).toBe(24);
  await allow(person);
  await setStatus(person, 'active');
  expect(await validate(token)).toBe(401);
  expect((await signIn(person)).body.user.status).toBe('active');
  // The permission does not outlast another deactivation.
  await setStatus(person, 'inactive');
  expectError(await signIn(person), 401, 'invalid_credentials');
});

test('it counts no seat [13.sending.5]', async () => {
  const premium = await createBusiness(api, { plan: 'premium' });
  const { token } = premium.admin;
  const people = [];
  for (let count = 0; count < 8; count += 1) people.push(await createPerson(api, premium));
  const [first] = people as [Account];
  const params = { id: first.id };
  await api.ok(token, 'PUT /api/users/:id/profile', { params, body: { status: 'inactive' } });
  await api.ok(token, 'POST /api/users/:id/sending-login', { params });
  expect((await signIn(first)).status).toBe(200);
  await api.ok(token, 'POST /api/employees', { body: buildEmployeeForm() });
});
