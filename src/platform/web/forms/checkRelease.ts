import { compareRelease } from '#platform/web/offline/release.ts';

const RESPONSE_MS = 5_000;

/** Asks the server for its release. @returns whether this page is older; false also when the server cannot be reached */
export async function checkRelease(): Promise<boolean> {
  const signal = AbortSignal.timeout(RESPONSE_MS);
  const response = await fetch('/api/config', { signal }).catch(() => undefined);
  return response !== undefined && compareRelease(response);
}
