import { defineConfig, devices } from '@playwright/test';
import { browserPath } from './tests/support/helpers/browser.ts';

const phone = devices['Pixel 7'];

/** `npm run test:all`: also word for word what stands on each screen, and every journey at both sizes. */
const all = process.env['TESTS'] === 'all';
const nothing = /^$/;

/** Journeys in a real Chromium. Each starts the built product itself, through the fixture in tests/support. */
export default defineConfig({
  testDir: 'tests/e2e',
  snapshotPathTemplate: '{testDir}/words/snapshots/{arg}{ext}',
  globalSetup: './tests/setup/browserTemplate.ts',
  outputDir: 'test-results/e2e',
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  // Once: a busy machine may lose a journey its patience. `npm test` names those that needed it.
  retries: 1,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    // A picture is taken of what passes too, and waits five seconds for a tab that a download has left behind.
    screenshot: 'off',
    // A trace, with its pictures, costs a third of the time; ask for one with `playwright test --trace on`.
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
    // Each in a theme of its own, so that what runs at both sizes is seen in both themes; the tour of all screens
    // (everyScreen.spec.ts) looks at both wherever it runs. Motion is a desktop's.
    {
      name: 'desktop',
      testIgnore: all ? [] : '**/words/**',
      grepInvert: all ? nothing : /@on-a-phone|@long/,
      use: { viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
    },
    {
      name: 'phone',
      // Words and what goes wrong are the same at every size; the journeys look at the phone's own ways.
      testIgnore: '**/words/**',
      grepInvert: /@one-size/,
      grep: all ? /./ : /@both-sizes|@on-a-phone/,
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
