import { z } from 'zod';
import { contract } from '#platform/contract/endpoint.ts';
import { byId, id, idInPath, instant, optionalText, requiredText } from '#platform/contract/fields.ts';
import { businessTimeZone } from '#features/businesses/contract.ts';
import { password, personFields, username } from '#features/people/contract.ts';
import { sessionsContract, sessionUser } from '#features/sessions/contract.ts';
import { EMPLOYEE_COUNTS, INDUSTRIES } from './rules.ts';

const signedIn = z.object({ token: z.string(), user: sessionUser });
const registered = signedIn.extend({ message: z.string() });

/** The form for the first admin of a business. */
export const adminInput = z.object({
  username,
  password,
  ...personFields,
  email: z.email({ error: 'Valid email is required' }).max(255),
  position: requiredText(100, 'Position is required'),
  department: requiredText(100, 'Department is required'),
});

/** The message of the last alternative of a union, which did not match. */
function lastMessage({ errors }: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidUnion>): string | undefined {
  return errors.at(-1)?.[0]?.message;
}

/** An optional form field; an empty string counts as missing. Without `error`, the messages are those of the field. */
const optionalOrEmpty = <Value extends string>(field: z.ZodType<Value, string>, error?: string) =>
  z
    .union([z.literal(''), field], { error: (issue) => error ?? lastMessage(issue) })
    .optional()
    .transform((value) => value || undefined);

/** Business and first admin in one form. */
export const registerAdminInput = adminInput.extend({
  businessName: requiredText(255, 'Business name is required'),
  businessEmail: z.email({ error: 'Valid business email is required' }).max(255),
  businessPhone: optionalText(50),
  businessAddress: optionalText(255),
  businessCity: optionalText(100),
  businessState: optionalText(100),
  businessZipCode: optionalText(20),
  businessWebsite: optionalText(255),
  industry: optionalOrEmpty(z.enum(INDUSTRIES), 'Select an industry'),
  employeeCount: z.enum(EMPLOYEE_COUNTS, { error: 'Employee count is required' }),
  timeZone: optionalOrEmpty(businessTimeZone),
});

export const createAdminInput = adminInput.extend({
  businessId: idInPath.or(id),
  /** The claim from the business's email, in a browser without the cookie of the registration. */
  claim: z.string().max(200).optional(),
});

export const loginInput = z.object({
  username: requiredText(255, 'Username is required'),
  password: z.string({ error: 'Password is required' }).min(1, { error: 'Password is required' }).max(1024),
  /** The code from the app, or a recovery code, after a login returned `totp_required`. */
  totp: z.string().trim().max(64).optional(),
});

export const forgotPasswordInput = z.object({
  username: requiredText(255, 'Username is required'),
  email: z.email({ error: 'Valid email is required' }).max(255),
});

export const resetPasswordInput = z.object({
  token: requiredText(200, 'This link is incomplete'),
  password,
});

export const changePasswordInput = z.object({
  currentPassword: z.string().min(1, { error: 'Current password is required' }).max(1024),
  newPassword: password,
});

const twoFactorCode = requiredText(64, 'Enter the 6 digits of your authenticator app');

const session = z.object({
  id,
  userAgent: z.string().nullable(),
  ip: z.string().nullable(),
  createdAt: instant,
  lastUsedAt: instant,
});

const ownSession = session.extend({ current: z.boolean() });

const personSession = session.extend({
  /** When it ended because it was not used; null while the person is logged in. */
  endedAt: instant.nullable(),
});

export const authContract = contract({
  ...sessionsContract,
  'POST /api/auth/login': {
    access: 'public',
    summary: 'Log in; returns the token and sets the read-only cookie',
    body: loginInput,
    response: signedIn,
  },
  'POST /api/auth/logout': {
    access: 'public',
    summary: 'Log out: end the sessions of the token and of the cookie, if any',
    response: null,
  },
  'POST /api/auth/register-admin': {
    access: 'public',
    summary: 'Register a business together with its first admin',
    body: registerAdminInput,
    status: 201,
    response: registered,
  },
  'POST /api/auth/create-admin-for-business': {
    access: 'public',
    summary: 'Register the first admin of a business, with its claim; works once',
    body: createAdminInput,
    status: 201,
    response: registered,
  },
  'POST /api/auth/forgot-password': {
    access: 'public',
    summary: 'Email a one-time link; the response is the same whether or not the account exists',
    body: forgotPasswordInput,
    response: z.object({ message: z.string(), resetUrl: z.string().optional() }),
  },
  'POST /api/auth/reset-password': {
    access: 'public',
    summary: 'Set a new password with the link from the email',
    body: resetPasswordInput,
    response: null,
  },
  'POST /api/auth/change-password': {
    access: 'member',
    summary: 'Choose a new password, which ends all other sessions',
    example: () => ({ currentPassword: 'not this one', newPassword: 'another one' }),
    body: changePasswordInput,
    unpaid: true,
    response: null,
  },
  'GET /api/auth/sessions': {
    access: 'member',
    summary: 'Your own sessions, newest first',
    response: z.array(ownSession),
  },
  'DELETE /api/auth/sessions/:id': {
    access: 'member',
    summary: 'End one of your own sessions',
    params: byId,
    unpaid: true,
    response: null,
  },
  'GET /api/auth/totp': {
    access: 'member',
    summary: 'Whether two-factor authentication is on, and how many recovery codes are left',
    response: z.object({ enabled: z.boolean(), enabledAt: instant.nullable(), recoveryCodesLeft: z.int() }),
  },
  'POST /api/auth/totp/setup': {
    access: 'member',
    summary: 'Create a secret for your authenticator app, to be enabled with a code',
    unpaid: true,
    showsSecret: true,
    response: z.object({ secret: z.string(), uri: z.string() }),
  },
  'POST /api/auth/totp/enable': {
    access: 'member',
    summary: 'Turn on two-factor authentication with a code from the app; returns the recovery codes, once',
    example: () => ({ code: '000000' }),
    body: z.object({ code: twoFactorCode }),
    unpaid: true,
    showsSecret: true,
    response: z.object({ recoveryCodes: z.array(z.string()) }),
  },
  'POST /api/auth/totp/disable': {
    access: 'member',
    summary: 'Turn off two-factor authentication',
    example: () => ({ password: 'not this one' }),
    body: z.object({ password: z.string().min(1, { error: 'Password is required' }).max(1024) }),
    unpaid: true,
    response: null,
  },
  'GET /api/users/:id/password': {
    access: 'manager',
    summary: 'The temporary password of a person, who is notified that you viewed it',
    params: byId,
    recorded: true,
    response: z.object({ password: z.string(), issuedAt: instant }),
  },
  'POST /api/users/:id/reset-password': {
    access: 'manager',
    summary: 'Set a temporary password; ends all sessions of the person and notifies them',
    params: byId,
    unpaid: true,
    showsSecret: true,
    response: z.object({ tempPassword: z.string() }),
  },
  'GET /api/users/:id/sessions': {
    access: 'manager',
    summary: 'The sessions of a person, newest first, also those that ended unused in the last 7 days',
    params: byId,
    response: z.array(personSession),
  },
  'DELETE /api/users/:id/sessions': {
    access: 'manager',
    summary: 'End all sessions of a person and notify them',
    params: byId,
    unpaid: true,
    response: null,
  },
  'DELETE /api/sessions/:id': {
    access: 'manager',
    summary: 'End one session of another person and notify them',
    params: byId,
    unpaid: true,
    response: null,
  },
  'POST /api/users/:id/sending-login': {
    access: 'manager',
    summary:
      'Allow a deactivated person one login within 72 hours that can only send the notes kept on their device (admins)',
    params: byId,
    response: z.object({ until: instant }),
  },
  'GET /api/users/:id/totp': {
    access: 'manager',
    summary: 'Whether a person uses two-factor authentication',
    params: byId,
    response: z.object({ enabled: z.boolean() }),
  },
  'DELETE /api/users/:id/totp': {
    access: 'manager',
    summary:
      'Turn off the two-factor authentication of a person who has neither the app nor the recovery codes; every session of the person ends, and they are notified of who did it',
    params: byId,
    unpaid: true,
    response: null,
  },
});
