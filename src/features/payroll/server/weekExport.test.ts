/** When a week of payroll was exported, for all managers of the business. */

import { expect, test } from 'vitest';
import { addDays } from '#platform/contract/days.ts';
import { getWeek } from '#platform/contract/weeks.ts';
import { dayInZone } from '#platform/contract/zone.ts';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { createPerson } from '#tests/support/factories/people.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { setUpOnce } from '#tests/support/helpers/setUp.ts';

const api = useApi({ RATE_LIMITS: 'off' });
const business = setUpOnce(async () => {
  const { admin } = await createBusiness(api);
  const manager = await createPerson(api, { admin }, { role: 'manager' });
  return { admin, manager, employee: await createPerson(api, { admin }) };
});

const exportedAt = async (week: string, token = business.manager.token) =>
  (await api.ok(token, 'GET /api/payroll/week', { query: { week } })).exportedAt;
const exportHours = (token: string, query: { from: string; to: string; employeeId?: number }) =>
  api.ok(token, 'GET /api/payroll/export', { query });

const [START, END] = ['2026-03-01', '2026-03-07'];

test('a week has the moment of the last export of each of its days, for every manager [12.periods.15]', async () => {
  const { admin, manager } = business;
  expect(await exportedAt(START)).toBe(null);
  await exportHours(admin.token, { from: addDays(START, 1), to: END });
  await exportHours(admin.token, { from: START, to: addDays(END, -1) });
  expect(await exportedAt(START)).toBe(null);
  await exportHours(admin.token, { from: '2026-02-22', to: '2026-03-10' });
  const first = await exportedAt(START);
  expect(await exportedAt(START, admin.token)).toBe(first);
  expect(await exportedAt('2026-02-22')).toBe(first);
  expect(await exportedAt('2026-03-08')).toBe(null);
  await exportHours(manager.token, { from: START, to: END });
  const [{ createdAt } = { createdAt: '' }] = await api.ok(admin.token, 'GET /api/audit', {
    query: { object: 'payroll', limit: 1 },
  });
  expect(await exportedAt(START)).toBe(createdAt);
  expect(createdAt > (first ?? '')).toBe(true);
});

test('an export of one employee, of another business or before the end of the week does not count [12.periods.15]', async () => {
  const { admin, employee } = business;
  const [from, to] = ['2026-04-05', '2026-04-11'];
  await exportHours(admin.token, { from, to, employeeId: employee.id });
  await exportHours(employee.token, { from, to });
  const other = await createBusiness(api);
  await exportHours(other.admin.token, { from, to });
  expect(await exportedAt(from)).toBe(null);
  const today = dayInZone(new Date(), 'America/Chicago');
  const { start, end } = getWeek(today, []);
  await exportHours(admin.token, { from: start, to: end });
  expect(await exportedAt(today)).toBe(null);
});
