import { defineConfig, devices } from '@playwright/test';
import { browserPath } from './tests/support/helpers/browser.ts';

const phone = devices['Pixel 7'];

/** `npm run test:all`: also the snapshots and failures of all screens, and every test at both sizes. */
const all = process.env['TESTS'] === 'all';

/** Tests of the built product in Chromium; the fixture in `tests/support` starts the product. */
export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/setup/browserTemplate.ts',
  outputDir: 'test-results/e2e',
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  // A busy machine may exceed a time-out. `npm test` names the tests that needed the second try.
  retries: 1,
  timeout: 90_000,
  expect: {
    timeout: 10_000,
    toMatchAriaSnapshot: { children: 'deep-equal', pathTemplate: '{testDir}/content/snapshots/{arg}{ext}' },
  },
  // A missing snapshot is an error. See `expectSnapshot` for how to store one.
  updateSnapshots: 'none',
  reporter: [['list']],
  use: {
    // Screenshots are taken of passing tests as well, and wait five seconds for a tab left behind by a download.
    screenshot: 'off',
    // A worker would answer the requests that tests intercept; the tests of offline visits allow it.
    serviceWorkers: 'block',
    // A trace takes a third of the time; `playwright test --trace on` records one.
    trace: 'off',
    launchOptions: {
      executablePath: browserPath(),
      args: [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    // Each size has its own theme; `everyScreen.spec.ts` checks both themes at each size.
    {
      name: 'desktop',
      testIgnore: all ? [] : '**/content/**',
      grepInvert: all ? /@phone-only/ : /@on-a-phone|@long/,
      use: { viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
    },
    {
      name: 'phone',
      testIgnore: '**/content/**',
      grepInvert: /@one-size/,
      grep: all ? /./ : /@on-a-phone/,
      use: {
        ...phone,
        viewport: { width: 390, height: 844 },
        screen: { width: 390, height: 844 },
        colorScheme: 'dark',
        contextOptions: { reducedMotion: 'reduce' },
      },
    },
  ],
});
