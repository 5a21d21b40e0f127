/** All screenshots: each screen and dialog, with data, while loading, empty and after an error. */

import { expect, type Page } from '@playwright/test';
import { noteShots } from './noteShots.ts';
import { recordShots } from './recordShots.ts';
import {
  breakResponse,
  choose,
  EMPLOYEE,
  fail,
  listShots,
  MANAGER,
  NEWCOMER,
  openConfirmation,
  openDialog,
  openFirstRow,
  press,
  pressInDialog,
  sequence,
  shotsAt,
  waitForDialog,
  type Shot,
} from './shot.ts';
import { signedOutShots } from './signedOutShots.ts';
import { visitShots } from './visitShots.ts';

const WEEK = '**/api/payroll/week*';
/** The dashboard gets its totals and lists from three endpoints. */
const DASHBOARD = /\/api\/(dashboard|notes\?|business-resources)/;

const waitForProfile = (page: Page) => page.getByRole('heading', { name: 'Login Credentials' }).waitFor();
const openFirstProfile = sequence(openFirstRow, waitForProfile);
const openMaya = sequence(press(/^Maya Lindgren/), waitForProfile);

/** Opens the record of a client with authorizations from the list. */
async function openRecord(page: Page): Promise<void> {
  await page.getByText('Walter Kowalski', { exact: true }).first().click();
  await page.getByRole('heading', { name: 'Contact information' }).waitFor();
}

/** Opens a tab of that record. */
const openTab = (name: string) =>
  sequence(openRecord, (page) =>
    page.getByRole('navigation', { name: 'Client record' }).getByRole('link', { name }).click(),
  );

const RECORD = '/clients/$clientId';
const UNITS = `${RECORD}/units`;
const INVOICE = '/billing/$invoiceId';

/** Opens the first invoice of a state from the list. */
const openInvoice = (state: string) => async (page: Page) => {
  await page.getByLabel('Status').selectOption(state);
  const rows = page.getByRole('table', { name: 'Invoices' }).getByRole('row');
  await rows.filter({ hasText: state }).first().getByRole('button').click();
  await page.getByRole('region', { name: 'Lines' }).waitFor();
};
const openPaidInPart = openInvoice('Partly paid');
const openIssued = openInvoice('Issued');

/** Scrolls to the PDF and, where it has a frame, waits until the browser's viewer has loaded it. */
async function showPdf(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Open PDF' }).evaluate((link) => link.scrollIntoView());
  if ((await page.locator('iframe').count()) === 0) return;
  const findViewer = () => page.frames().find((frame) => frame.url().startsWith('chrome-extension:'));
  await expect
    .poll(() =>
      findViewer()?.evaluate(() => {
        const parts = document.querySelector('pdf-viewer')?.shadowRoot;
        return (parts?.querySelector('viewer-toolbar') as { loadProgress?: number } | null)?.loadProgress;
      }),
    )
    .toBe(100);
}
const openDraft = openInvoice('Draft');

const openClaims = async (page: Page) => {
  await page
    .getByRole('region', { name: 'Claim batches' })
    .getByRole('button', { name: /Batch \d/ })
    .first()
    .click();
  await page.getByRole('region', { name: 'Lines' }).waitFor();
};

/** Starts an invoice from the first row of the work to bill. */
async function createDraft(page: Page): Promise<void> {
  await page.getByRole('table', { name: 'Work to bill' }).getByRole('button').first().click();
  await page.getByRole('button', { name: 'Create draft' }).click();
  await page.getByRole('region', { name: 'Lines' }).waitFor();
}

/** On phones; wide screens have a sidebar. */
async function openDrawer(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  const button = page.getByRole('button', { name: 'All screens' });
  if (await button.isVisible()) await button.click();
}

async function openFirstMessage(page: Page): Promise<void> {
  await page.getByRole('list', { name: 'Inbox' }).getByRole('link').first().click();
  await page.getByRole('list', { name: 'Conversation' }).waitFor();
}

/** Does not really turn two-factor authentication on, because later shots sign in with the password alone. */
const fakeTwoFactor = (page: Page) =>
  page.route('**/api/auth/totp/enable', (route) => {
    const recoveryCodes = Array.from({ length: 10 }, (_, index) => `k7m${index}-p2xq-9d${index}t`);
    return route.fulfill({ json: { recoveryCodes } });
  });

async function turnOnTwoFactor(page: Page): Promise<void> {
  await openDialog('Set up')(page);
  await page.getByLabel(/Code shown in the app/).fill('123456');
  await pressInDialog('Turn on')(page);
  await page.getByRole('list', { name: 'Recovery codes' }).waitFor();
}

const shellShots: Shot[] = [
  ...shotsAt(EMPLOYEE, '/', {
    'home-employee': {},
    'clients-menu': press(/^Clients/),
    'theme-menu': { only: 'desktop', act: press('Theme') },
    'record-employee': { shows: RECORD, act: choose(/^Clients/, /./) },
    'mail-notifications': press(/^Notifications/),
    drawer: openDrawer,
  }),
  ...shotsAt(MANAGER, '/', {
    'home-manager': {},
    'home-without-network': { before: fail(/\/api\/(management|announcements)/) },
    'change-password': sequence(choose(/^Account/, 'Change password'), waitForDialog()),
    'account-menu': press(/^Account/),
    'employees-menu': { only: 'desktop', act: press(/^Employees/) },
  }),
  ...shotsAt('leo.castellan', '/', { 'home-temporary-password': {} }),
  ...shotsAt(NEWCOMER, '/', { 'home-first-steps': {} }),
  ...shotsAt(EMPLOYEE, '/payroll', {
    'screen-not-loaded': {
      before: fail(/assets\/PayrollPage-/),
      waitFor: { role: 'button', name: /Try again/ },
    },
  }),
  ...shotsAt(EMPLOYEE, '/nowhere', {
    'not-found': { waitFor: { role: 'heading', name: /404 Page Not Found/ } },
  }),
  ...shotsAt(EMPLOYEE, '/test', { test: {} }),
];

const overviewShots: Shot[] = [
  ...shotsAt(MANAGER, '/dashboard', { 'dashboard-manager': {} }),
  ...listShots('dashboard', '/dashboard', { as: EMPLOYEE, calls: DASHBOARD }),
  ...listShots('announcements', '/announcements', { as: MANAGER, calls: '**/api/announcements?*' }),
  ...shotsAt(EMPLOYEE, '/announcements', { 'announcements-employee': {} }),
  ...shotsAt(MANAGER, '/announcements', {
    'announcements-create': openDialog('Create Announcement'),
    'announcements-edit': openDialog(/^Edit/),
    'announcements-delete': openConfirmation(/^Delete/),
  }),
  ...listShots('mail', '/mail', { as: EMPLOYEE, calls: '**/api/messages/inbox*' }),
  ...shotsAt(EMPLOYEE, '/mail?tab=sent', { 'mail-sent': {} }),
  ...shotsAt(EMPLOYEE, '/mail', {
    'mail-conversation': openFirstMessage,
    'mail-reply': sequence(openFirstMessage, openDialog('Reply')),
    'mail-delete': sequence(openFirstMessage, openConfirmation('Delete message')),
    'mail-compose': openDialog('Compose'),
  }),
  ...listShots('payroll', '/payroll', { as: MANAGER, calls: WEEK }),
  ...shotsAt(EMPLOYEE, '/payroll', { 'payroll-employee': {} }),
  ...shotsAt(MANAGER, '/payroll', {
    'payroll-person': openDialog('Leo Castellan'),
    'payroll-export': sequence(choose('Export', /^Other dates/), waitForDialog('Export hours')),
    'something-went-wrong': {
      before: breakResponse(WEEK),
      waitFor: { role: 'heading', name: /Something went wrong/ },
    },
  }),
  ...listShots('billing', '/billing', { as: MANAGER, calls: '**/api/invoices?*' }),
  ...shotsAt(MANAGER, '/billing', {
    'billing-new': sequence(press('New invoice'), waitForDialog('New invoice')),
    'billing-payers': openDialog('Payers'),
    'billing-claim-new': openDialog('New claim batch'),
    'billing-claims': { shows: '/billing/claims/$batchId', act: openClaims },
    'billing-draft': { shows: INVOICE, act: createDraft },
    'billing-draft-edit': { shows: INVOICE, act: sequence(openDraft, openDialog('Edit draft')) },
    'billing-invoice': { shows: INVOICE, act: openPaidInPart },
    'billing-invoice-pdf': { shows: INVOICE, act: sequence(openIssued, showPdf) },
    'billing-payment': { shows: INVOICE, act: sequence(openPaidInPart, openDialog('Record payment')) },
    'billing-void': { shows: INVOICE, act: sequence(openIssued, openDialog('Void')) },
  }),
  ...shotsAt(MANAGER, '/business-settings', {
    business: {},
    'business-service-add': openDialog('Add service'),
    'business-service-edit': openDialog('Edit Sustaining Services'),
    'business-service-archive': openConfirmation(/^Archive Respite care/),
  }),
  ...listShots('audit', '/audit', { as: MANAGER, calls: '**/api/audit?*' }),
  ...shotsAt(MANAGER, '/audit?dateTo=2001-01-01', { 'audit-nothing-found': {} }),
];

const clientShots: Shot[] = [
  ...listShots('clients', '/clients', { as: MANAGER, calls: '**/api/clients' }),
  ...shotsAt(MANAGER, '/clients?action=add', {
    'clients-add': { waitFor: { role: 'dialog', name: /Add New Client/ } },
  }),
  ...shotsAt(MANAGER, '/clients?sort=state', { 'clients-by-forecast': {} }),
  ...shotsAt(MANAGER, '/clients', {
    'clients-upload': openDialog(/^Upload/),
    'clients-edit': openDialog(/^Edit/),
    'clients-delete': openConfirmation(/^Delete/),
    record: { shows: RECORD, act: openRecord },
    'record-error': {
      state: 'error',
      shows: RECORD,
      before: fail(/\/api\/clients\/\d+$/),
      act: (page) => page.getByText('Walter Kowalski', { exact: true }).first().click(),
      waitFor: { role: 'button', name: /Try again/ },
    },
    'record-notes': { shows: `${RECORD}/notes`, act: openTab('Notes') },
    'record-authorizations': { shows: `${RECORD}/authorizations`, act: openTab('Authorizations') },
    'record-units': { shows: UNITS, act: openTab('Units') },
    'record-invoices': { shows: `${RECORD}/invoices`, act: openTab('Invoices') },
    'record-statement': {
      shows: `${RECORD}/invoices`,
      act: sequence(openTab('Invoices'), openDialog('Statement')),
    },
    'record-documents': { shows: `${RECORD}/documents`, act: openTab('Documents') },
    'record-history': { shows: `${RECORD}/history`, act: openTab('History') },
    'record-edit-units': { shows: UNITS, act: sequence(openTab('Units'), openDialog('Edit Units')) },
    'record-code': { shows: RECORD, act: sequence(openRecord, openDialog('Edit Code')) },
    'record-assign': { shows: RECORD, act: sequence(openRecord, openDialog('Assign Employee')) },
    'record-service': {
      shows: `${RECORD}/authorizations`,
      act: sequence(openTab('Authorizations'), openDialog('Add Service')),
    },
  }),
  ...shotsAt(MANAGER, '/management?view=resources', {
    resources: {},
    'resources-add-file': openDialog('Add Resource'),
    'resources-add-link': sequence(openDialog('Add Resource'), (page) =>
      page.getByRole('dialog').getByText('Add URL').click(),
    ),
    'resources-edit': sequence(choose(/^Actions for/, 'Edit'), waitForDialog('Edit Resource')),
    'resources-delete': sequence(choose(/^Actions for/, 'Delete'), (page) =>
      page.getByRole('alertdialog').waitFor(),
    ),
  }),
];

const peopleShots: Shot[] = [
  ...listShots('employees', '/employees', { as: MANAGER, calls: '**/api/employees' }),
  ...shotsAt(MANAGER, '/employees', {
    'employees-person': press(/^Actions for Maya Lindgren/),
    'employees-add-mistakes': sequence(openDialog('Add Employee'), pressInDialog('Add Employee')),
    'dialog-not-loaded': { before: fail(/assets\/AddEmployee-/), act: openDialog('Add Employee') },
    'profile-other': { shows: '/profile/$employeeId', act: openFirstProfile },
    'profile-other-two-factor-error': {
      before: fail('**/api/users/*/totp'),
      act: sequence(openFirstProfile, (page) =>
        page.getByRole('button', { name: 'Try again' }).scrollIntoViewIfNeeded(),
      ),
    },
    'profile-assign': sequence(openFirstProfile, openDialog('Assign Client')),
    'profile-message': sequence(openFirstProfile, openDialog('Send Message')),
    'profile-reset': sequence(openFirstProfile, openConfirmation('Reset Password')),
    'profile-edit-status': sequence(openMaya, openDialog('Edit Profile')),
    'profile-assignment-menu': sequence(openMaya, press(/^Actions for/)),
    'profile-edit-client': sequence(
      openMaya,
      choose(/^Actions for/, 'Edit Client Info'),
      waitForDialog('Edit Client Information'),
    ),
  }),
  ...listShots('profile', '/profile', { as: EMPLOYEE, calls: /\/api\/users\/\d+$/ }),
  ...shotsAt(EMPLOYEE, '/profile', {
    'profile-emails': (page) => page.getByRole('switch').last().scrollIntoViewIfNeeded(),
    'profile-edit': openDialog('Edit Profile'),
    'profile-two-factor': openDialog('Set up'),
    'profile-recovery-codes': { before: fakeTwoFactor, act: turnOnTwoFactor },
  }),
];

export const shots: Shot[] = [
  ...signedOutShots,
  ...shellShots,
  ...overviewShots,
  ...noteShots,
  ...recordShots,
  ...clientShots,
  ...peopleShots,
  ...visitShots,
];
