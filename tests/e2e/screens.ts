/** The addresses of all screens of signed-in users, and data for them. */

import type { Page } from '@playwright/test';
import { startOfWeek } from '#platform/contract/weeks.ts';
import { dayInZone } from '#platform/contract/zone.ts';
import { buildAnnouncementForm } from '#tests/support/factories/announcements.ts';
import type { Product, SignedIn } from '#tests/support/helpers/appFixture.ts';
import { createTeam, sendMessage } from './steps.ts';

type Data = Awaited<ReturnType<typeof createData>>;

export const WORK = [
  '/',
  '/dashboard',
  '/submit',
  '/my-notes',
  '/search?show=all',
  '/announcements',
  '/test',
  '/nowhere',
];
export const PEOPLE = ({ message, profile }: Data) => [
  '/mail',
  '/mail?tab=sent',
  `/mail?message=${message}`,
  '/payroll',
  '/profile',
  `/profile/${profile}`,
  '/subscription-management',
];
export const MANAGERS = [
  '/review',
  '/management',
  '/management?view=resources',
  '/clients',
  '/employees',
  '/business-settings',
  '/audit',
  '/billing',
  '/records',
];
/** The record of a client. */
export const RECORD = ({ client }: Data) =>
  ['', '/notes', '/authorizations', '/documents'].map((part) => `/clients/${client}${part}`);
export const RECORD_OF_MANAGERS = ({ client, invoice, issued, batch, importId }: Data) => [
  `/records/imports/${importId}`,
  `/billing/${invoice}`,
  `/billing/${issued}`,
  `/billing/claims/${batch}`,
  `/clients/${client}/invoices`,
  `/clients/${client}/units`,
  `/clients/${client}/history`,
];
export const DIALOGS = ({ note, employee }: Data) => [
  `/management?note=${note}`,
  '/management?action=add',
  '/employees?action=add',
  '/clients?action=add',
  `/payroll?person=${employee.user.id}`,
  `/mail?to=${employee.user.id}`,
];

export const title = (page: Page) => page.getByRole('heading', { level: 1 }).first();

/** Opens an address without loading the page again. */
export async function goTo(page: Page, href: string): Promise<void> {
  await page.evaluate((to) => globalThis.__TSR_ROUTER__.navigate({ href: to }), href);
}

declare global {
  /** The router of the page, which its library assigns. */
  var __TSR_ROUTER__: {
    routesByPath: Record<string, unknown>;
    navigate(to: { href: string }): Promise<void>;
  };
}

/** An issued invoice with one line, which has a PDF. */
async function issueInvoice(product: Product, { token }: SignedIn, clientId: number): Promise<number> {
  const period = { from: '2020-01-01', to: '2020-01-31' };
  const { id } = await product.call<{ id: number }>(token, 'POST /api/invoices', { clientId, ...period });
  const otherLines = [{ description: 'Mileage', quantity: 40, rate: '0.50' }];
  await product.call(token, `PUT /api/invoices/${id}`, { ...period, grouping: 'visit', otherLines });
  await product.call(token, `POST /api/invoices/${id}/issue`);
  return id;
}

/** Creates something for each list. `as` receives the message. */
export async function createData(product: Product, as: 'manager' | 'employee') {
  // Entries of this week appear in payroll.
  const workDate = startOfWeek(dayInZone(new Date(), 'America/Chicago'), []);
  const { manager, employee, client, note } = await createTeam(product);
  const { id } = await note({ workDate });
  const path = `POST /api/clients/${client.id}`;
  await product.call(manager.token, `${path}/services`, { serviceName: 'Respite' });
  const record = { originalName: 'plan.pdf', fileSize: 10, mimeType: 'application/pdf' };
  await product.call(manager.token, `${path}/documents`, record);
  await product.call(manager.token, 'POST /api/announcements', buildAnnouncementForm());
  const resource = { title: 'Forms', accessLevel: 'all', fileUrl: 'https://example.com/forms' };
  await product.call(manager.token, 'POST /api/business-resources', resource);
  const [mine, theirs] = as === 'manager' ? [manager, employee] : [employee, manager];
  await sendMessage(product, mine, theirs);
  const { id: message } = await sendMessage(product, theirs, mine);
  const { id: invoice } = await product.call<{ id: number }>(manager.token, 'POST /api/invoices', {
    clientId: client.id,
    from: workDate,
    to: workDate,
  });
  const issued = await issueInvoice(product, manager, client.id);
  const { payerId } = await product.call<{ payerId: number }>(manager.token, `${path}/services`, {
    category: 'sustaining',
    payer: 'County',
    unitsAuthorized: 20,
  });
  const claimed = await note({ workDate: '2026-03-02' });
  await product.call(manager.token, `PATCH /api/notes/${claimed.id}/review`, {
    action: 'approve',
    version: 1,
  });
  const { id: batch } = await product.call<{ id: number }>(manager.token, 'POST /api/claim-batches', {
    payerId,
    from: '2026-03-01',
    to: '2026-03-31',
  });
  // Employees can open only their own profile.
  return {
    manager,
    employee,
    invoice,
    issued,
    batch,
    // Only admins see one; imports.spec.ts checks the screen with a file.
    importId: 1,
    client: client.id,
    note: id,
    message,
    profile: employee.user.id,
  };
}
