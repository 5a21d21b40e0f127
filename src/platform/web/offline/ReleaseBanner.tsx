import { useState } from 'react';
import { Banner } from '#platform/web/ui/Banner.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { useReleaseState } from './release.ts';
import { reloadToNewRelease } from './reloadToNewRelease.ts';

/** Offers a new release. Nothing reloads by itself, because a form may be open. */
export function ReleaseBanner() {
  const state = useReleaseState();
  const [reloading, setReloading] = useState(false);
  if (state === 'current') return null;
  const isOutdated = state === 'outdated';
  function reload() {
    setReloading(true);
    void reloadToNewRelease();
  }
  return (
    <Banner
      tone={isOutdated ? 'pending' : 'info'}
      title={isOutdated ? 'This page must be reloaded' : 'A new version is ready'}
      className="sticky top-(--sticky-top) z-20 mb-5"
      action={
        <Button size="sm" pending={reloading} pendingLabel="Reloading…" onClick={reload}>
          Reload
        </Button>
      }
    >
      {isOutdated ? 'It is older than the server. ' : 'Reload when it suits you. '}
      Notes and messages keep what you typed.
    </Banner>
  );
}
