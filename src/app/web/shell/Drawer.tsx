import { Menu as MenuIcon } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { IconButton } from '../../../platform/web/ui/IconButton.tsx';

const load = () => import('./DrawerDialog.tsx');
const DrawerDialog = lazy(async () => ({ default: (await load()).DrawerDialog }));

/** The navigation of narrow screens, behind a button. */
export function Drawer() {
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    // Every dialog needs this code, so it is fetched once the screen stands. A failure shows when one opens.
    load().catch(() => undefined);
  }, []);
  const show = () => {
    setWanted(true);
    setOpen(true);
  };
  return (
    <>
      <IconButton label="All screens" icon={<MenuIcon aria-hidden />} onClick={show} />
      {wanted && (
        <Suspense fallback={null}>
          <DrawerDialog open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  );
}
