import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChartColumn, ClipboardCheck, Users } from 'lucide-react';
import { plural } from '#platform/web/format.ts';
import { buttonClass } from '#platform/web/ui/buttonClass.ts';
import { Card } from '#platform/web/ui/Card.tsx';
import { clientsQuery } from '#features/clients/web/queries.ts';
import { dashboardStatsQuery } from '#features/dashboard/web/queries.ts';
import { useCanOpen, type ScreenPath } from '#app/web/useScreens.ts';

const tools = [
  { to: '/management', label: 'Review Notes', icon: ClipboardCheck },
  { to: '/clients', label: 'Manage Clients', icon: Users },
  { to: '/dashboard', label: 'Analytics', icon: ChartColumn },
] as const satisfies readonly { to: ScreenPath; label: string; icon: unknown }[];

/** Links for managers at the bottom of Home, with the current numbers of their screens. */
export function ManagementTools() {
  const canOpen = useCanOpen();
  const numbers = useScreenCounts();
  const visible = tools.filter(({ to }) => canOpen(to));
  if (visible.length === 0) return null;
  return (
    <Card title="Management Tools" description="For managers and administrators">
      <div className="flex flex-col gap-2">
        {visible.map(({ to, label, icon: Icon }) => (
          <Link key={to} to={to} className={`${buttonClass()} justify-start`}>
            <Icon aria-hidden />
            {label}
            {numbers[to] && (
              <span className="tabular ml-auto text-sm font-normal text-muted">{` ${numbers[to]}`}</span>
            )}
          </Link>
        ))}
      </div>
    </Card>
  );
}

/** The numbers by screen; a screen whose numbers are loading has none. */
function useScreenCounts(): Partial<Record<ScreenPath, string | undefined>> {
  const stats = useQuery(dashboardStatsQuery()).data;
  const clients = useQuery(clientsQuery()).data;
  return {
    '/management': stats && `${plural(stats.pending, 'note', 'notes')} to review`,
    '/clients': clients && plural(clients.length, 'client', 'clients'),
    '/dashboard': stats && `${plural(stats.newThisWeek, 'note', 'notes')} this week`,
  };
}
