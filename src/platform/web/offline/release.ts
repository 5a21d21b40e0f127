/** Whether a newer release of this page is available, and how to change to it. */
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
  if (release === null || state.read() === 'outdated') return;
  const own = ownRelease();
  if (own === undefined || own === release) return;
  state.set('outdated');
  // Fetches the new files now, so that the reload is quick.
  void findRegistration().then((registration) => registration?.update().catch(() => undefined));
}

const findRegistration = async () => navigator.serviceWorker?.getRegistration().catch(() => undefined);

/** A slow phone fetches a release in less. */
const INSTALL_MS = 20_000;

/** Activates the worker of the new release, which otherwise would serve this one again, and reloads the page. */
export async function reloadToNewRelease(): Promise<void> {
  const signal = AbortSignal.timeout(INSTALL_MS);
  const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
  await Promise.race([activateWaitingWorker(signal), aborted]).catch(() => undefined);
  location.reload();
}

async function activateWaitingWorker(signal: AbortSignal): Promise<void> {
  const registration = await findRegistration();
  if (!registration) return;
  await registration.update();
  const next = registration.waiting ?? registration.installing;
  if (!next) return;
  await new Promise<void>((resolve, reject) => {
    const activate = () => {
      if (next.state === 'installed') next.postMessage({ type: 'SKIP_WAITING' });
      if (next.state === 'activated') resolve();
      if (next.state === 'redundant') reject(new Error('The new worker could not be installed'));
    };
    next.addEventListener('statechange', activate, { signal });
    activate();
  });
}
