/** What is photographed of the login and of what stands around it. */
import type { Page } from '@playwright/test';
import { first, press, pressAndSee, pressIn, see } from './acts.ts';
import type { Shot } from './shot.ts';

const MANAGER = 'daniel.weiss';

async function logInWrongly(page: Page): Promise<void> {
  await page.getByLabel('Username').fill('nobody.here');
  await page.getByRole('textbox', { name: 'Password' }).fill('wrong password');
  await press('Log in')(page);
  await see('Invalid username or password')(page);
}

const fill = (fields: Record<string, string>) => async (page: Page) => {
  const form = page.getByRole('dialog');
  for (const [label, value] of Object.entries(fields)) {
    await form.getByRole('textbox', { name: label }).or(form.getByLabel(label)).first().fill(value);
  }
};

const askForTheLink = first(
  pressAndSee('Forgot password?'),
  fill({ Username: 'maya.lindgren', Email: 'maya.lindgren@harborstreet.example' }),
  pressIn('Send link'),
  async (page) => {
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().waitFor();
    await page.getByRole('button', { name: 'Send link' }).waitFor({ state: 'detached' });
  },
);

const askForADemo = first(
  pressAndSee('Request a demo'),
  fill({
    'First name': 'Nora',
    'Last name': 'Field',
    'Business email': 'nora@fieldcare.example',
    Company: 'Field & Daughter',
    'Number of employees': '5',
  }),
  pressIn('Request demo'),
  see(/^Thank you, Nora/),
);

/** Ends the session on the server, as another device can; the page finds out with its next call. */
async function loseTheSession(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const authorization = `Bearer ${localStorage.getItem('auth_token') ?? ''}`;
    await fetch('/api/auth/logout', { method: 'POST', headers: { authorization } });
  });
  await page.getByRole('link', { name: 'My Notes' }).first().click();
  await page
    .getByText(/session/i)
    .first()
    .waitFor();
}

export const signedOut: Shot[] = [
  { name: 'landing', as: 'nobody', path: '/' },
  { name: 'landing-wrong-password', as: 'nobody', path: '/', act: logInWrongly },
  { name: 'landing-forgot-password', as: 'nobody', path: '/', act: pressAndSee('Forgot password?') },
  { name: 'landing-forgot-password-sent', as: 'nobody', path: '/', act: askForTheLink },
  { name: 'landing-demo', as: 'nobody', path: '/', act: pressAndSee('Request a demo') },
  { name: 'landing-demo-thanks', as: 'nobody', path: '/', act: askForADemo },
  { name: 'session-expired', as: MANAGER, path: '/', act: loseTheSession },
  { name: 'register', as: 'nobody', path: '/register' },
  { name: 'register-mistakes', as: 'nobody', path: '/register', act: press(/^Register/) },
  { name: 'register-admin', as: 'nobody', path: '/register-admin' },
  { name: 'reset-password', as: 'nobody', path: '/reset-password?token=unknown' },
];
