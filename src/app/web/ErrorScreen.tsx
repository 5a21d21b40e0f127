import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { UNREACHABLE } from '#platform/web/apiError.ts';
import { markRendered, reloadAfterRelease } from '#platform/web/preload.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { ErrorState } from '#platform/web/ui/ErrorState.tsx';
import { isLoadError } from '#platform/web/ui/lazyComponent.tsx';
import { ReceiptFailure } from '#features/notes/web/receipt/ReceiptFailure.tsx';
import { isPublicPath } from './publicPath.ts';

type ErrorScreenProps = { error: unknown };

/** Rendered in place of a screen that failed to load or render. */
export function ErrorScreen({ error }: ErrorScreenProps) {
  return isLoadError(error) ? <LoadFailure /> : <RenderFailure error={error} />;
}

/** Rendered when the code of a screen can't be loaded: no network, or a new release replaced it. */
function LoadFailure() {
  const router = useRouter();
  const [reloading, setReloading] = useState(true);
  useMarkRendered();
  useEffect(() => {
    void reloadAfterRelease().then(setReloading);
  }, []);
  if (reloading) return null;
  if (isPublicPath(location.pathname)) return <ReceiptFailure />;
  return (
    <ErrorState
      title="This screen couldn’t be loaded"
      body={UNREACHABLE}
      onRetry={() => void router.invalidate()}
      action={<Button onClick={() => location.reload()}>Reload</Button>}
    />
  );
}

/** Rendered for an error, also outside the router. */
export function RenderFailure({ error }: ErrorScreenProps) {
  useMarkRendered();
  if (isPublicPath(location.pathname)) return <ReceiptFailure />;
  return (
    <div role="alert" className="mx-auto flex max-w-md flex-col items-center gap-4 px-4 py-16 text-center">
      <h1 className="text-xl font-semibold">Something went wrong</h1>
      <p className="text-muted">
        This screen couldn’t be shown. What you typed into forms is saved. Reloading usually helps.
      </p>
      <Button variant="primary" onClick={() => location.reload()}>
        Reload
      </Button>
      <details className="w-full text-left text-sm text-muted">
        <summary>Details</summary>
        <p className="mt-2 wrap-anywhere">{error instanceof Error ? error.message : String(error)}</p>
      </details>
    </div>
  );
}

/** The root of the page may never mount: what waits for it, such as sending notes, begins anyway. */
const useMarkRendered = () => useEffect(markRendered, []);
