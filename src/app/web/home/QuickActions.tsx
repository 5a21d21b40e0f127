import { Link } from '@tanstack/react-router';
import { ClipboardCheck, FileText, Search, SquarePen, Users, type LucideIcon } from 'lucide-react';
import { useCanOpen, type ScreenPath } from '#app/web/useScreens.ts';

type Action = { to: ScreenPath; title: string; body: string; icon: LucideIcon };

const forAll: readonly Action[] = [
  { to: '/submit', title: 'Submit Note', body: 'Create a new work note or request', icon: SquarePen },
  { to: '/my-notes', title: 'My Notes', body: 'View and manage submitted notes', icon: FileText },
  { to: '/search', title: 'Search Notes', body: 'Find notes using filters', icon: Search },
];

const forManagers: readonly Action[] = [
  { to: '/clients', title: 'Client Management', body: 'Manage clients and documents', icon: Users },
  {
    to: '/management',
    title: 'Team Management',
    body: 'Review and approve employee notes',
    icon: ClipboardCheck,
  },
];

/** Links to the most used screens. */
export function QuickActions({ isManager }: { isManager: boolean }) {
  const canOpen = useCanOpen();
  const actions = [...forAll, ...(isManager ? forManagers : [])].filter(({ to }) => canOpen(to));
  if (actions.length === 0) return null;
  return (
    <section aria-label="Quick actions">
      <ul className="grid gap-3 sm:grid-cols-2 xl:auto-cols-fr xl:grid-flow-col xl:grid-cols-none">
        {actions.map(({ to, title, body, icon: Icon }) => (
          <li key={to}>
            <Link
              to={to}
              className="flex h-full items-start gap-3.5 rounded-md border border-line bg-surface p-4 shadow-raised hover:border-control hover:bg-hover"
            >
              <span
                aria-hidden
                className="flex size-10 shrink-0 items-center justify-center rounded-md bg-accent-soft text-accent-ink"
              >
                <Icon className="size-5" />
              </span>
              <span className="min-w-0">
                <span className="block font-medium">{title}</span>
                <span className="block text-sm text-muted">{body}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
