import {
  createElement,
  Suspense,
  use,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react';
import { UNREACHABLE } from '#platform/web/apiError.ts';
import { whenIdle } from '#platform/web/preload.ts';
import { Button } from './Button.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { ErrorState } from './ErrorState.tsx';
import type { OpenState } from './openState.ts';

type Load<Props extends object> = () => Promise<ComponentType<Props>>;
type Failure<Props extends object> = ComponentType<Props & { onRetry: () => void }>;

/**
 * Makes a component whose code is loaded when the browser is idle, or when it is first rendered. React's `lazy` would
 * render the fallback for loaded code as well, and could not retry.
 * @param fallback rendered while the code loads
 * @param OnFailure rendered when the code cannot be loaded
 */
export function lazyComponent<Props extends object>(
  load: Load<Props>,
  fallback: ReactNode = null,
  OnFailure: Failure<Props> = LoadError,
) {
  let Loaded: ComponentType<Props> | undefined;
  let code: ReturnType<Load<Props>> | undefined;
  const start = () => (code ??= load().then((component) => (Loaded = component)));
  const reset = () => void (Loaded ?? (code = undefined));
  // Rendering tries again, so a failure needs no handling.
  const preload = () => start().catch(reset);
  whenIdle(() => void preload());
  const Code = (props: Props) => createElement(Loaded ?? use(start()), props);
  function Lazy(props: Props) {
    useEffect(() => reset, []);
    function renderFailure(error: unknown, retry: () => void) {
      if (!isLoadError(error)) throw error;
      return <OnFailure {...props} onRetry={() => (reset(), retry())} />;
    }
    return (
      <ErrorBoundary fallback={renderFailure}>
        <Suspense fallback={fallback}>
          <Code {...props} />
        </Suspense>
      </ErrorBoundary>
    );
  }
  return Object.assign(Lazy, { preload });
}

/** Makes a lazy dialog (see `lazyComponent`), mounted when it is first opened. */
export function lazyDialog<Props extends OpenState>(load: Load<Props>) {
  // Loads the window at the same time.
  const withWindow = async () => (await Promise.all([load(), import('./DialogWindow.tsx')]))[0];
  const Lazy = lazyComponent<Props>(withWindow, null, DialogLoadError);
  return function LazyDialog(props: Props) {
    const [opened, setOpened] = useState(props.open);
    if (props.open && !opened) setOpened(true);
    return opened && <Lazy {...props} />;
  };
}

function LoadError({ onRetry }: { onRetry: () => void }) {
  return <ErrorState title="This part couldn’t be loaded" body={UNREACHABLE} onRetry={onRetry} />;
}

/** Replaces an open dialog or menu whose code cannot be loaded. */
export function DialogLoadError({ open, onOpenChange, onRetry }: OpenState & { onRetry: () => void }) {
  return open && <MissingDialog onRetry={onRetry} onClose={() => onOpenChange(false)} />;
}

/** A native dialog, which needs no code. */
function MissingDialog({ onRetry, onClose }: { onRetry: () => void; onClose: () => void }) {
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

/** Recognizes that a module could not be fetched; each browser has its own message. */
export const isLoadError = (error: unknown): boolean =>
  error instanceof TypeError &&
  /dynamically imported module|Importing a module script failed/i.test(error.message);
