import { ThemeMenu } from '#platform/web/ThemeMenu.tsx';
import { useIsManager } from '#features/sessions/web/queries.ts';
import { PaletteButton } from '#app/web/palette/PaletteButton.tsx';
import { AccountMenu } from './AccountMenu.tsx';
import { ClientsMenu } from './ClientsMenu.tsx';
import { Drawer } from './Drawer.tsx';
import { EmployeesMenu } from './EmployeesMenu.tsx';
import { MailLink } from './MailLink.tsx';
import { NotificationsMenu } from './NotificationsMenu.tsx';
import { useTitle } from './useTitle.ts';

/** The title of the screen and the menus. */
export function Header() {
  const { title, subtitle } = useTitle();
  const isManager = useIsManager();
  return (
    <header className="sticky top-0 z-30 flex h-16 shrink-0 items-center gap-1 border-b border-line bg-surface px-2 sm:px-4 lg:px-8 print:hidden">
      <div className="lg:hidden">
        <Drawer />
      </div>
      <div className="min-w-0 flex-1">
        <h1 className="line-clamp-2 text-lg/6 font-semibold tracking-tight">{title}</h1>
        {subtitle && <p className="truncate text-sm text-muted max-sm:hidden">{subtitle}</p>}
      </div>
      <PaletteButton />
      <NotificationsMenu />
      <div className="max-sm:hidden">
        <MailLink />
      </div>
      <ClientsMenu />
      {isManager && (
        <div className="max-md:hidden">
          <EmployeesMenu />
        </div>
      )}
      <div className="max-sm:hidden">
        <ThemeMenu />
      </div>
      <AccountMenu />
    </header>
  );
}
