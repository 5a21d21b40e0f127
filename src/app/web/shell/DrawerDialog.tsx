import { NavLinks } from './NavLinks.tsx';
import { SignOutButton } from './Sidebar.tsx';
import { Logo } from '../../../platform/web/Logo.tsx';
import { Dialog } from '../../../platform/web/ui/Dialog.tsx';

type DrawerDialogProps = { open: boolean; onOpenChange: (open: boolean) => void };

/** All screens, over the whole of a phone. */
export function DrawerDialog({ open, onOpenChange }: DrawerDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={<Logo />} size="sm">
      <nav aria-label="Main" className="-mx-1">
        <NavLinks onFollow={() => onOpenChange(false)} />
      </nav>
      <div className="mt-4 border-t border-line pt-4">
        <SignOutButton />
      </div>
    </Dialog>
  );
}
