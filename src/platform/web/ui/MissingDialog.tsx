import { useId, useLayoutEffect, useRef } from 'react';
import { UNREACHABLE } from '#platform/web/apiError.ts';
import { Button } from './Button.tsx';

/** In place of a dialog whose code could not be had. The browser's own dialog, as ours may be what is missing. */
export function MissingDialog({ onRetry, onClose }: { onRetry: () => void; onClose: () => void }) {
  const id = useId();
  const box = useRef<HTMLDialogElement>(null);
  // Closed while it still stands in the page, so that the browser brings the focus back to where it was.
  useLayoutEffect(() => {
    const shown = box.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  return (
    <dialog
      ref={box}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      className="m-auto w-[calc(100vw-2rem)] max-w-md rounded-md border border-line bg-surface p-5 text-ink shadow-overlay backdrop:bg-scrim"
    >
      <h2 id={id} className="text-lg font-semibold">
        This could not be opened
      </h2>
      <p className="mt-1.5 text-muted">{UNREACHABLE}</p>
      <div className="mt-4 flex flex-wrap justify-end gap-2 max-sm:*:flex-1">
        <Button onClick={onClose}>Close</Button>
        <Button variant="primary" onClick={onRetry}>
          Try again
        </Button>
      </div>
    </dialog>
  );
}
