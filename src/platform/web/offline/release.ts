/** Notices that a newer release of this page is available. */

import { RELEASE_HEADER } from '#platform/contract/release.ts';
import { createStore } from '#platform/web/store.ts';

/** 'ready': a new worker is waiting. 'outdated': the server no longer has the release of this page. */
type ReleaseState = 'current' | 'ready' | 'outdated';

const state = createStore<ReleaseState>('current');
export const useReleaseState = state.useValue;

/** The name of the entry script, which changes with each release; undefined in development. */
const ownRelease = (): string | undefined =>
  document.querySelector<HTMLScriptElement>('script[type=module][src*="/assets/"]')?.src.split('/').at(-1);

/** Sets the state after a new worker was installed. */
export function announceUpdate(): void {
  if (state.read() === 'current') state.set('ready');
}

/** Compares the release that a response of the API names with the one of this page. */
export function compareRelease(response: Response): void {
  const release = response.headers.get(RELEASE_HEADER);
  const own = ownRelease();
  const isOther = release !== null && own !== undefined && own !== release;
  if (isOther && state.read() !== 'outdated') state.set('outdated');
}
