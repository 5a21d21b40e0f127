/** Four notes for searches, by two authors for two clients, one of them approved. */

import { expect } from 'vitest';
import type { Api } from '#tests/support/helpers/api.ts';
import { createBusiness, type Account } from './businesses.ts';
import { createClient, createAssignment } from './clients.ts';
import { createSignedNote, createAssignedClient } from './notes.ts';
import { createPerson } from './people.ts';

export type SearchQuery = Record<string, string | number>;
/** The business with its notes; `about` has their ids by topic. */
export async function createSearchableNotes(api: Api) {
  const business = await createBusiness(api);
  const { author: eve, client } = await createAssignedClient(api, business, {
    companyName: 'Maple House',
    contactName: 'Zoë Ortega',
  });
  const maple = client.id;
  const jose = await createPerson(api, business, { form: { firstName: 'José', lastName: 'Núñez' } });
  const oak = (await createClient(api, business, { companyName: 'Oak & Co. 100%' })).id;
  await createAssignment(api, business, { clientId: oak, employeeId: jose.id });
  const submit = async (author: Account, fields: { clientId: number } & Record<string, unknown>) =>
    (await createSignedNote(api, author, fields)).id;
  const kitchen = await submit(eve, {
    clientId: maple,
    title: 'Cleaning day',
    description: 'Cleaned the kitchen and the café corner.',
    research: 'Read about the cleaning of ovens.',
    summary: 'Everything is clean again.',
    workDate: '2026-03-02',
  });
  const budget = await submit(eve, {
    clientId: maple,
    title: 'Budget',
    description: 'Went through the bills at the kitchen table.',
    research: 'Asked about a payment plan.',
    summary: 'Bills are paid, next visit on Friday.',
    category: 'transitional',
    workDate: '2026-03-09',
  });
  const garden = await submit(jose, {
    clientId: oak,
    title: 'Garden and kitchen',
    description: 'Planted tomatoes behind the house.',
    research: 'Tomatoes need sun.',
    summary: 'Half of the bed is done.',
    workDate: '2026-03-16',
  });
  const shopping = await submit(jose, {
    clientId: oak,
    title: 'Shopping',
    description: 'Bought food for the week, 50% off.',
    research: 'Compared the prices of two shops.',
    summary: 'The fridge is full, nothing in the kitchen is missing.',
    workDate: '2026-03-23',
  });
  const approve = { params: { id: budget }, body: { action: 'approve' } };
  await api.ok(business.admin.token, 'PATCH /api/notes/:id/review', approve);
  return {
    businessId: business.id,
    manager: business.admin,
    eve,
    jose,
    maple,
    oak,
    about: { kitchen, budget, garden, shopping },
  };
}

/** The ids and the total of a search, which must succeed. */
export async function searchNotes(api: Api, token: string, query: SearchQuery = {}) {
  const answer = await api.call(token, 'GET /api/notes/search', { query });
  expect([answer.status, answer.error]).toEqual([200, null]);
  return { ids: answer.body.map((row) => row.id), total: Number(answer.headers['x-total-count']), answer };
}
