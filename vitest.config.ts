import { join } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';

// Without it, each child process of the server compiles its modules again, as `npm start` avoids as well.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, '.cache', 'compiled');

/** Tests that call the product over HTTP. */
const apiTests = ['tests/api/**/*.test.ts', 'src/features/*/server/**/*.test.ts'];

// `isolate: false`: the files of a worker share the modules of the server, which saves a third of the time. They share no
// state, because each file starts its own server on its own database.

const all = process.env['TESTS'] === 'all';

/**
 * `*.both.test.ts` also run on the embedded database in `npm test`: the files with the most SQL, and all about
 * transactions and locks.
 */
const bothDatabases = apiTests.map((pattern) => pattern.replace('*.test.ts', '*.both.test.ts'));

/** About times: they run on a host in another zone too. */
const timeTests = [
  'src/features/notes/server/checks/timeChecks.test.ts',
  'src/features/payroll/server/payroll.both.test.ts',
  'src/features/payroll/server/timeZones.test.ts',
  'tests/api/hostZone.test.ts',
];

/** Need several nodes, or several databases of a server, which the embedded database does not support. */
const onlyOnPostgres = [
  'tests/api/otherNodes.test.ts',
  'tests/api/migrations.test.ts',
  'tests/api/earlierRates.test.ts',
  'tests/api/repeatedHours.test.ts',
];

/** Check which modules are loaded, so that they share none with other files. */
const aboutLoading = ['src/platform/server/pdfText/lazyFonts.test.ts'];

/** Not in `npm test` but in `npm run test:all`, with the reason. Browser tests: `playwright.config.ts`. */
const ONLY_IN_ALL: Record<string, string> = {
  'src/features/exports/server/import/olderVersion.test.ts': 'builds a database of an earlier version',
  'src/features/invoices/server/manyVisits.test.ts': 'stores thousands of visits',
  'src/features/subscription/server/stripe/outage.test.ts': 'waits for timeouts',
  'src/platform/server/http/timeouts.test.ts': 'waits for timeouts',
  'src/platform/server/database/embedded/restart.test.ts': 'restarts the database many times',
  'src/platform/server/spreadsheetPeers.test.ts': 'installs LibreOffice',
  'tests/faults/backup.test.ts': 'starts the product five times',
  'tests/faults/commandKill.test.ts': 'kills and repeats commands many times',
  'tests/faults/database-away.test.ts': 'waits for timeouts',
  'tests/faults/embedded-deadline.test.ts': 'waits for timeouts',
  'tests/faults/embedded-disk-full.test.ts': 'fills a disk three times',
  'tests/faults/forgedBackup.test.ts': 'restores a backup fifteen times',
  'tests/faults/migration.test.ts': 'starts the product for each migration that is interrupted',
  'tests/faults/process.test.ts': 'starts the product twenty times',
  'tests/faults/product-kill.test.ts': 'kills and restarts product and database',
  'tests/faults/stalled.test.ts': 'waits for timeouts',
  'tests/races/authorizationPlans.test.ts': 'query plans change with a minor version of PostgreSQL',
  'tests/races/plans.test.ts': 'query plans change with a minor version of PostgreSQL',
  'tests/races/reviewQueue.test.ts': 'query plans change with a minor version of PostgreSQL',
  'tests/races/searchIndex.test.ts': 'query plans change with a minor version of PostgreSQL',
};
const onlyInAll = all ? [] : Object.keys(ONLY_IN_ALL);

/** `npm run test:nodes`: each file calls three processes of the product behind a proxy. */
const throughProxy = process.env['TEST_POSTGRES'] === 'nodes';

/** Set up once per run, by the first project that needs it. */
const embedded = './tests/setup/embedded.ts';
const postgres = './tests/setup/postgres.ts';
const built = './tests/setup/built.ts';

export default defineConfig({
  test: {
    maxWorkers: 2,
    testTimeout: throughProxy ? 240_000 : all ? 60_000 : 30_000,
    hookTimeout: throughProxy ? 180_000 : 60_000,
    teardownTimeout: 20_000,
    // A run without tests is a failure.
    passWithNoTests: false,
    allowOnly: false,
    restoreMocks: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          isolate: false,
          include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
          exclude: [...configDefaults.exclude, 'src/features/*/server/**', ...aboutLoading, ...onlyInAll],
        },
      },
      { extends: true, test: { name: 'unit-isolated', include: aboutLoading } },
      {
        extends: true,
        test: {
          name: 'api-embedded',
          isolate: false,
          include: all || process.env['FUZZ_CASES'] ? apiTests : bothDatabases,
          exclude: [...configDefaults.exclude, ...onlyOnPostgres, ...onlyInAll],
          env: { TEST_DATABASE: 'embedded' },
          globalSetup: [embedded],
        },
      },
      {
        extends: true,
        test: {
          name: 'api-postgres',
          isolate: false,
          include: apiTests,
          exclude: [...configDefaults.exclude, ...onlyInAll],
          env: { TEST_DATABASE: 'postgres' },
          globalSetup: throughProxy ? [built, postgres] : [postgres],
          setupFiles: ['./tests/setup/throughProxy.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'api-abroad',
          isolate: false,
          include: timeTests,
          // A host whose clocks change in other nights than those of the tests' businesses.
          env: { TEST_DATABASE: 'postgres', TZ: 'Europe/London' },
          globalSetup: [postgres],
        },
      },
      {
        extends: true,
        test: {
          name: 'races',
          isolate: false,
          include: ['tests/races/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...onlyInAll],
          env: { TEST_DATABASE: 'postgres' },
          globalSetup: [postgres],
          testTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'citus',
          include: ['tests/citus/**/*.test.ts'],
          env: { TEST_DATABASE: 'postgres' },
          globalSetup: [built, postgres],
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'nodes',
          include: ['tests/nodes/**/*.test.ts'],
          globalSetup: [built],
          testTimeout: 240_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'faults',
          include: ['tests/faults/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...onlyInAll],
          env: { TEST_DATABASE: 'postgres' },
          globalSetup: [built, postgres, embedded],
          testTimeout: 240_000,
        },
      },
    ],
  },
});
