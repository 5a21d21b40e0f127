import { describe, expect, test } from 'vitest';
import { checkBoundaries } from './check-boundaries.ts';

/** What the check says about a file of this content, without line and hint. */
function faults(path: string, ...lines: string[]): string[] {
  return checkBoundaries({ path, text: lines.join('\n') }).map((finding) => finding.what);
}

const service = 'src/features/notes/server/submission/actions.ts';
const contract = 'src/features/notes/contract.ts';

describe('imports', () => {
  test.each([
    ['src/platform/server/log.ts', '../../features/notes/contract.ts', 'platform imports the feature file'],
    ['src/platform/server/log.ts', '../../app/server.ts', 'platform imports the app file'],
    [service, '../../../app/server.ts', 'a feature imports app/'],
    ['src/features/notes/web/NotePage.tsx', '../server/reads.ts', 'the web half imports server code'],
    ['src/app/web/main.tsx', '../server.ts', 'the web half imports server code'],
    [service, '../web/queries.ts', 'the server half imports web code'],
    [contract, './server/tables.ts', 'a contract or rules file imports server code'],
    [contract, '../../platform/web/clock.ts', 'a contract or rules file imports web code'],
    [contract, 'date-fns', 'imports date-fns here'],
    [contract, 'node:crypto', 'imports node:crypto here'],
    [service, '../../clients/server/policy.ts', 'reaches into the inside of clients'],
    [service, '../../clients/server/routes.ts', 'reaches into the inside of clients'],
    [
      'src/features/notes/web/NotePage.tsx',
      '../../app/web/clients/ClientsPage.tsx',
      'reaches into the inside of clients',
    ],
    ['src/features/notes/server/routes.ts', 'drizzle-orm', 'imports drizzle-orm here'],
    ['src/features/notes/server/policy.ts', 'drizzle-orm/pg-core', 'imports drizzle-orm/pg-core here'],
    ['src/app/server.ts', 'pg', 'imports pg here'],
    [
      service,
      '../../../../tests/support/helpers/browser.ts',
      'imports tests/support/helpers/browser.ts, which is outside',
    ],
  ])('%s may not import %s', (path, target, what) => {
    expect(faults(path, `import { x } from '${target}';`)).toEqual([expect.stringContaining(what)]);
    expect(faults(path, `import type { x } from '${target}';`)).toHaveLength(1);
    expect(faults(path, `type X = import('${target}').X;`)).toHaveLength(1);
    expect(faults(path, `await import('${target}');`)).toHaveLength(1);
  });

  test.each([
    ['src/app/server.ts', '../features/notes/server/routes.ts'],
    ['src/app/web/router.tsx', '../../features/notes/web/NotePage.tsx'],
    [service, '../../clients/server/actions.ts'],
    [service, '../../clients/server/tables.ts'],
    [service, '../../../platform/server/context.ts'],
    [service, 'drizzle-orm'],
    ['src/features/notes/server/review/actions.ts', 'drizzle-orm'],
    ['src/features/notes/web/NotePage.tsx', '../../clients/web/public.tsx'],
    [contract, '../clients/rules.ts'],
    [contract, 'zod'],
    ['src/features/notes/server/notes.test.ts', '../../../../tests/setup/database.ts'],
  ])('%s may import %s', (path, target) => {
    expect(faults(path, `import { x } from '${target}';`)).toEqual([]);
  });

  test('a finding names its line and says how to hint it', () => {
    const [finding] = checkBoundaries({ path: contract, text: `// a\n\nimport { x } from 'pg';\n` });
    expect(finding).toMatchObject({
      path: contract,
      line: 3,
      hint: expect.stringContaining('platform/contract'),
    });
  });
});

describe('settings and clock', () => {
  test.each(['process.env.PORT', `process.env['PORT']`, 'Date.now()', 'new Date()'])(
    '%s is refused [D-4]',
    (read) => {
      expect(faults(service, `export const x = ${read};`)).toHaveLength(1);
    },
  );

  test('their own files may read them, and a given time may be turned into a date', () => {
    expect(faults('src/platform/server/settings.ts', 'export const x = process.env.PORT;')).toEqual([]);
    expect(faults('src/platform/server/clock.ts', 'export const now = () => new Date();')).toEqual([]);
    expect(faults(service, 'export const x = (at: number) => new Date(at);')).toEqual([]);
  });
});

test('a key that plain http has no source of is refused in the web half alone', () => {
  const key = 'export const key = crypto.randomUUID();';
  expect(faults('src/features/notes/web/submission/submitAttempt.ts', key)).toEqual([
    'calls crypto.randomUUID',
  ]);
  expect(faults('src/platform/web/key.ts', key)).toEqual(['calls crypto.randomUUID']);
  expect(faults(service, key)).toEqual([]);
});

describe('SQL', () => {
  test.each(['raw', 'identifier'])(
    'made by sql.%s is refused but in the files that need it [S-39]',
    (how) => {
      const made = `tx.execute(sql.${how}(given));`;
      expect(faults(service, made)).toEqual([`calls sql.${how}`]);
      expect(faults('src/platform/server/database/setTenant.ts', made)).toEqual([]);
    },
  );

  test('its text is refused outside of tables, reads and service [S-39]', () => {
    const query = `export const q = 'select id from notes where id = $1';`;
    expect(faults('src/features/notes/server/routes.ts', query)).toEqual(['SQL stands here']);
    expect(faults('src/app/scheduledJobs.ts', 'export const q = `delete from sessions`;')).toEqual([
      'SQL stands here',
    ]);
    expect(faults('src/features/notes/server/reads.ts', query)).toEqual([]);
    expect(
      faults('src/features/notes/web/NotePage.tsx', `export const q = 'Select a client from the list';`),
    ).toEqual([]);
  });

  test('another feature’s tables are read, never written', () => {
    const ours = `import { notes } from './tables.ts';`;
    const theirs = `import { clients } from '../../clients/server/tables.ts';`;
    const all = `import * as theirs from '../../clients/server/tables.ts';`;
    expect(faults(service, theirs, 'tx.update(clients).set({});')).toEqual(['writes a table of clients']);
    expect(faults(service, theirs, 'tx.insert(clients).values({});')).toEqual(['writes a table of clients']);
    expect(faults(service, all, 'tx.delete(theirs.clients);')).toEqual(['writes a table of clients']);
    expect(faults(service, theirs, 'tx.execute(sql`update ${clients} set x = 1`);')).toEqual([
      'writes a table of clients',
    ]);
    expect(faults(service, ours, theirs, 'tx.update(notes).set({}); tx.select().from(clients);')).toEqual([]);
  });
});

test('a re-export is refused, but in the list of all tables', () => {
  expect(faults('src/features/notes/web/public.tsx', `export { A } from './parts/A.tsx';`)).toEqual([
    're-exports',
  ]);
  expect(faults('src/app/schema.ts', `export * from '../features/notes/server/tables.ts';`)).toEqual([]);
});
