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

/** The profile of somebody from the list of employees. */
export async function openFirstProfile(page: Page): Promise<void> {
  await page.getByRole('row').or(page.getByRole('article')).getByRole('button').first().click();
  await page.getByRole('link', { name: 'View profile' }).first().click();
  await page.getByRole('heading', { name: 'Login Credentials' }).waitFor();
}
