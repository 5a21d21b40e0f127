import { useId, useLayoutEffect, useRef } from 'react';
import { UNREACHABLE } from '#platform/web/apiError.ts';
import { Button } from './Button.tsx';

/** Replaces a dialog whose code cannot be loaded; a native dialog, which needs no code. */
export function MissingDialog({ onRetry, onClose }: { onRetry: () => void; onClose: () => void }) {
  const id = useId();
  const box = useRef<HTMLDialogElement>(null);
  // Closed before it is removed, so that the browser returns the focus.
  useLayoutEffect(() => {
    const dialog = box.current;
    dialog?.showModal();
    return () => dialog?.close();
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
