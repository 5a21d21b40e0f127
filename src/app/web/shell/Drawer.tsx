import { Menu as MenuIcon } from 'lucide-react';
import { useState } from 'react';
import { Dialog } from '../../../platform/web/ui/Dialog.tsx';
import { IconButton } from '../../../platform/web/ui/IconButton.tsx';
import { Logo } from '../../../platform/web/Logo.tsx';
import { NavLinks } from './NavLinks.tsx';
import { SignOutButton } from './Sidebar.tsx';

/** The navigation of narrow screens, behind a button. */
export function Drawer() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton label="All screens" icon={<MenuIcon aria-hidden />} onClick={() => setOpen(true)} />
      <Dialog open={open} onOpenChange={setOpen} title={<Logo />} size="sm">
        <nav aria-label="Main" className="-mx-1">
          <NavLinks onFollow={() => setOpen(false)} />
        </nav>
        <div className="mt-4 border-t border-line pt-4">
          <SignOutButton />
        </div>
      </Dialog>
    </>
  );
}
