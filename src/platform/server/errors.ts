/** Errors with a response for the caller. All others become a 500 with a request id. */

import type { z } from 'zod';
import type { ErrorBody, Issue } from '#platform/contract/errors.ts';

export class AppError extends Error {
  readonly status: number;
  readonly code: string;
  readonly issues: Issue[] | undefined;
  readonly retryAfter: number | undefined;
  readonly values: ErrorBody['values'];

  constructor(
    status: number,
    code: string,
    detail: { message: string; issues?: Issue[]; retryAfter?: number; values?: ErrorBody['values'] },
  ) {
    super(detail.message);
    this.name = 'AppError';
    this.status = status;
    this.code = code;
    this.issues = detail.issues;
    this.retryAfter = detail.retryAfter;
    this.values = detail.values;
  }
}

/** 400: the request is invalid; names the fields and the reasons. */
export const invalid = (issues: Issue[], message = issues[0]?.message ?? 'The request is not valid') =>
  new AppError(400, 'invalid', { message, issues });

/** Parses a value with a schema. @throws 400 with an issue for each invalid field */
export function parseWith<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw invalid(result.error.issues.map((one) => ({ path: one.path.join('.'), message: one.message })));
}

/** 400 for one field. */
export const invalidField = (path: string, message: string) => invalid([{ path, message }]);

/** 415 for a file of a type that is not accepted. */
export const unsupportedFile = (path: string, message: string) =>
  new AppError(415, 'unsupported_media_type', { message, issues: [{ path, message }] });

/** 401: no session, or one that ended. */
export const unauthenticated = (code = 'unauthenticated', message = 'Please log in.') =>
  new AppError(401, code, { message });

/** 402: the business has no active subscription. */
export const subscriptionRequired = () =>
  new AppError(402, 'subscription_required', {
    message: 'This requires an active subscription. Nothing was changed.',
  });

/** 403: the role does not allow it. Never for a row of another business. */
export const forbidden = (message = 'You are not allowed to do this.', code = 'forbidden') =>
  new AppError(403, code, { message });

/** 403: the session may only send notes. */
export const sendingOnly = (message = 'This login can only send notes that were kept on this device.') =>
  forbidden(message, 'sending_only');

/** 404: it does not exist or belongs to another business; callers cannot distinguish the two. */
export const notFound = (message = 'Not found.') => new AppError(404, 'not_found', { message });

/** 409: the current state does not allow it. */
export const conflict = (code: string, message: string, issues?: Issue[]) =>
  new AppError(409, code, issues ? { message, issues } : { message });

/** 429: too many attempts; `retryAfter` in seconds. */
export const tooManyRequests = (retryAfter: number, message = 'Too many attempts. Please wait a while.') =>
  new AppError(429, 'too_many', { message, retryAfter });

/** 507: the server's disk is full; reads still work. `retryAfter` in seconds. */
export const diskFull = () =>
  new AppError(507, 'disk_full', {
    message: 'The server is out of space. Nothing was changed. Please try again later.',
    retryAfter: 60,
  });

/** 507: a file would take the space that the next backup needs. */
export const noSpaceForBackup = () =>
  new AppError(507, 'no_space_for_backup', {
    message:
      "The server doesn't have enough free space for this file and its next backup. Nothing was started. Please contact the server's administrator.",
    retryAfter: 3600,
  });

/** 503: a dependency is unavailable; `retryAfter` in seconds. */
export const unavailable = (code: string, message: string, retryAfter = 2) =>
  new AppError(503, code, { message, retryAfter });

/** Thrown in a write transaction to commit it and answer with an error, as for a counted failure. Releases the key. */
export class CommitAndThrowError extends Error {
  readonly error: AppError;

  constructor(error: AppError) {
    super(error.message);
    this.name = 'CommitAndThrowError';
    this.error = error;
  }
}
