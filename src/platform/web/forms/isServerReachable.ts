import { compareRelease } from '#platform/web/offline/release.ts';

const RESPONSE_MS = 3_000;

/** Calls the server, whose answer also names its release: this page may be older. */
export async function isServerReachable(): Promise<boolean> {
  const signal = AbortSignal.timeout(RESPONSE_MS);
  const response = await fetch('/api/config', { signal }).catch(() => undefined);
  if (response) compareRelease(response);
  return response?.ok === true;
}
