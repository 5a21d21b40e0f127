import type { ErrorBody } from '#platform/contract/errors.ts';
import { ApiError } from './apiError.ts';

/**
 * Reads the error of a non-OK response. One that is not ours, such as a proxy's page, gets its status and text as
 * message, for developers: `messageOf` shows users the screen's own message.
 */
export async function readError(response: Response): Promise<ApiError> {
  const wait = Number(response.headers.get('retry-after'));
  const retryAfter = Number.isFinite(wait) && wait > 0 ? { retryAfter: wait } : {};
  const text = await response.text().catch(() => '');
  const body = parse(text);
  if (isErrorBody(body)) return new ApiError(response.status, { ...body, ...retryAfter });
  const message = `${response.status}: ${text || response.statusText}`;
  return new ApiError(response.status, { message, ...retryAfter });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isErrorBody(body: unknown): body is ErrorBody {
  return typeof body === 'object' && body !== null && 'code' in body && 'message' in body;
}
