import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useCanOpen } from '#app/web/useScreens.ts';

const tabs = [
  { to: '/clients/$clientId', label: 'Overview' },
  { to: '/clients/$clientId/notes', label: 'Notes' },
  { to: '/clients/$clientId/authorizations', label: 'Authorizations' },
  { to: '/clients/$clientId/units', label: 'Units' },
  { to: '/clients/$clientId/invoices', label: 'Invoices' },
  { to: '/clients/$clientId/documents', label: 'Documents' },
  { to: '/clients/$clientId/history', label: 'History' },
] as const;

/** Links to the parts of a client's record that the user can open; on phones they scroll sideways. */
export function ClientTabs({ clientId }: { clientId: number }) {
  const canOpen = useCanOpen();
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const current = list.current?.querySelector('[aria-current]')?.parentElement;
    if (current) list.current?.scrollTo({ left: current.offsetLeft - list.current.offsetLeft - 48 });
  }, []);
  return (
    <nav aria-label="Client record" className="mb-5 print:hidden">
      <ul ref={list} className="flex gap-1 overflow-x-auto border-b border-line">
        {tabs
          .filter(({ to }) => canOpen(to))
          .map(({ to, label }) => (
            <li key={to} className="shrink-0">
              <Link
                to={to}
                params={{ clientId: String(clientId) }}
                activeOptions={{ exact: true, includeSearch: false }}
                className="-mb-px flex min-h-10 items-center border-b-2 border-transparent px-3 text-sm font-medium text-muted hover:text-ink focus-visible:-outline-offset-2 aria-[current=page]:border-accent aria-[current=page]:text-ink pointer-coarse:min-h-11"
              >
                {label}
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  );
}
