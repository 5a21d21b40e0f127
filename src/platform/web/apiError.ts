import type { ErrorBody, Issue } from '#platform/contract/errors.ts';

export const UNREACHABLE = 'The server could not be reached. Please check your connection and try again.';

/** The message of every 401. */
export const SESSION_EXPIRED = 'Session expired. Please log in again.';

/** A call that did not succeed; `message` is a sentence for a person. */
export class ApiError extends Error {
  /** HTTP status; 0 when the server could not be reached. */
  readonly status: number;
  readonly code: string;
  /** Which fields are wrong and why; undefined when the error is about no field. */
  readonly issues: Issue[] | undefined;
  /** Seconds to wait before the next try (429, 503). */
  readonly retryAfter: number | undefined;
  readonly requestId: string | undefined;

  constructor(status: number, body: Partial<ErrorBody> & { retryAfter?: number }) {
    super(body.message ?? `The server answered with an error (${status}).`);
    this.name = 'ApiError';
    this.status = status;
    this.code = body.code ?? 'unknown';
    this.issues = body.issues;
    this.retryAfter = body.retryAfter;
    this.requestId = body.requestId;
  }
}

/** True for the error of a session that ended: the app is already on its way to the login. */
export function isSessionExpired(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401 && error.code === 'session_expired';
}

/** The message of an error for the user, or the fallback when it has none. */
export function messageOf(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.code !== 'unknown' ? error.message : fallback;
}

/** The wrong fields that an error names, for `applyServerIssues`. */
export function issuesOf(error: unknown): Issue[] | undefined {
  return error instanceof ApiError ? error.issues : undefined;
}
