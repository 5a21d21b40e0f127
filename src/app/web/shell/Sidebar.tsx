import { Link } from '@tanstack/react-router';
import { LogOut } from 'lucide-react';
import { Logo } from '#platform/web/Logo.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { NavLinks } from './NavLinks.tsx';
import { useLogout } from './useLogout.ts';

/** The navigation of wide screens. */
export function Sidebar() {
  return (
    <aside className="sticky top-0 hidden h-dvh w-60 shrink-0 flex-col border-r border-line bg-surface lg:flex print:hidden">
      <Link to="/" className="flex h-16 shrink-0 items-center px-5 -outline-offset-2">
        <Logo />
      </Link>
      <nav aria-label="Main" className="min-h-0 flex-1 overflow-y-auto px-3 py-3">
        <NavLinks />
      </nav>
      <div className="border-t border-line p-3">
        <SignOutButton />
      </div>
    </aside>
  );
}

/** The logout button; also in the drawer of phones. */
export function SignOutButton() {
  const { logout, pending } = useLogout();
  return (
    <Button
      variant="ghost"
      icon={<LogOut aria-hidden />}
      pending={pending}
      onClick={logout}
      className="w-full justify-start"
    >
      Logout
    </Button>
  );
}
