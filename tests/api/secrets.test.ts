/**
 * No secret is in an answer that is not about it, nor in a line of the log. Calls every endpoint of the product,
 * and looks for whatever the database keeps as a secret, and for what people typed.
 */
import { expect, test } from 'vitest';
import { features } from '#app/contract.ts';
import { buildAddress, startApi } from '#tests/support/helpers/api.ts';
import type { Api } from '#tests/support/helpers/api.ts';
import { captureLog } from '#tests/support/helpers/logOutput.ts';
import {
  createSeededBusiness,
  buildBody,
  hasBody,
  getRowKind,
} from '#tests/support/factories/twoBusinesses.ts';
import type { SeededBusiness } from '#tests/support/factories/twoBusinesses.ts';
import { createPerson } from '#tests/support/factories/people.ts';

/** Chained digests and pictures: all readers of the note may see them. */
const SHOWN = ['audit_heads', 'audit_log', 'note_signatures', 'note_versions'];
/** Answers that are about the secret. */
const ABOUT: Record<string, RegExp> = {
  'the temporary password': /\/password$/,
  'the code of a client': /^(manager|admin) \w+ \/api\/clients(\/:id(\/time-units)?)?$/,
  'a token': /^$/,
};

const names = features
  .flatMap(({ contract }) => Object.entries(contract))
  .filter(
    ([name, { access }]) => access !== 'public' && name !== 'GET /api/events' && !name.startsWith('DELETE'),
  )
  .map(([name]) => name)
  // It ends sessions.
  .filter((name) => name !== 'POST /api/users/:id/reset-password');

test(
  'no secret is in an answer that is not about it, and none is in the log [S-30,31]',
  { timeout: 60_000 },
  async () => {
    const secrets = new Map<string, string[]>();
    const answers: { of: string; text: string }[] = [];
    const log = await captureLog(async () => {
      const api = await startApi({ LOG_LEVEL: 'trace', RATE_LIMITS: 'off' });
      try {
        const seeded = await createSeededBusiness(api);
        await createPerson(api, seeded.business, { form: { password: 'canary-issued-1' } });
        answers.push(...(await answersOf(api, seeded)));
        for (const [what, values] of await kept(api)) secrets.set(what, values);
        secrets.set('the temporary password', ['canary-issued-1', seeded.employee.password]);
        secrets.set('the code of a client', ['4711ab']);
        secrets.set('a token', [seeded.employee.token, seeded.manager.token, seeded.business.admin.token]);
      } finally {
        await api.stop();
      }
    });
    expect(log).toContain('/api/clients');
    expect(secrets.size).toBeGreaterThan(8);
    expect(answers.length).toBeGreaterThan(200);
    const found = [...secrets].flatMap(([what, values]) => {
      const texts = answers.filter(({ of }) => !ABOUT[what]?.test(of)).concat({ of: 'the log', text: log });
      return texts
        .filter(({ text }) => values.some((value) => text.includes(value)))
        .map(({ of }) => `${what} in ${of}`);
    });
    expect(found).toEqual([]);
  },
);

/** What each endpoint answers an employee, a manager and an admin. */
async function answersOf(api: Api, seeded: SeededBusiness): Promise<{ of: string; text: string }[]> {
  const callers = { employee: seeded.employee, manager: seeded.manager, admin: seeded.business.admin };
  const answers: { of: string; text: string }[] = [];
  for (const name of names) {
    for (const [role, { token }] of Object.entries(callers)) {
      const id = name.includes('/:') ? seeded.ids[getRowKind(name)] : 0;
      const body = hasBody(name) ? { body: buildBody(name, seeded.ids) } : {};
      const parts = { ...buildAddress(name, { id, clientId: id, employeeId: id }), ...body };
      const answer = await api.send(token, parts);
      answers.push({ of: `${role} ${name}`, text: JSON.stringify([answer.body, answer.headers]) });
    }
  }
  return answers;
}

/** The values of every column that holds a hash or something sealed, as they would look in an answer. */
async function kept(api: Api): Promise<[what: string, values: string[]][]> {
  const columns = await api.sql<{ table: string; name: string; bytes: boolean }>(
    `select table_name as table, column_name as name, data_type = 'bytea' as bytes
     from information_schema.columns
     where table_schema = 'public' and table_name <> all ($1)
       and (data_type = 'bytea' or (data_type = 'text' and column_name ~ 'hash|secret|sealed|token'))`,
    [SHOWN],
  );
  const found: [string, string[]][] = [];
  for (const { table, name, bytes } of columns) {
    const shapes = bytes ? [`encode("${name}", 'hex')`, `encode("${name}", 'base64')`] : [`"${name}"`];
    const rows = await api.sql<{ value: string }>(
      shapes
        .map((shape) => `select ${shape} as value from "${table}" where "${name}" is not null`)
        .join(' union all '),
    );
    found.push([`${table}.${name}`, rows.map(({ value }) => value).filter((value) => value.length > 8)]);
  }
  return found;
}
