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
  const registration = await navigator.serviceWorker?.getRegistration();
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
