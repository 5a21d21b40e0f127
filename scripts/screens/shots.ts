/** What is photographed: each screen, each dialog, and the states loading, empty, error. */
import type { Page } from '@playwright/test';

/** Who looks: somebody of the demonstration agency, the owner of a business without data, or nobody signed in. */
export type Visitor = 'nobody' | 'daniel.weiss' | 'maya.lindgren' | 'leo.castellan' | 'newcomer';

export interface Shot {
  name: string;
  as: Visitor;
  path: string;
  state?: 'loading' | 'error';
  /** Before the page opens: lets its calls hang or fail. */
  before?: (page: Page) => Promise<void>;
  /** After it opened: opens a dialog, presses a button. */
  act?: (page: Page) => Promise<void>;
  waitFor?: { role: 'heading' | 'dialog' | 'button'; name: RegExp };
}

const MANAGER = 'daniel.weiss';
const EMPLOYEE = 'maya.lindgren';

/** The lists of a screen never arrive. */
const hanging = (calls: string | RegExp) => async (page: Page) => {
  await page.route(calls, () => undefined);
};
/** The lists of a screen cannot be reached. */
const failing = (calls: string | RegExp) => async (page: Page) => {
  await page.route(calls, (route) => route.abort());
};

const press = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click();
};

const pressAndSee = (name: string | RegExp) => async (page: Page) => {
  await press(name)(page);
  await page.getByRole('dialog').first().waitFor();
};

/** A screen with its list, and the same screen while loading, when the list cannot be had, and without data. */
function listScreen(
  name: string,
  path: string,
  { as, calls }: { as: Visitor; calls: string | RegExp },
): Shot[] {
  return [
    { name, as, path },
    { name: `${name}-loading`, as, path, state: 'loading', before: hanging(calls) },
    { name: `${name}-error`, as, path, state: 'error', before: failing(calls) },
    { name: `${name}-empty`, as: 'newcomer', path },
  ];
}

const signedOut: Shot[] = [
  { name: 'landing', as: 'nobody', path: '/' },
  { name: 'landing-wrong-password', as: 'nobody', path: '/', act: logInWrongly },
  { name: 'landing-forgot-password', as: 'nobody', path: '/', act: pressAndSee('Forgot password?') },
  { name: 'landing-demo', as: 'nobody', path: '/', act: pressAndSee('Request a demo') },
  { name: 'register', as: 'nobody', path: '/register' },
  { name: 'register-mistakes', as: 'nobody', path: '/register', act: press(/^Register/) },
  { name: 'register-admin', as: 'nobody', path: '/register-admin' },
  { name: 'reset-password', as: 'nobody', path: '/reset-password?token=unknown' },
];

async function logInWrongly(page: Page): Promise<void> {
  await page.getByLabel('Username').fill('nobody.here');
  await page.getByRole('textbox', { name: 'Password' }).fill('wrong password');
  await press('Log in')(page);
  await page.getByText('Invalid username or password').first().waitFor();
}

const shell: Shot[] = [
  { name: 'home-employee', as: EMPLOYEE, path: '/' },
  { name: 'home-manager', as: MANAGER, path: '/' },
  { name: 'home-issued-password', as: 'leo.castellan', path: '/' },
  { name: 'home-read-only', as: 'newcomer', path: '/' },
  { name: 'clients-menu', as: EMPLOYEE, path: '/', act: press(/^Clients/) },
  { name: 'account-menu', as: MANAGER, path: '/', act: press(/^Account/) },
  {
    name: 'not-found',
    as: EMPLOYEE,
    path: '/nowhere',
    waitFor: { role: 'heading', name: /404 Page Not Found/ },
  },
  { name: 'test', as: EMPLOYEE, path: '/test' },
];

const work: Shot[] = [
  { name: 'submit', as: EMPLOYEE, path: '/submit' },
  { name: 'submit-mistakes', as: EMPLOYEE, path: '/submit', act: press('Submit Note') },
  { name: 'submit-no-clients', as: 'newcomer', path: '/submit' },
  { name: 'submit-drafts', as: EMPLOYEE, path: '/submit', act: pressAndSee('Load Draft') },
  { name: 'submit-save-draft', as: EMPLOYEE, path: '/submit', act: pressAndSee('Save Draft') },
  ...listScreen('my-notes', '/my-notes', { as: EMPLOYEE, calls: '**/api/notes/my?*' }),
  { name: 'my-notes-view', as: EMPLOYEE, path: '/my-notes', act: pressAndSee(/^View/) },
  ...listScreen('management', '/management', { as: MANAGER, calls: '**/api/management/notes?*' }),
  { name: 'management-review', as: MANAGER, path: '/management?status=pending', act: reviewFirst },
  { name: 'management-deny', as: MANAGER, path: '/management?status=pending', act: pressAndSee(/^Deny/) },
  {
    name: 'management-add-employee',
    as: MANAGER,
    path: '/management?action=add',
    waitFor: { role: 'dialog', name: /./ },
  },
];

async function reviewFirst(page: Page): Promise<void> {
  await page.getByRole('row').or(page.getByRole('article')).getByRole('button').first().click();
  await page.getByRole('dialog').first().waitFor();
}

const clients: Shot[] = [
  ...listScreen('clients', '/clients', { as: MANAGER, calls: '**/api/clients' }),
  {
    name: 'clients-add',
    as: MANAGER,
    path: '/clients?action=add',
    waitFor: { role: 'dialog', name: /Add New Client/ },
  },
  { name: 'clients-detail', as: MANAGER, path: '/clients', act: pressAndSee(/Hanna Becker/) },
  { name: 'clients-manage', as: MANAGER, path: '/clients?client=22', waitFor: { role: 'dialog', name: /./ } },
  ...listScreen('employees', '/employees', { as: MANAGER, calls: '**/api/employees' }).slice(0, 3),
  { name: 'business', as: MANAGER, path: '/business-settings' },
];

/** The whole dashboard, whose figures and lists come from three calls. */
const DASHBOARD_CALLS = /\/api\/(dashboard|notes\?|business-resources)/;

const overviews: Shot[] = [
  { name: 'dashboard-manager', as: MANAGER, path: '/dashboard' },
  ...listScreen('dashboard', '/dashboard', { as: EMPLOYEE, calls: DASHBOARD_CALLS }),
  ...listScreen('announcements', '/announcements', { as: MANAGER, calls: '**/api/announcements?*' }),
  { name: 'announcements-employee', as: EMPLOYEE, path: '/announcements' },
  {
    name: 'announcements-create',
    as: MANAGER,
    path: '/announcements',
    act: pressAndSee('Create Announcement'),
  },
  { name: 'announcements-edit', as: MANAGER, path: '/announcements', act: pressAndSee(/^Edit/) },
  { name: 'announcements-delete', as: MANAGER, path: '/announcements', act: askToDelete },
];

async function askToDelete(page: Page): Promise<void> {
  await press(/^Delete/)(page);
  await page.getByRole('alertdialog').waitFor();
}

const openFirstMessage = async (page: Page) => {
  await page.getByRole('list', { name: 'Inbox' }).getByRole('link').first().click();
  await page.getByRole('list', { name: 'Conversation' }).waitFor();
};

const mail: Shot[] = [
  ...listScreen('mail', '/mail', { as: EMPLOYEE, calls: '**/api/messages/inbox*' }),
  { name: 'mail-sent', as: EMPLOYEE, path: '/mail?tab=sent' },
  { name: 'mail-conversation', as: EMPLOYEE, path: '/mail', act: openFirstMessage },
  { name: 'mail-compose', as: EMPLOYEE, path: '/mail', act: pressAndSee('Compose') },
  { name: 'mail-notifications', as: EMPLOYEE, path: '/', act: press(/^Notifications/) },
];

export const shots: Shot[] = [...signedOut, ...shell, ...overviews, ...mail, ...work, ...clients];
