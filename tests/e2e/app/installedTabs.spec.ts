/** The installed app in several tabs, which have one worker. */

import { expectText, press } from '#tests/e2e/steps.ts';
import { fillAndSign, submit } from '#tests/e2e/submission/steps.ts';
import { expectOneNote, openPrepared } from '#tests/e2e/submission/visitSteps.ts';
import { startReleaseProxy } from '#tests/support/fakes/releaseProxy.ts';
import { expect, LONG_ON_DESKTOP, test } from '#tests/support/helpers/appFixture.ts';
import { allowBrowserError } from '#tests/support/helpers/browserErrors.ts';

test.use({ serviceWorkers: 'allow' });

test(
  'a tab with a signed note keeps it and sends it when another tab changes to a new release [13.offline.4]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    // Stopping the proxy breaks the event stream and the calls of the page.
    allowBrowserError(/ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE/);
    const proxy = await startReleaseProxy(product.url);
    const team = await openPrepared(page, { ...product, url: proxy.url });
    await page.reload();
    await fillAndSign(page, team.client.companyName);
    let loads = 0;
    page.on('load', () => (loads += 1));

    const other = await page.context().newPage();
    await other.goto(`${proxy.url}/my-notes`);
    proxy.releaseWorker();
    // As browsers do by themselves once a day.
    await other.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
    await expectText(other, 'A new version is ready');
    await Promise.all([other.waitForEvent('load'), press(other, 'Reload')]);
    await expect(other.getByRole('heading', { level: 1, name: 'My Notes' })).toBeVisible();

    await page.context().setOffline(true);
    await submit(page);
    await expectText(page, 'Saved on this device');
    expect(loads).toBe(0);
    await page.context().setOffline(false);
    await expectOneNote(product, team);
    await proxy.stop();
  },
);
