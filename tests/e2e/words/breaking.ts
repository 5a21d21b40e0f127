/** A server that breaks down under someone's hands. */
import type { Page, Route } from '@playwright/test';
import { expectBrowserError } from '#tests/support/helpers/browserErrors.ts';

const fault = (route: Route) => route.fulfill({ status: 500, contentType: 'text/plain', body: 'broken' });

/** From here on every write of the page fails as behind a broken proxy; reads go on. The answer repairs it. */
export async function breakWrites(page: Page): Promise<() => Promise<void>> {
  expectBrowserError(/status of 500/);
  const handle = (route: Route) => (route.request().method() === 'GET' ? route.fallback() : fault(route));
  await page.route('**/api/**', handle);
  return () => page.unroute('**/api/**', handle);
}

/** From here on the reads of an address fail. The answer repairs them. */
export async function breakReads(page: Page, address: string | RegExp): Promise<() => Promise<void>> {
  expectBrowserError(/status of 500/);
  await page.route(address, fault);
  return () => page.unroute(address, fault);
}
