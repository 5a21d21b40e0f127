import { useMutation } from '@tanstack/react-query';
import type { AnswerTo } from '#platform/web/api.ts';
import { endpointQuery, useChange } from '#platform/web/queries.ts';
import type { authContract } from '#features/auth/contract.ts';
import { authApi } from '#features/auth/web/queries.ts';

type Auth = typeof authContract;

export type PersonSession = AnswerTo<Auth['GET /api/users/:id/sessions']>[number];
export type OwnSession = AnswerTo<Auth['GET /api/auth/sessions']>[number];
export type TwoFactorSetup = AnswerTo<Auth['POST /api/auth/totp/setup']>;

/** A person whose login a manager manages. */
export type NamedPerson = { id: number; name: string };

/** Topic of sessions and two-factor authentication. */
const ACCOUNT = 'account';

export const sessionsQuery = () => endpointQuery(authApi, 'GET /api/auth/sessions', { topics: [ACCOUNT] });
export const twoFactorQuery = () => endpointQuery(authApi, 'GET /api/auth/totp', { topics: [ACCOUNT] });

/** A person's two-factor authentication, for managers. */
export const personTwoFactorQuery = (id: number) =>
  endpointQuery(authApi, 'GET /api/users/:id/totp', { topics: [ACCOUNT], params: { id } });

export const useEndSession = () =>
  useChange((id: number) => authApi('DELETE /api/auth/sessions/:id', { params: { id } }));

export const useSetUpTwoFactor = () =>
  useMutation({ mutationFn: () => authApi('POST /api/auth/totp/setup') });

export const useEnableTwoFactor = () =>
  useChange((body: { code: string }) => authApi('POST /api/auth/totp/enable', { body }));

export const useDisableTwoFactor = () =>
  useChange((body: { password: string }) => authApi('POST /api/auth/totp/disable', { body }));

/** A mutation, so that the password is fetched on each request and never cached. */
export const useRevealPassword = () =>
  useMutation({ mutationFn: (id: number) => authApi('GET /api/users/:id/password', { params: { id } }) });

export const useResetPassword = () =>
  useChange((id: number) => authApi('POST /api/users/:id/reset-password', { params: { id } }));

export const useDisablePersonTwoFactor = () =>
  useChange((id: number) => authApi('DELETE /api/users/:id/totp', { params: { id } }));

export const useEndPersonSession = () =>
  useChange((id: number) => authApi('DELETE /api/sessions/:id', { params: { id } }));

export const useAllowSending = () =>
  useChange((id: number) => authApi('POST /api/users/:id/sending-login', { params: { id } }));

/** The devices where a person is logged in, for managers. */
export const personSessionsQuery = (id: number) =>
  endpointQuery(authApi, 'GET /api/users/:id/sessions', { topics: [ACCOUNT], params: { id } });

export const useEndPersonSessions = () =>
  useChange((id: number) => authApi('DELETE /api/users/:id/sessions', { params: { id } }));
