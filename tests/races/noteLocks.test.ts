/** The locks of notes for one client, whose signature code is locked too while attempts are limited. */

import { expect, test } from 'vitest';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { createAssignment, createClient } from '#tests/support/factories/clients.ts';
import { buildNoteForm, createSignedNote } from '#tests/support/factories/notes.ts';
import { createPerson } from '#tests/support/factories/people.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { listNumbers, repeatConcurrently } from '#tests/support/helpers/concurrency.ts';
import { setUpOnce } from '#tests/support/helpers/setUp.ts';
import { captureStatements } from '#tests/support/helpers/statements.ts';

const api = useApi();
const AUTHORS = 4;
const ROUNDS = process.env['TESTS'] === 'all' ? 20 : 5;

const team = setUpOnce(async () => {
  const business = await createBusiness(api, { plan: 'professional' });
  const { id: clientId } = await createClient(api, business, { totalTimeUnits: 10_000 });
  const authors = [];
  for (const _ of listNumbers(AUTHORS)) {
    const author = await createPerson(api, business);
    await createAssignment(api, business, { clientId, employeeId: author.id });
    const { id: noteId } = await createSignedNote(api, author, { clientId });
    authors.push({ token: author.token, noteId });
  }
  return { clientId, authors };
});

type Author = (typeof team.authors)[number];

const submit = ({ token }: Author) =>
  api.ok(token, 'POST /api/notes', { body: buildNoteForm(team.clientId) });
const resubmit = ({ token, noteId }: Author) =>
  api.ok(token, 'PUT /api/notes/:id', { params: { id: noteId }, body: buildNoteForm(team.clientId) });

test.each([
  ['submitted', submit],
  ['resubmitted', resubmit],
])(
  'a note that is %s locks the author, the code and then the balance [10.4.14 12.checks.35]',
  async (_, write) => {
    const [author] = team.authors;
    if (!author) throw new Error('The team has no author');
    const sent = await captureStatements(api)(() => write(author));
    const locks = sent.flatMap(({ text, values }) => {
      if (text.includes('pg_advisory_xact_lock'))
        return [String(values[0]).startsWith('client-code:') ? 'code' : 'author'];
      return /from "client_units".* for no key update/.test(text) ? ['balance'] : [];
    });
    // A balance that is locked already may be locked again.
    expect([...new Set(locks)]).toEqual(['author', 'code', 'balance']);
  },
);

test('notes for one client are submitted and resubmitted at the same time without a deadlock [10.4.14 12.checks.35]', async () => {
  for (const _ of listNumbers(ROUNDS)) {
    await repeatConcurrently(AUTHORS, (index) => {
      const author = team.authors[index];
      if (!author) throw new Error('The team has fewer authors');
      return index % 2 === 0 ? submit(author) : resubmit(author);
    });
  }
  const [database] = await api.sql(
    'select deadlocks::int from pg_stat_database where datname = current_database()',
  );
  expect(database).toEqual({ deadlocks: 0 });
});
