/** What is photographed of payroll, and the dialogs of clients, people and resources. */
import type { Page } from '@playwright/test';
import {
  choose,
  failing,
  first,
  hanging,
  openFirstProfile,
  openProfile,
  press,
  pressAndBeAsked,
  pressAndSee,
  pressIn,
} from './acts.ts';
import type { Shot } from './shot.ts';

const MANAGER = 'daniel.weiss';
const EMPLOYEE = 'maya.lindgren';
const WEEK = '**/api/payroll/week*';
const CLIENTS = { as: MANAGER, path: '/clients' } as const;
const PEOPLE = { as: MANAGER, path: '/employees' } as const;
const RESOURCES = { as: MANAGER, path: '/management?view=resources' } as const;

const dialog = (name: string | RegExp) => (page: Page) => page.getByRole('dialog', { name }).waitFor();

/** A client of whom there is something to see everywhere. */
const details = pressAndSee(/^Hanna Becker/);
const manage = first(details, pressIn('Manage'), dialog(/^Manage/));
/** Opens a dialog over the one in which a client is managed. */
const over = (name: string) => first(manage, pressIn(name), dialog(name));

const atPerson = (name: string) => first(openFirstProfile, pressAndSee(name));
const atMaya = openProfile('Maya Lindgren');

/** Two-step sign-in is not really switched on: whoever comes for the next picture signs in with a password. */
const keepTwoStepOff = async (page: Page) => {
  const recoveryCodes = Array.from({ length: 10 }, (_, place) => `k7m${place}-p2xq-9d${place}t`);
  await page.route('**/api/auth/totp/enable', (route) => route.fulfill({ json: { recoveryCodes } }));
};

const twoStep = first(pressAndSee('Set up'), async (page) => {
  await page.getByLabel(/Code shown in the app/).fill('123456');
  await pressIn('Turn on')(page);
  await page.getByRole('list', { name: 'Recovery codes' }).waitFor();
});

const payroll: Shot[] = [
  { name: 'payroll', as: MANAGER, path: '/payroll' },
  { name: 'payroll-loading', as: MANAGER, path: '/payroll', state: 'loading', before: hanging(WEEK) },
  { name: 'payroll-error', as: MANAGER, path: '/payroll', state: 'error', before: failing(WEEK) },
  { name: 'payroll-empty', as: 'newcomer', path: '/payroll' },
  { name: 'payroll-employee', as: EMPLOYEE, path: '/payroll' },
  { name: 'payroll-person', as: MANAGER, path: '/payroll', act: pressAndSee('Leo Castellan') },
  {
    name: 'payroll-export',
    as: MANAGER,
    path: '/payroll',
    act: first(choose('Export', /^Other dates/), dialog('Export hours')),
  },
];

const clients: Shot[] = [
  { name: 'clients-detail', ...CLIENTS, act: details },
  { name: 'clients-manage', ...CLIENTS, act: manage },
  { name: 'clients-documents', ...CLIENTS, act: pressAndSee(/^Documents for Hanna Becker/) },
  { name: 'clients-edit', ...CLIENTS, act: pressAndSee(/^Edit/) },
  { name: 'clients-delete', ...CLIENTS, act: pressAndBeAsked(/^Delete/) },
  { name: 'clients-units', ...CLIENTS, act: over('Edit Units') },
  { name: 'clients-code', ...CLIENTS, act: over('Edit Code') },
  { name: 'clients-assign', ...CLIENTS, act: over('Assign Employee') },
  { name: 'clients-service', ...CLIENTS, act: over('Add Service') },
];

const people: Shot[] = [
  { name: 'employees-person', ...PEOPLE, act: press(/^Actions for Maya Lindgren/) },
  {
    name: 'employees-add-mistakes',
    ...PEOPLE,
    act: first(pressAndSee('Add Employee'), pressIn('Add Employee')),
  },
  { name: 'profile-assign', ...PEOPLE, act: atPerson('Assign Client') },
  { name: 'profile-message', ...PEOPLE, act: atPerson('Send Message') },
  { name: 'profile-reset', ...PEOPLE, act: first(openFirstProfile, pressAndBeAsked('Reset Password')) },
  { name: 'profile-edit-status', ...PEOPLE, act: first(atMaya, pressAndSee('Edit Profile')) },
  { name: 'profile-assignment-menu', ...PEOPLE, act: first(atMaya, press(/^Actions for/)) },
  {
    name: 'profile-edit-client',
    ...PEOPLE,
    act: first(atMaya, choose(/^Actions for/, 'Edit Client Info'), dialog('Edit Client Information')),
  },
  { name: 'profile-recovery-codes', as: EMPLOYEE, path: '/profile', before: keepTwoStepOff, act: twoStep },
];

const resources: Shot[] = [
  { name: 'resources', ...RESOURCES },
  { name: 'resources-add-file', ...RESOURCES, act: pressAndSee('Add Resource') },
  {
    name: 'resources-add-link',
    ...RESOURCES,
    act: first(pressAndSee('Add Resource'), (page) => page.getByRole('dialog').getByText('Add URL').click()),
  },
  {
    name: 'resources-edit',
    ...RESOURCES,
    act: first(choose(/^Actions for/, 'Edit'), dialog('Edit Resource')),
  },
  {
    name: 'resources-delete',
    ...RESOURCES,
    act: first(choose(/^Actions for/, 'Delete'), (page) => page.getByRole('alertdialog').waitFor()),
  },
];

export const dialogs: Shot[] = [...payroll, ...clients, ...people, ...resources];
