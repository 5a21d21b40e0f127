import { useEffect, useState } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { UNREACHABLE } from '#platform/web/apiError.ts';
import { makePart, reloadIfReleased } from '#platform/web/part.ts';
import { Button } from './Button.tsx';
import { ErrorState } from './ErrorState.tsx';
import { MissingDialog } from './MissingDialog.tsx';

type Load<Props extends object> = () => Promise<ComponentType<Props>>;

/**
 * A part of the page whose code comes once the page stands. Should it be asked for before, and not be had, its place
 * says so and offers to try again.
 * @param whileLoading what stands in its place until then
 * @param OrElse what stands there when it cannot be had
 */
export function lazySoon<Props extends object>(
  load: Load<Props>,
  whileLoading: ReactNode = null,
  OrElse?: ComponentType<Props & { onRetry: () => void }>,
) {
  const { usePart } = makePart(load, { soon: true });
  return function Soon(props: Props) {
    const { Part, failed, retry } = usePart(true);
    if (Part) return <Part {...props} />;
    if (!failed) return whileLoading;
    return OrElse ? <OrElse {...props} onRetry={retry} /> : <PartMissing what="This part" onRetry={retry} />;
  };
}

export type OpenState = { open: boolean; onOpenChange: (open: boolean) => void };

/** A dialog whose code comes once the page stands; it is there from its first opening on. */
export function lazyDialog<Props extends OpenState>(load: Load<Props>) {
  // With its window, which it would ask for next.
  const whole = async () => (await Promise.all([load(), import('./DialogWindow.tsx')]))[0];
  const { usePart } = makePart(whole, { soon: true });
  return function SoonDialog(props: Props) {
    const { open, onOpenChange } = props;
    const [wanted, setWanted] = useState(open);
    if (open && !wanted) setWanted(true);
    const { Part, failed, retry } = usePart(wanted);
    if (Part) return wanted && <Part {...props} />;
    return open && failed && <MissingDialog onRetry={retry} onClose={() => onOpenChange(false)} />;
  };
}

/** A screen, or the frame of all, in a chunk of its own; where it cannot be had, its place says so. */
export function lazyScreen<Props extends object = object>(load: Load<Props>, whileLoading: ReactNode) {
  const { fetch, usePart } = makePart(load, { soon: false });
  function Screen(props: Props) {
    const { Part, failed, retry } = usePart(true);
    const [lost, setLost] = useState(false);
    useEffect(() => {
      // No word of it while a new page comes, which would take it away before it is read.
      if (failed) void reloadIfReleased().then((reloads) => setLost(!reloads));
    }, [failed]);
    if (Part) return <Part {...props} />;
    if (!failed || !lost) return whileLoading;
    const again = () => {
      setLost(false);
      retry();
    };
    return <PartMissing what="This screen" onRetry={again} action={<Reload />} />;
  }
  // Whoever shows it waits for it before; a failure shows in its place.
  return Object.assign(Screen, { preload: () => fetch().catch(() => undefined) });
}

/** Some browsers never ask again for code that failed once; a new page does. */
const Reload = () => <Button onClick={() => location.reload()}>Reload</Button>;

type PartMissingProps = { what: string; onRetry: () => void; action?: ReactNode };

function PartMissing({ what, ...rest }: PartMissingProps) {
  return <ErrorState title={`${what} could not be loaded`} body={UNREACHABLE} {...rest} />;
}
