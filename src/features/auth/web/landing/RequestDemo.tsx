import { useState } from 'react';
import { Button } from '#platform/web/ui/Button.tsx';
import { lazyDialog } from '#platform/web/ui/lazyComponent.tsx';

const DemoDialog = lazyDialog(async () => (await import('./DemoDialog.tsx')).DemoDialog);

/** Opens the demo request. */
export function RequestDemo() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="lg" onClick={() => setOpen(true)}>
        Request a demo
      </Button>
      <DemoDialog open={open} onOpenChange={setOpen} />
    </>
  );
}
