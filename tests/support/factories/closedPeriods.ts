/** The closed period of a business. */

import type { Api } from '#tests/support/helpers/api.ts';
import type { Account, TestBusiness } from './businesses.ts';

/** Closes the period through a date, whatever has no decision yet. */
export const closeTime = (api: Api, { token }: Pick<Account, 'token'>, date: string) =>
  api.ok(token, 'PUT /api/business/locked-through', { body: { date, pendingConfirmed: true } });

/** Reopens all time of a business. */
export const reopenTime = (api: Api, { admin }: Pick<TestBusiness, 'admin'>) =>
  api.ok(admin.token, 'PUT /api/business/locked-through', { body: { date: null, reason: 'Correction' } });
