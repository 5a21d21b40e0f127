import type { ErrorBody } from '#platform/contract/errors.ts';
import { ApiError } from './apiError.ts';

/**
 * The error that a non-OK answer stands for. One that is not ours, such as a proxy's page, is named by its status
 * and text; that is for developers, users read the screen's own message (`messageOf`).
 */
export async function readError(response: Response): Promise<ApiError> {
  const wait = Number(response.headers.get('retry-after'));
  const retryAfter = Number.isFinite(wait) && wait > 0 ? { retryAfter: wait } : {};
  const text = await response.text().catch(() => '');
  const body = parsed(text);
  if (isErrorBody(body)) return new ApiError(response.status, { ...body, ...retryAfter });
  const message = `${response.status}: ${text || response.statusText}`;
  return new ApiError(response.status, { message, ...retryAfter });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not from this server: status and text as received.
    return null;
  }
}

function isErrorBody(body: unknown): body is ErrorBody {
  return typeof body === 'object' && body !== null && 'code' in body && 'message' in body;
}
