import type { ErrorBody, Issue } from '#platform/contract/errors.ts';

export const UNREACHABLE = "Couldn't reach the server. Check your connection and try again.";

/** The message of every 401. */
export const SESSION_EXPIRED = 'Session expired. Please log in again.';

/** A failed call; `message` is a sentence for the user. */
export class ApiError extends Error {
  /** HTTP status; 0 when the server could not be reached. */
  readonly status: number;
  readonly code: string;
  /** The invalid fields, if the error names any. */
  readonly issues: Issue[] | undefined;
  /** Seconds to wait before a retry (429, 503). */
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

/** Recognizes the end of the session: the login page opens automatically. */
export function isSessionExpired(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401 && error.code === 'session_expired';
}

/** Recognizes a request without an answer: no network, or a proxy whose server is down or overloaded. */
export const isUnreachable = (error: unknown): error is ApiError =>
  error instanceof ApiError && [0, 502, 503, 504].includes(error.status);

/**
 * Matches errors not sent by the server itself: a network error, or a 502, 503 or 504 of a proxy. An error with its own
 * code, such as `overloaded`, is a response.
 */
export const isWithoutServerResponse = (error: unknown): boolean =>
  isUnreachable(error) && (error.status === 0 || error.code === 'unknown');

/** The message of an error for the user, or the fallback. */
export function messageOf(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.code !== 'unknown' ? error.message : fallback;
}

/** The invalid fields that an error names, for `applyServerIssues`. */
export function issuesOf(error: unknown): Issue[] | undefined {
  return error instanceof ApiError ? error.issues : undefined;
}
