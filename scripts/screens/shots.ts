/** What is photographed: each screen, each dialog, and the states loading, empty, error. */
import type { Page } from '@playwright/test';
import {
  broken,
  choose,
  failing,
  first,
  hanging,
  listScreen,
  openFirstProfile,
  press,
  pressAndBeAsked,
  pressAndSee,
} from './acts.ts';
import { dialogs } from './dialogShots.ts';
import { notes } from './noteShots.ts';
import { paying } from './payingShots.ts';
import { signedOut } from './signedOutShots.ts';
import type { Shot } from './shot.ts';

const MANAGER = 'daniel.weiss';
const EMPLOYEE = 'maya.lindgren';

const shell: Shot[] = [
  { name: 'home-employee', as: EMPLOYEE, path: '/' },
  { name: 'home-manager', as: MANAGER, path: '/' },
  { name: 'home-issued-password', as: 'leo.castellan', path: '/' },
  { name: 'home-first-steps', as: 'newcomer', path: '/' },
  {
    name: 'home-without-network',
    as: MANAGER,
    path: '/',
    before: failing(/\/api\/(management|announcements)/),
  },
  {
    name: 'part-missing',
    as: MANAGER,
    path: '/employees',
    before: failing(/assets\/AddEmployee-/),
    act: pressAndSee('Add Employee'),
  },
  {
    name: 'screen-missing',
    as: EMPLOYEE,
    path: '/payroll',
    before: failing(/assets\/PayrollPage-/),
    waitFor: { role: 'button', name: /Try again/ },
  },
  { name: 'change-password', as: MANAGER, path: '/', act: changePassword },
  { name: 'clients-menu', as: EMPLOYEE, path: '/', act: press(/^Clients/) },
  { name: 'account-menu', as: MANAGER, path: '/', act: press(/^Account/) },
  {
    name: 'not-found',
    as: EMPLOYEE,
    path: '/nowhere',
    waitFor: { role: 'heading', name: /404 Page Not Found/ },
  },
  { name: 'test', as: EMPLOYEE, path: '/test' },
  { name: 'theme-menu', as: EMPLOYEE, path: '/', only: 'desktop', act: press('Theme') },
  { name: 'employees-menu', as: MANAGER, path: '/', only: 'desktop', act: press(/^Employees/) },
  {
    name: 'client-dialog',
    as: EMPLOYEE,
    path: '/',
    act: first(choose(/^Clients/, /./), (page) => page.getByRole('dialog').waitFor()),
  },
  {
    name: 'something-went-wrong',
    as: MANAGER,
    path: '/payroll',
    before: broken('**/api/payroll/week*'),
    waitFor: { role: 'heading', name: /Something went wrong/ },
  },
];

async function changePassword(page: Page): Promise<void> {
  await press(/^Account/)(page);
  await page.getByRole('menuitem', { name: 'Change password' }).click();
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
  { name: 'clients-upload', as: MANAGER, path: '/clients', act: pressAndSee(/^Upload/) },
  ...listScreen('employees', '/employees', { as: MANAGER, calls: '**/api/employees' }),
  { name: 'business', as: MANAGER, path: '/business-settings' },
  ...listScreen('audit', '/audit', { as: MANAGER, calls: '**/api/audit?*' }),
  { name: 'audit-nothing-found', as: MANAGER, path: '/audit?dateTo=2001-01-01' },
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
  { name: 'announcements-delete', as: MANAGER, path: '/announcements', act: pressAndBeAsked(/^Delete/) },
];

const openFirstMessage = async (page: Page) => {
  await page.getByRole('list', { name: 'Inbox' }).getByRole('link').first().click();
  await page.getByRole('list', { name: 'Conversation' }).waitFor();
};

const mail: Shot[] = [
  ...listScreen('mail', '/mail', { as: EMPLOYEE, calls: '**/api/messages/inbox*' }),
  { name: 'mail-sent', as: EMPLOYEE, path: '/mail?tab=sent' },
  { name: 'mail-conversation', as: EMPLOYEE, path: '/mail', act: openFirstMessage },
  { name: 'mail-reply', as: EMPLOYEE, path: '/mail', act: first(openFirstMessage, pressAndSee('Reply')) },
  {
    name: 'mail-delete',
    as: EMPLOYEE,
    path: '/mail',
    act: first(openFirstMessage, pressAndBeAsked('Delete message')),
  },
  { name: 'mail-compose', as: EMPLOYEE, path: '/mail', act: pressAndSee('Compose') },
  { name: 'mail-notifications', as: EMPLOYEE, path: '/', act: press(/^Notifications/) },
];

const SEARCHED = '/search?q=landlord+lease';
const SEARCH_CALLS = '**/api/notes/search?*';

/** Find anything, with words in its field. */
const findAnything = (words: string) => async (page: Page) => {
  // The button is on wide screens, the keys are everywhere.
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Screen, client, person or note' });
  await field.fill(words);
  await page.getByText('Searching…').waitFor({ state: 'detached' });
};

const searching: Shot[] = [
  { name: 'search', as: MANAGER, path: '/search' },
  { name: 'search-found', as: MANAGER, path: SEARCHED },
  { name: 'search-found-employee', as: EMPLOYEE, path: '/search?q=kitchen&dateFrom=2025-01-01' },
  { name: 'search-loading', as: MANAGER, path: SEARCHED, state: 'loading', before: hanging(SEARCH_CALLS) },
  { name: 'search-error', as: MANAGER, path: SEARCHED, state: 'error', before: failing(SEARCH_CALLS) },
  { name: 'search-empty', as: 'newcomer', path: SEARCHED },
  { name: 'search-details', as: MANAGER, path: SEARCHED, act: pressAndSee(/^View Details/) },
  { name: 'search-palette', as: MANAGER, path: '/', act: findAnything('') },
  { name: 'search-palette-found', as: MANAGER, path: '/', act: findAnything('ma') },
  { name: 'search-palette-employee', as: EMPLOYEE, path: '/', act: findAnything('ha') },
  { name: 'search-drawer', as: EMPLOYEE, path: '/', act: openDrawer },
];

/** On phones; wide screens have their sidebar. */
async function openDrawer(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  const opener = page.getByRole('button', { name: 'All screens' });
  if (await opener.isVisible()) await opener.click();
}

const ONE_PROFILE = /\/api\/users\/\d+$/;

const profiles: Shot[] = [
  ...listScreen('profile', '/profile', { as: EMPLOYEE, calls: ONE_PROFILE }),
  {
    name: 'profile-emails',
    as: EMPLOYEE,
    path: '/profile',
    act: (page) => page.getByRole('switch').last().scrollIntoViewIfNeeded(),
  },
  { name: 'profile-edit', as: EMPLOYEE, path: '/profile', act: pressAndSee('Edit Profile') },
  { name: 'profile-two-step', as: EMPLOYEE, path: '/profile', act: pressAndSee('Set up') },
  {
    name: 'profile-other',
    as: MANAGER,
    path: '/employees',
    shows: '/profile/$employeeId',
    act: openFirstProfile,
  },
  {
    name: 'profile-other-two-step-error',
    as: MANAGER,
    path: '/employees',
    before: failing('**/api/users/*/totp'),
    act: async (page) => {
      await openFirstProfile(page);
      await page.getByRole('button', { name: 'Try again' }).scrollIntoViewIfNeeded();
    },
  },
];

export const shots: Shot[] = [
  ...signedOut,
  ...shell,
  ...overviews,
  ...mail,
  ...paying,
  ...notes,
  ...searching,
  ...clients,
  ...profiles,
  ...dialogs,
];
