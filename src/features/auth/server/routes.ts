/** Routes of signing in and out, passwords and two-factor authentication, with their cookies. */

import type { Context } from '#platform/server/context.ts';
import { READ_COOKIE } from '#platform/server/http/authorize.ts';
import { feature } from '#platform/server/http/handlers.ts';
import { authContract } from '#features/auth/contract.ts';
import { CLAIM_COOKIE } from '#features/businesses/server/actions.ts';
import { ABSOLUTE_LIMIT_MS } from '#features/sessions/server/actions.ts';
import { changePassword, forgotPassword, resetPassword } from './passwordActions.ts';
import {
  allowSending,
  endSessionOf,
  endSessionsOf,
  readSessionsOf,
  readTwoFactorOf,
  resetToTemporaryPassword,
  resetTwoFactor,
  revealPassword,
} from './personSignInActions.ts';
import { listOwnSessions, readSessionUser } from './reads.ts';
import { createFirstAdmin, registerWithAdmin } from './registrationActions.ts';
import { endOwnSession, signIn, signOut } from './signIn/actions.ts';
import { disableTwoFactor, enableTwoFactor, readTwoFactor, setUpTwoFactor } from './twoFactorActions.ts';

/** Cookies are sent to the API only. */
const COOKIE_PATH = '/api';

export const authRoutes = feature(authContract, {
  'POST /api/auth/login': async (context, { body }) => withReadCookie(context, await signIn(context, body)),
  'POST /api/auth/logout': async (context) => {
    context.clearCookie(READ_COOKIE, COOKIE_PATH);
    // SameSite=Strict: a request from another site has no cookie.
    await signOut(context, context.cookies[READ_COOKIE]);
    return undefined;
  },
  'GET /api/auth/validate': async (context) => ({ user: await readSessionUser(context) }),
  'POST /api/auth/register-admin': async (context, { body }) =>
    withReadCookie(context, await registerWithAdmin(context, body)),
  'POST /api/auth/create-admin-for-business': async (context, { body }) => {
    const claim = body.claim ?? context.cookies[CLAIM_COOKIE];
    return withReadCookie(context, await createFirstAdmin(context, body, claim));
  },
  'POST /api/auth/forgot-password': (context, { body }) => forgotPassword(context, body),
  'POST /api/auth/reset-password': (context, { body }) => resetPassword(context, body),
  'POST /api/auth/change-password': (context, { body }) => changePassword(context, body),
  'GET /api/auth/sessions': (context) => listOwnSessions(context),
  'DELETE /api/auth/sessions/:id': (context, { params }) => endOwnSession(context, params.id),
  'GET /api/auth/totp': (context) => readTwoFactor(context),
  'POST /api/auth/totp/setup': (context) => setUpTwoFactor(context),
  'POST /api/auth/totp/enable': (context, { body }) => enableTwoFactor(context, body),
  'POST /api/auth/totp/disable': (context, { body }) => disableTwoFactor(context, body),
  'GET /api/users/:id/password': (context, { params }) => revealPassword(context, params.id),
  'POST /api/users/:id/reset-password': (context, { params }) => resetToTemporaryPassword(context, params.id),
  'GET /api/users/:id/sessions': (context, { params }) => readSessionsOf(context, params.id),
  'DELETE /api/users/:id/sessions': (context, { params }) => endSessionsOf(context, params.id),
  'DELETE /api/sessions/:id': (context, { params }) => endSessionOf(context, params.id),
  'POST /api/users/:id/sending-login': (context, { params }) => allowSending(context, params.id),
  'GET /api/users/:id/totp': (context, { params }) => readTwoFactorOf(context, params.id),
  'DELETE /api/users/:id/totp': (context, { params }) => resetTwoFactor(context, params.id),
});

/** Sets the cookie that authorizes downloads in a new tab, which cannot send a header. */
function withReadCookie<Body extends { token: string }>(context: Context, body: Body): Body {
  context.setCookie(READ_COOKIE, body.token, { path: COOKIE_PATH, maxAge: ABSOLUTE_LIMIT_MS / 1000 });
  return body;
}
