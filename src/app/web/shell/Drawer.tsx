import { Menu as MenuIcon } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '#platform/web/ui/IconButton.tsx';
import { lazyDialog } from '#platform/web/ui/lazyComponent.tsx';

const DrawerDialog = lazyDialog(async () => (await import('./DrawerDialog.tsx')).DrawerDialog);

/** The button that opens the navigation on narrow screens. */
export function Drawer() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton label="All screens" icon={<MenuIcon aria-hidden />} onClick={() => setOpen(true)} />
      <DrawerDialog open={open} onOpenChange={setOpen} />
    </>
  );
}
