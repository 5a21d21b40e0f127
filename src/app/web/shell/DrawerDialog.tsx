import { Search } from 'lucide-react';
import { Logo } from '#platform/web/Logo.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { Dialog } from '#platform/web/ui/Dialog.tsx';
import type { OpenState } from '#platform/web/ui/openState.ts';
import { setPaletteOpen } from '#app/web/palette/paletteState.ts';
import { NavLinks } from './NavLinks.tsx';
import { SignOutButton } from './Sidebar.tsx';

/** The navigation of narrow screens. */
export function DrawerDialog({ open, onOpenChange }: OpenState) {
  function find() {
    onOpenChange(false);
    setPaletteOpen(true);
  }
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={<Logo />} size="sm">
      <Button icon={<Search aria-hidden />} onClick={find} className="mb-3 w-full justify-start">
        Find anything
      </Button>
      <nav aria-label="Main" className="-mx-1">
        <NavLinks onNavigate={() => onOpenChange(false)} />
      </nav>
      <div className="mt-4 border-t border-line pt-4">
        <SignOutButton />
      </div>
    </Dialog>
  );
}
