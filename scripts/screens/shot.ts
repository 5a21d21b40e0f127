/** A screenshot: who opens which path and what is done before it is taken. */

import type { Page } from '@playwright/test';
import { NEWCOMER, SUBSCRIBER } from '#scripts/demo/cast.ts';

/** A username of the demo, or null for a signed-out visitor. */
export type Visitor = string | null;
export const MANAGER = 'daniel.weiss';
export const OWNER = 'ruth.okafor';
export const EMPLOYEE = 'maya.lindgren';
export { NEWCOMER, SUBSCRIBER };

type Act = (page: Page) => Promise<unknown>;

interface Options {
  /** The route on which `act` ends, if it leaves the path. */
  shows?: string;
  /** Set if the content exists at one size only. */
  only?: 'desktop' | 'phone';
  state?: 'loading' | 'error';
  /** Before the page opens: makes requests hang or fail. */
  before?: Act;
  /** After it opened: opens a dialog, presses a button. */
  act?: Act;
  waitFor?: { role: 'heading' | 'dialog' | 'button'; name: RegExp };
}

export interface Shot extends Options {
  name: string;
  as: Visitor;
  path: string;
}

/** Creates the shots of a visitor on a path: by name, the act or other options. */
export const shotsAt = (as: Visitor, path: string, shots: Record<string, Act | Options>): Shot[] =>
  Object.entries(shots).map(([name, options]) => ({
    name,
    as,
    path,
    ...(typeof options === 'function' ? { act: options } : options),
  }));

/** Creates the shots of a list: with data, while loading, after an error, and without data. */
export const listShots = (
  name: string,
  path: string,
  { as, calls }: { as: Visitor; calls: string | RegExp },
): Shot[] => [
  ...shotsAt(as, path, {
    [name]: {},
    [`${name}-loading`]: { state: 'loading', before: hang(calls) },
    [`${name}-error`]: { state: 'error', before: fail(calls) },
  }),
  ...shotsAt(NEWCOMER, path, { [`${name}-empty`]: {} }),
];

type Calls = string | RegExp;
/** Requests never get a response. */
export const hang = (calls: Calls) => (page: Page) => page.route(calls, () => undefined);
/** Requests fail as without a network. */
export const fail = (calls: Calls) => (page: Page) => page.route(calls, (route) => route.abort());
/** Requests get a response that the app does not expect. */
export const breakResponse = (calls: Calls) => (page: Page) =>
  page.route(calls, (route) => route.fulfill({ json: {} }));

type Name = string | RegExp;
export const press = (name: Name) => (page: Page) => page.getByRole('button', { name }).first().click();
/** Presses a button of the last dialog. */
export const pressInDialog = (name: Name) => (page: Page) =>
  page.getByRole('dialog').last().getByRole('button', { name }).first().click();
/** Waits for a dialog, by name if there may be several. */
export const waitForDialog =
  (name: Name = /./) =>
  (page: Page) =>
    page.getByRole('dialog', { name }).first().waitFor();
export const waitForText = (text: Name) => (page: Page) => page.getByText(text).first().waitFor();

export const openDialog = (button: Name) => sequence(press(button), waitForDialog());
export const openConfirmation = (button: Name) =>
  sequence(press(button), (page) => page.getByRole('alertdialog').waitFor());

/** Opens a menu and chooses an item. */
export const choose = (menu: Name, item: Name) =>
  sequence(press(menu), (page) => page.getByRole('menuitem', { name: item }).first().click());

/** Performs acts one after the other. */
export const sequence =
  (...acts: Act[]) =>
  async (page: Page): Promise<void> => {
    for (const act of acts) await act(page);
  };

/** Presses the first row of a table, or the first card on a phone. */
export const openFirstRow = (page: Page) =>
  page.getByRole('row').or(page.getByRole('article')).getByRole('button').first().click();
