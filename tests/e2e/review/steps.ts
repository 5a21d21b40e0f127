/** Steps of the tests of the review screen. */

import type { Page } from '@playwright/test';
import { addDays } from '#platform/contract/days.ts';
import { dayInZone } from '#platform/contract/zone.ts';
import { CODE, createClient } from '#tests/e2e/steps.ts';
import { buildNoteForm } from '#tests/support/factories/notes.ts';
import type { Product, SignedIn } from '#tests/support/helpers/appFixture.ts';

export const yesterday = addDays(dayInZone(new Date(), 'America/Chicago'), -1);
export const time = (hour: number, minute = 0) =>
  `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;

export type Author = { author: SignedIn; clientId: number };

/** Managers who write notes for a client each: for employees, an assignment of today is a warning for yesterday. */
export async function createAuthors(product: Product, admin: SignedIn, count: number): Promise<Author[]> {
  const authors: Author[] = [];
  for (let number = 0; number < count; number += 1) {
    const author = await product.person({ role: 'manager', firstName: `Writer${number}` });
    const client = await createClient(product, admin, { totalTimeUnits: 900 });
    authors.push({ author, clientId: client.id });
  }
  return authors;
}

export const submit = (product: Product, { author, clientId }: Author, fields: object) =>
  product.call<{ id: number }>(
    author.token,
    'POST /api/notes',
    buildNoteForm(clientId, { clientSignatureCode: CODE, workDate: yesterday, ...fields }),
  );

/** Submits `clean` notes of an hour each, and pairs of notes that overlap. */
export async function fillQueue(product: Product, { clean, pairs }: { clean: number; pairs: number }) {
  const admin = await product.admin();
  const authors = await createAuthors(product, admin, 5);
  const of = (number: number) => authors[number % authors.length] as Author;
  for (let number = 0; number < clean; number += 1) {
    const hour = 8 + Math.floor(number / authors.length);
    await submit(product, of(number), { startTime: time(hour), endTime: time(hour + 1) });
  }
  for (let number = 0; number < pairs; number += 1) {
    await submit(product, of(number), { startTime: time(18), endTime: time(19) });
    await submit(product, of(number), { startTime: time(18, 30), endTime: time(19, 30) });
  }
  return admin;
}

export const heading = (page: Page) => page.locator('#reviewed-note');
/** The heading of a note that has loaded; until then keys do nothing. */
export const VISIT = / for Maria Lopez$/;
export const items = (page: Page) => page.locator('[data-queue-item]');
