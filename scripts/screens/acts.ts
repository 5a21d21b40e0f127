/** How a screen is brought into the state that is photographed. */
import type { Page } from '@playwright/test';
import type { Shot, Visitor } from './shot.ts';

/** The lists of a screen never arrive. */
export const hanging = (calls: string | RegExp) => async (page: Page) => {
  await page.route(calls, () => undefined);
};
/** The lists of a screen cannot be reached. */
export const failing = (calls: string | RegExp) => async (page: Page) => {
  await page.route(calls, (route) => route.abort());
};

/** The lists of a screen are nothing that a release of the server answers. */
export const broken = (calls: string | RegExp) => async (page: Page) => {
  await page.route(calls, (route) => route.fulfill({ json: {} }));
};

export const press = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click();
};

export const pressAndSee = (name: string | RegExp) => async (page: Page) => {
  await press(name)(page);
  await page.getByRole('dialog').first().waitFor();
};

/** A screen with its list, and the same screen while loading, when the list cannot be had, and without data. */
export function listScreen(
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

/** Presses a button of the dialog that is open. */
export const pressIn = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole('dialog').last().getByRole('button', { name }).first().click();
};

export const pressAndBeAsked = (name: string | RegExp) => async (page: Page) => {
  await press(name)(page);
  await page.getByRole('alertdialog').waitFor();
};

/** Opens a menu and presses what it offers. */
export const choose = (menu: string | RegExp, item: string | RegExp) => async (page: Page) => {
  await press(menu)(page);
  await page.getByRole('menuitem', { name: item }).first().click();
};

/** One act after the other. */
export const first =
  (...acts: ((page: Page) => Promise<void>)[]) =>
  async (page: Page) => {
    for (const act of acts) await act(page);
  };

/** Waits until some words are on the screen. */
export const see = (words: string | RegExp) => (page: Page) => page.getByText(words).first().waitFor();

/** The profile of somebody from the list of employees. */
export async function openFirstProfile(page: Page): Promise<void> {
  await page.getByRole('row').or(page.getByRole('article')).getByRole('button').first().click();
  await seeProfile(page);
}

/** The profile of a person by name, from the same list. */
export const openProfile = (name: string) => async (page: Page) => {
  await press(new RegExp(`^${name}`))(page);
  await seeProfile(page);
};

async function seeProfile(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Login Credentials' }).waitFor();
}
