/** A visit while a proxy answers in place of the server. */

import { expectText } from '#tests/e2e/steps.ts';
import { LONG_ON_DESKTOP, LONG_RUN, expect, openAs, test } from '#tests/support/helpers/appFixture.ts';
import { allowBrowserError } from '#tests/support/helpers/browserErrors.ts';
import { fillNote, sign, submit } from './steps.ts';
import { BAR, expectOneNote, openPrepared, unlockOffline } from './visitSteps.ts';

test.use({ serviceWorkers: 'allow' });

for (const status of [502, 503]) {
  test(
    `a visit is written, signed and kept while a proxy answers ${status}, and sent when the server is back [13.offline.49]`,
    LONG_RUN,
    async ({ page, product }) => {
      allowBrowserError(new RegExp(`status of ${status}`));
      const team = await openPrepared(page, product);
      await page
        .context()
        .route('**/api/**', (route) =>
          route.fulfill({ status, contentType: 'text/html', body: '<h1>The server is away</h1>' }),
        );
      await page.reload();
      await expect(page.getByText(BAR)).toBeVisible();
      await fillNote(page, team.client.companyName);
      await sign(page, 'Employee');
      await unlockOffline(page);
      await sign(page, 'Client');
      await submit(page);
      await expectText(page, 'Saved on this device');
      await page.context().unroute('**/api/**');
      await page.evaluate(() => dispatchEvent(new Event('online')));
      await expectText(page, '1 note sent');
      await expect(page.getByText(BAR)).toHaveCount(0);
      await expectOneNote(product, team);
    },
  );
}

test(
  'the bar of a missing connection goes by itself when requests failed and the event stream did not [13.offline.52]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    allowBrowserError(/status of 502/);
    const events = page.waitForResponse('**/api/events*');
    await openAs(page, product, await product.person(), '/');
    await events;
    const bar = page.getByText(BAR);
    await expect(page.getByRole('heading', { name: 'Recent Announcements' })).toBeVisible();
    await page.context().route('**/api/**', (route) => route.fulfill({ status: 502, body: 'Bad gateway' }));
    await page.getByRole('link', { name: 'Mail' }).first().click();
    await expect(bar).toBeVisible();
    // No request is answered by the server, which sends a heartbeat every 25 seconds.
    await expect(bar).toBeHidden({ timeout: 40_000 });
  },
);
