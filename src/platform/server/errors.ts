/** Errors that reach the caller. Everything else becomes a 500 with nothing but a request id. */
import type { Issue } from '#platform/contract/errors.ts';

export class AppError extends Error {
  readonly status: number;
  readonly code: string;
  readonly issues: Issue[] | undefined;
  readonly retryAfter: number | undefined;

  constructor(
    status: number,
    code: string,
    detail: { message: string; issues?: Issue[]; retryAfter?: number },
  ) {
    super(detail.message);
    this.name = 'AppError';
    this.status = status;
    this.code = code;
    this.issues = detail.issues;
    this.retryAfter = detail.retryAfter;
  }
}

/** 400: the request is wrong; says which fields and why. */
export const invalid = (issues: Issue[], message = issues[0]?.message ?? 'The request is not valid') =>
  new AppError(400, 'invalid', { message, issues });

/** 400 for one field. */
export const invalidField = (path: string, message: string) => invalid([{ path, message }]);

/** 401: no session, or one that ended. */
export const unauthenticated = (code = 'unauthenticated', message = 'Please sign in.') =>
  new AppError(401, code, { message });

/** 402: the business has no running subscription. */
export const subscriptionRequired = () =>
  new AppError(402, 'subscription_required', {
    message: 'This needs a running subscription. Nothing was changed.',
  });

/** 403: the role does not allow it. Never for a row of another business. */
export const forbidden = (message = 'You are not allowed to do this.', code = 'forbidden') =>
  new AppError(403, code, { message });

/** 404: not there, or another business's; the two cannot be told apart. */
export const notFound = (message = 'Not found.') => new AppError(404, 'not_found', { message });

/** 409: the state of things does not allow it. */
export const conflict = (code: string, message: string, issues?: Issue[]) =>
  new AppError(409, code, issues ? { message, issues } : { message });

/** 429: too many tries; `retryAfter` in seconds. */
export const tooManyRequests = (retryAfter: number, message = 'Too many tries. Please wait a while.') =>
  new AppError(429, 'too_many', { message, retryAfter });

/** 507: the disk of the server has no room for more; reading goes on. `retryAfter` in seconds. */
export const diskFull = () =>
  new AppError(507, 'disk_full', {
    message:
      'The server has no room to keep more at the moment. Nothing was changed. Please try again later.',
    retryAfter: 60,
  });

/** 503: something this needs is away for the moment; `retryAfter` in seconds. */
export const unavailable = (code: string, message: string, retryAfter = 2) =>
  new AppError(503, code, { message, retryAfter });

/**
 * Thrown by the work of a write: the caller is refused, but what was written until then is kept, because
 * it is about the refusal (a wrong guess is counted). The idempotency key stays free.
 */
export class CommitAndThrowError extends Error {
  readonly error: AppError;

  constructor(refusal: AppError) {
    super(refusal.message);
    this.name = 'KeptRefusal';
    this.error = refusal;
  }
}
