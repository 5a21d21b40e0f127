import { useIsConnected } from '#platform/web/connection.ts';
import { useIsStoreAvailable } from '#platform/web/storeSupport.ts';
import { Banner } from '#platform/web/ui/Banner.tsx';
import { lazyComponent } from '#platform/web/ui/lazyComponent.tsx';

const UnsentCount = lazyComponent(async () => (await import('./StatusBars.tsx')).UnsentCount);

/** Shown without a connection. Part of the first paint, so that the screen does not move; the count follows. */
export function ConnectionBar() {
  const isConnected = useIsConnected();
  const canKeep = useIsStoreAvailable();
  if (isConnected) return null;
  return (
    <Banner tone="pending" className="mb-5">
      No connection.
      {canKeep && (
        <>
          {' '}
          Notes are kept on this device and sent by themselves. <UnsentCount />
        </>
      )}
    </Banner>
  );
}
