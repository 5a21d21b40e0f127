import type { ErrorBody } from '../contract/errors.ts';
import { ApiError } from './apiError.ts';

/** The error that a non-OK answer stands for; also of one that is not ours, such as a proxy's page. */
export async function readError(response: Response): Promise<ApiError> {
  const wait = Number(response.headers.get('retry-after'));
  const retryAfter = Number.isFinite(wait) && wait > 0 ? { retryAfter: wait } : {};
  const body: unknown = await response.json().catch(() => null);
  if (isErrorBody(body)) return new ApiError(response.status, { ...body, ...retryAfter });
  return new ApiError(response.status, retryAfter);
}

function isErrorBody(body: unknown): body is ErrorBody {
  return typeof body === 'object' && body !== null && 'code' in body && 'message' in body;
}
