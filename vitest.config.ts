import { configDefaults, defineConfig } from 'vitest/config';

/** Tests that call the product over HTTP. */
const apiTests = ['tests/api/**/*.test.ts', 'src/features/*/server/**/*.test.ts'];

// `isolate: false`: the files of a worker share the loaded modules of the server, which saves a third of the time. They
// share no state: each file starts a server of its own on a database of its own.

const all = process.env['TESTS'] === 'all';

/** Run on the embedded database as well as on PostgreSQL: one file for each feature, and all about SQL or transactions. */
const bothDatabases = [
  ...[
    'announcements/server/announcements',
    'audit/server/audit',
    'auth/server/signIn/signIn',
    'businesses/server/businesses',
    'clients/server/clients',
    'dashboard/server/dashboard',
    'documents/server/documents',
    'files/server/sweep',
    'mail/server/mail',
    'notes/server/lists',
    'notes/server/review/review',
    'notes/server/submission/submit',
    'payroll/server/payroll',
    'people/server/people',
    'pictures/server/pictures',
    'resources/server/resources',
    'search/server/search',
    'sessions/server/sessions',
    'subscription/server/subscription',
    'time/server/time',
    'units/server/units',
  ].map((name) => `src/features/${name}.test.ts`),
  ...[
    'backups',
    'catalogue',
    'diskSpace',
    'entities',
    'evidence',
    'idempotency',
    'loadLimits',
    'manyRows',
    'outbox',
    'rowLevelSecurity',
    'statements',
    'transactions',
  ].map((name) => `tests/api/${name}.test.ts`),
];

/** Needs several nodes, which the embedded database cannot have. */
const severalNodes = ['tests/api/otherNodes.test.ts'];

/**
 * For `npm run test:all`: each starts the product or its database again and again, which takes minutes, or checks
 * plans, which change with a minor version of PostgreSQL.
 */
const long = all
  ? []
  : [
      'src/platform/server/database/embedded/restart.test.ts',
      'tests/races/plans.test.ts',
      'tests/races/searchIndex.test.ts',
      ...['backup', 'embedded-deadline', 'embedded-disk-full', 'process', 'product-kill', 'stalled'].map(
        (name) => `tests/faults/${name}.test.ts`,
      ),
    ];

/** Each file then calls three processes of the product behind a proxy: `npm run test:nodes`. */
const throughProxy = process.env['TEST_POSTGRES'] === 'nodes';

/** Set up once for the whole run, by the first project that asks. */
const embedded = './tests/setup/embedded.ts';
const postgres = './tests/setup/postgres.ts';
const built = './tests/setup/built.ts';

export default defineConfig({
  test: {
    maxWorkers: 2,
    testTimeout: throughProxy ? 240_000 : all ? 60_000 : 20_000,
    hookTimeout: throughProxy ? 180_000 : 60_000,
    teardownTimeout: 20_000,
    // A suite that finds nothing has proved nothing.
    passWithNoTests: false,
    allowOnly: false,
    restoreMocks: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
          exclude: [...configDefaults.exclude, 'src/features/*/server/**', ...long],
        },
      },
      {
        extends: true,
        test: {
          name: 'api-embedded',
          isolate: false,
          include: all || process.env['FUZZ_CASES'] ? apiTests : bothDatabases,
          exclude: [...configDefaults.exclude, ...severalNodes],
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
          env: { TEST_DATABASE: 'postgres' },
          globalSetup: throughProxy ? [built, postgres] : [postgres],
          setupFiles: throughProxy ? ['./tests/setup/throughProxy.ts'] : [],
        },
      },
      {
        extends: true,
        test: {
          name: 'races',
          isolate: false,
          include: ['tests/races/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...long],
          env: { TEST_DATABASE: 'postgres' },
          globalSetup: [postgres],
          testTimeout: 120_000,
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
          exclude: [...configDefaults.exclude, ...long],
          env: { TEST_DATABASE: 'postgres' },
          globalSetup: [built, postgres, embedded],
          testTimeout: 240_000,
        },
      },
    ],
  },
});
