/** Payments with Stripe, whose script and API are fakes. */

import type { Page } from '@playwright/test';
import { expectSound } from '#tests/e2e/accessible.ts';
import { expectText, press } from '#tests/e2e/steps.ts';
import { signEvent, startStripeServer, type FakeStripeServer } from '#tests/support/fakes/stripeServer.ts';
import {
  DESKTOP_ONLY,
  GOOD_CARD,
  LONG_ON_DESKTOP,
  LONG_RUN,
  expect,
  openAs,
  startBuiltProduct,
  test as base,
  type Product,
} from '#tests/support/helpers/appFixture.ts';
import { expectBrowserError } from '#tests/support/helpers/browserErrors.ts';
import { createAdmin, DECLINED_CARD, registerBusiness } from './steps.ts';

/** A server for each worker that uses the fake Stripe server. */
const test = base.extend<object, { paid: { stripe: FakeStripeServer; product: Product } }>({
  paid: [
    // oxlint-disable-next-line no-empty-pattern -- the first parameter must be a destructuring
    async ({}, provide) => {
      const stripe = await startStripeServer();
      const { product, stop } = await startBuiltProduct(stripe.settings);
      await provide({ stripe, product });
      await stop();
      await stripe.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

/** The part of Stripe.js that the form uses: an element that can be typed into, and a payment. */
const STRIPE_JS = `window.Stripe = () => ({
  elements: ({ clientSecret }) => ({
    clientSecret,
    create: () => ({
      on: (name, run) => name === 'ready' && setTimeout(run),
      mount: (place) => {
        const card = document.createElement('input');
        card.setAttribute('aria-label', 'Card number');
        place.append(card);
      },
      off() {}, update() {}, unmount() {}, destroy() {},
    }),
    getElement: () => null,
    update() {},
  }),
  createToken() {}, createPaymentMethod() {}, confirmCardPayment() {},
  confirmPayment: ({ elements, confirmParams }) =>
    window.payAtStripe(elements.clientSecret, document.querySelector('[aria-label="Card number"]').value,
      confirmParams.return_url),
});
window.Stripe.version = 'endive';`;

/** Serves the fake script. Returns the addresses to which a bank would redirect. */
async function serveStripe(page: Page, stripe: FakeStripeServer): Promise<string[]> {
  const returns: string[] = [];
  await page.route('https://js.stripe.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: STRIPE_JS }),
  );
  await page.exposeFunction('payAtStripe', (secret: string, card: string, returnUrl: string) => {
    returns.push(returnUrl);
    if (card === DECLINED_CARD) return { error: { message: 'Your card was declined.' } };
    stripe.state.pay(secret);
    return { paymentIntent: { status: 'succeeded' } };
  });
  return returns;
}

/** Sends the webhooks of Stripe. */
async function deliverEvents({
  stripe,
  product,
}: {
  stripe: FakeStripeServer;
  product: Product;
}): Promise<void> {
  for (const event of stripe.state.events.splice(0)) {
    const { url, ...message } = signEvent(event);
    expect((await fetch(`${product.url}${url}`, message)).status).toBe(200);
  }
}

test('a declined card is replaced, and the subscription starts', LONG_RUN, async ({ page, paid }) => {
  const { stripe, product } = paid;
  const returns = await serveStripe(page, stripe);
  const name = await registerBusiness(page, product);
  await expect(page.getByText('Test mode: no real charges')).toHaveCount(0);
  const pay = page.getByRole('button', { name: 'Pay $49.99' });
  await page.getByLabel('Card number').fill(DECLINED_CARD);
  await expectSound(page);
  await pay.click();
  await expectText(page, 'Payment Failed');
  await expect(page.getByRole('alert').filter({ hasText: 'Your card was declined.' })).toBeVisible();
  await page.getByLabel('Card number').fill(GOOD_CARD);
  await pay.click();
  await expect(page.getByText(`Thank you. ${name} is ready.`)).toBeVisible();
  expect(returns.at(-1)).toBe(`${product.url}/payment-success`);
  await deliverEvents(paid);
  await page.getByRole('link', { name: 'Create the administrator' }).click();
  await createAdmin(page);
  await expect(page.getByText('Read-only until the subscription is paid')).toHaveCount(0);
});

test(
  'a signed-in user pays and opens the page of Stripe for another card',
  LONG_RUN,
  async ({ page, paid }) => {
    const { stripe, product } = paid;
    const returns = await serveStripe(page, stripe);
    await openAs(page, product, await product.unpaidBusiness(), '/subscription-management');
    await press(page, 'Continue to payment');
    await page.getByLabel('Card number').fill(GOOD_CARD);
    await press(page, 'Pay $49.99');
    await expect.poll(() => returns).toEqual([`${product.url}/subscription-management`]);
    await deliverEvents(paid);
    await expect(page.getByText('Billing information')).toBeVisible();
    await page
      .context()
      .route('https://billing.stripe.test/**', (route) =>
        route.fulfill({ contentType: 'text/html', body: '<h1>Your card</h1>' }),
      );
    const opened = page.context().waitForEvent('page');
    await press(page, 'Update payment method');
    await expect((await opened).getByRole('heading', { name: 'Your card' })).toBeVisible();
  },
);

test('a payment can be retried after Stripe was unavailable', LONG_ON_DESKTOP, async ({ page, paid }) => {
  expectBrowserError(/status of 503 .*\/api\/create-subscription/);
  const { stripe, product } = paid;
  expectBrowserError(/ERR_FAILED https:\/\/js\.stripe\.com/);
  await page.route('https://js.stripe.com/**', (route) => route.abort());
  stripe.failCalls('away');
  await registerBusiness(page, product);
  const unavailable = page.getByText('Payment Processing Unavailable');
  await expect(unavailable).toBeVisible();
  stripe.failCalls(null);
  await press(page, 'Try again');
  // The API is available again, the script is not.
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expect(unavailable).toBeVisible();
  await page.unroute('https://js.stripe.com/**');
  await serveStripe(page, stripe);
  await press(page, 'Try again');
  await expect(page.getByRole('button', { name: 'Pay $49.99' })).toBeVisible();
});

test('a payment that the bank refused can be retried', LONG_ON_DESKTOP, async ({ page, paid }) => {
  const { stripe, product } = paid;
  await serveStripe(page, stripe);
  await registerBusiness(page, product);
  await expect(page.getByLabel('Card number')).toBeVisible();
  await page.goto(`${product.url}/payment-success?payment_intent=pi_1&redirect_status=failed`);
  await expectText(page, 'Payment Failed');
  await page.waitForURL('**/subscribe');
  await expect(page.getByRole('button', { name: 'Pay $49.99' })).toBeVisible();
});

test(
  'the content security policy names Stripe only where it is used [S-20]',
  DESKTOP_ONLY,
  async ({ paid, product }) => {
    const policyOf = async ({ url }: Product) =>
      (await fetch(url)).headers.get('content-security-policy') ?? '';
    const policy = await policyOf(paid.product);
    expect(policy).toContain("script-src 'self' https://js.stripe.com https://*.js.stripe.com;");
    expect(policy).toContain(
      "frame-src 'self' https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com;",
    );
    expect(policy).toContain("connect-src 'self' https://api.stripe.com;");
    expect(await policyOf(product)).not.toContain('stripe');
  },
);
