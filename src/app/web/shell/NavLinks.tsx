import { Link } from '@tanstack/react-router';
import { useScreens, type NavScreen } from '#app/web/useScreens.ts';
import { NavCount } from './NavCount.tsx';

/** Links to all screens; those for managers, unless pinned, are below their own heading. */
export function NavLinks({ onNavigate }: { onNavigate?: () => void }) {
  const screens = useScreens();
  const isMain = ({ forManagers: limited, pinned }: NavScreen) => !limited || pinned === true;
  const main = screens.filter(isMain);
  const forManagers = screens.filter((screen) => !isMain(screen));
  return (
    <>
      <List screens={main} onNavigate={onNavigate} />
      {forManagers.length > 0 && (
        <>
          <h2 className="px-3 pt-5 pb-1.5 text-xs font-medium text-muted">Manage</h2>
          <List screens={forManagers} onNavigate={onNavigate} />
        </>
      )}
    </>
  );
}

function List({
  screens,
  onNavigate,
}: {
  screens: readonly NavScreen[];
  onNavigate: (() => void) | undefined;
}) {
  return (
    <ul className="flex flex-col gap-0.5">
      {screens.map(({ to, label, icon: Icon }) => (
        <li key={to}>
          <Link
            to={to}
            onClick={onNavigate}
            activeOptions={{ exact: to === '/' || to === '/profile', includeSearch: false }}
            className="flex min-h-10 items-center gap-3 rounded-md px-3 text-sm font-medium text-muted hover:bg-hover hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent-ink pointer-coarse:min-h-12 pointer-coarse:text-base"
          >
            <Icon aria-hidden className="size-4.5 shrink-0" />
            <span className="flex-1">{label}</span>
            <NavCount to={to} />
          </Link>
        </li>
      ))}
    </ul>
  );
}
