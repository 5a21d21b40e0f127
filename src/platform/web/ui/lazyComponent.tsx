import { Component, lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react';
import { UNREACHABLE } from '#platform/web/apiError.ts';
import { whenIdle } from '#platform/web/preload.ts';
import { ErrorState } from './ErrorState.tsx';
import { MissingDialog } from './MissingDialog.tsx';

type Load<Props extends object> = () => Promise<ComponentType<Props>>;
type Failure<Props extends object> = ComponentType<Props & { onRetry: () => void }>;

/**
 * Makes a component whose code is loaded when the browser is idle, or when it is first rendered.
 * @param fallback rendered while the code loads
 * @param OnFailure rendered when the code cannot be loaded
 */
export function lazyComponent<Props extends object>(
  load: Load<Props>,
  fallback: ReactNode = null,
  OnFailure: Failure<Props> = LoadError,
) {
  let loaded: ComponentType<Props> | undefined;
  const preload = async () => void (loaded ??= await load());
  // Rendering tries again, so a failure needs no handling.
  whenIdle(() => void preload().catch(() => undefined));
  // React caches a failed lazy component, so each attempt needs a new one.
  const attempt = () => loaded ?? lazy(async () => ({ default: (loaded ??= await load()) }));
  function Lazy(props: Props) {
    const [Loading, setLoading] = useState<ComponentType<Props>>(attempt);
    const [attempts, setAttempts] = useState(0);
    const retry = () => {
      setLoading(attempt);
      setAttempts(attempts + 1);
    };
    return (
      <LoadBoundary key={attempts} failure={<OnFailure {...props} onRetry={retry} />}>
        <Suspense fallback={fallback}>
          <Loading {...props} />
        </Suspense>
      </LoadBoundary>
    );
  }
  return Object.assign(Lazy, { preload: () => preload().catch(() => undefined) });
}

export type OpenState = { open: boolean; onOpenChange: (open: boolean) => void };

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

function DialogLoadError({ open, onOpenChange, onRetry }: OpenState & { onRetry: () => void }) {
  return open && <MissingDialog onRetry={onRetry} onClose={() => onOpenChange(false)} />;
}

type LoadBoundaryProps = { failure: ReactNode; children: ReactNode };

/** Renders `failure` when the code of its children cannot be loaded; rethrows other errors. */
class LoadBoundary extends Component<LoadBoundaryProps, { error?: Error }> {
  override state: { error?: Error } = {};

  static getDerivedStateFromError(error: Error): { error: Error } {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    if (!isLoadError(error)) throw error;
    return this.props.failure;
  }
}

/** Whether a module could not be fetched; each browser has its own message. */
export const isLoadError = (error: unknown): boolean =>
  error instanceof TypeError &&
  /dynamically imported module|Importing a module script failed/i.test(error.message);
