import { lazy, Suspense, useState } from 'react';
import { Button } from '../../../../platform/web/ui/Button.tsx';

const DemoDialog = lazy(async () => ({ default: (await import('./DemoDialog.tsx')).DemoDialog }));

/** Opens the request for a demonstration. */
export function RequestDemo() {
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  return (
    <>
      <Button
        size="lg"
        onClick={() => {
          setWanted(true);
          setOpen(true);
        }}
      >
        Request a demo
      </Button>
      {wanted && (
        <Suspense fallback={null}>
          <DemoDialog open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  );
}
