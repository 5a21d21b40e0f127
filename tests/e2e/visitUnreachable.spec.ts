/** A visit while a proxy answers in place of the server. */
import { LONG_RUN, expect, test } from '#tests/support/helpers/appFixture.ts';
import { allowBrowserError } from '#tests/support/helpers/browserErrors.ts';
import { fillNote, sign, submit } from './noteSteps.ts';
import { expectText } from './steps.ts';
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
