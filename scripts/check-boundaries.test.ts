import { describe, expect, test } from 'vitest';
import { checkBoundaries } from './check-boundaries.ts';

const check = (path: string, ...lines: string[]): string[] =>
  checkBoundaries({ path, text: lines.join('\n') }).map(({ what }) => what);

const actions = 'src/features/submission/server/actions.ts';

describe('imports', () => {
  test.each([
    [actions, '#features/clients/server/policy.ts', 'imports a private file of clients'],
    [actions, '#features/clients/server/routes.ts', 'imports a private file of clients'],
    [
      'src/features/notes/web/NotePage.tsx',
      '#features/clients/web/ClientsPage.tsx',
      'imports a private file of clients',
    ],
    [actions, '#features/payroll/server/reads.ts', 'submission imports the later feature payroll'],
    ['src/features/businesses/rules.ts', '#features/people/contract.ts', 'imports the later feature people'],
  ])('%s may not import %s', (path, target, what) => {
    const findings = [expect.stringContaining(what)];
    expect(check(path, `import { x } from '${target}';`)).toEqual(findings);
    expect(check(path, `import type { x } from '${target}';`)).toEqual(findings);
    expect(check(path, `type X = import('${target}').X;`)).toEqual(findings);
    expect(check(path, `await import('${target}');`)).toEqual(findings);
  });

  test.each([
    [actions, '#features/clients/server/actions.ts'],
    [actions, '#features/clients/server/tables.ts'],
    [actions, '#features/clients/server/balanceActions.ts'],
    [actions, '#features/notes/server/public.ts'],
    [actions, '#features/submission/server/drafts/policy.ts'],
    ['src/features/notes/web/NotePage.tsx', '#features/clients/web/public.tsx'],
    ['src/app/web/router.tsx', '#features/notes/web/NotePage.tsx'],
    ['src/features/notes/server/notes.test.ts', '#features/payroll/server/routes.ts'],
  ])('%s may import %s', (path, target) => {
    expect(check(path, `import { x } from '${target}';`)).toEqual([]);
  });
});

test.each(['Date.now()', 'new Date()'])('the check finds %s outside of the clock [D-4]', (read) => {
  expect(check(actions, `export const x = ${read};`)).toHaveLength(1);
  expect(check('src/platform/server/clock.ts', `export const now = () => ${read};`)).toEqual([]);
  expect(check(actions, 'export const x = (at: number) => new Date(at);')).toEqual([]);
});

test('the check finds SQL outside of tables, reads and actions [S-39]', () => {
  const query = `\n\nexport const q = 'select id from notes where id = $1';`;
  expect(checkBoundaries({ path: 'src/features/notes/server/routes.ts', text: query })).toEqual([
    expect.objectContaining({ what: 'contains SQL', line: 3 }),
  ]);
  expect(check('src/app/scheduledJobs.ts', 'export const q = `delete from sessions`;')).toHaveLength(1);
  expect(check('src/features/notes/server/reads.ts', query)).toEqual([]);
  expect(check('src/features/notes/web/NotePage.tsx', `const q = 'Select a client from the list';`)).toEqual(
    [],
  );
});

test.each([
  'tx.update(clients).set({});',
  'tx.insert(clients).values({});',
  'tx.delete(all.clients);',
  'tx.execute(sql`update ${clients} set x = 1`);',
])('the check finds %s in another feature', (write) => {
  const imports = ['{ clients }', '* as all'].map(
    (names) => `import ${names} from '#features/clients/server/tables.ts';`,
  );
  expect(check(actions, ...imports, write)).toEqual(['writes a table of clients']);
  expect(check(actions, ...imports, 'tx.select().from(clients); tx.update(notes).set({});')).toEqual([]);
  expect(check('src/features/clients/server/actions.ts', ...imports, write)).toEqual([]);
});

test.each([
  "import Big from 'big.js';",
  'const hundredths = Math.round(Number(units) * 100);',
  "const format = new Intl.NumberFormat('en-US');",
])('the check finds a second place for decimals: %s', (line) => {
  expect(check('src/features/units/allocationRules.ts', line)).toHaveLength(1);
  expect(check('src/platform/contract/decimals.ts', line)).toEqual([]);
});

test.each([
  'if (connection.isDistributed) await wait();',
  '// The shard of the business.',
  "const id = sql`nextval('notes_id_seq')`;",
])('the check finds what is about the distribution of tables outside of the database folder: %s', (line) => {
  expect(check('src/features/units/server/actions.ts', line)).toHaveLength(1);
  expect(check('src/platform/server/secrets.ts', line)).toHaveLength(1);
  expect(check('src/platform/server/database/nextId.ts', line)).toEqual([]);
});

test.each([
  'tx.execute(sql`select (at at time zone ${zone})::date`);',
  'tx.execute(sql`select timezone(${zone}, at)`);',
  "const setting = 'set time zone';",
])('the check finds a time zone in SQL: %s', (statement) => {
  expect(check(actions, statement)).toEqual(['converts to a time zone in SQL']);
  expect(check(actions, "tx.execute(sql`select to_char(at at time zone 'UTC', ${format})`);")).toEqual([]);
  expect(check('src/platform/server/database/zoneOffsets.ts', statement)).toEqual([]);
});
