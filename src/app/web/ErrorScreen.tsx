import { Button } from '#platform/web/ui/Button.tsx';

/** What stands in place of a screen that could not be shown. */
export function ErrorScreen({ error }: { error: unknown }) {
  return (
    <div role="alert" className="mx-auto flex max-w-md flex-col items-center gap-4 px-4 py-16 text-center">
      <h1 className="text-xl font-semibold">Something went wrong</h1>
      <p className="text-muted">
        This screen could not be shown. What you typed into forms is kept. Reloading usually helps.
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
