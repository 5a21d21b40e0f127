/** What is photographed of payroll, and the dialogs of clients and people. */
import type { Page } from '@playwright/test';
import { failing, hanging, openFirstProfile, press, pressAndSee } from './acts.ts';
import type { Shot } from './shot.ts';

const MANAGER = 'daniel.weiss';
const EMPLOYEE = 'maya.lindgren';
const WEEK = '**/api/payroll/week*';
const MANAGED = { as: MANAGER, path: '/clients?client=22&view=manage' } as const;

/** Opens a dialog over the one that is open. */
const openOver = (name: string) => async (page: Page) => {
  await page.getByRole('dialog').getByRole('button', { name }).first().click();
  await page.getByRole('dialog', { name }).waitFor();
};

const atPerson = (name: string) => async (page: Page) => {
  await openFirstProfile(page);
  await pressAndSee(name)(page);
};

const askToReset = async (page: Page) => {
  await openFirstProfile(page);
  await press('Reset Password')(page);
  await page.getByRole('alertdialog').waitFor();
};

export const dialogs: Shot[] = [
  { name: 'payroll', as: MANAGER, path: '/payroll' },
  { name: 'payroll-loading', as: MANAGER, path: '/payroll', state: 'loading', before: hanging(WEEK) },
  { name: 'payroll-error', as: MANAGER, path: '/payroll', state: 'error', before: failing(WEEK) },
  { name: 'payroll-empty', as: 'newcomer', path: '/payroll' },
  { name: 'payroll-employee', as: EMPLOYEE, path: '/payroll' },
  { name: 'payroll-person', as: MANAGER, path: '/payroll', act: pressAndSee('Leo Castellan') },
  { name: 'clients-edit', as: MANAGER, path: '/clients', act: pressAndSee(/^Edit/) },
  { name: 'clients-units', ...MANAGED, act: openOver('Edit Units') },
  { name: 'clients-code', ...MANAGED, act: openOver('Edit Code') },
  { name: 'clients-assign', ...MANAGED, act: openOver('Assign Employee') },
  { name: 'clients-service', ...MANAGED, act: openOver('Add Service') },
  { name: 'profile-assign', as: MANAGER, path: '/employees', act: atPerson('Assign Client') },
  { name: 'profile-message', as: MANAGER, path: '/employees', act: atPerson('Send Message') },
  { name: 'profile-reset', as: MANAGER, path: '/employees', act: askToReset },
];
