import { Link } from '@tanstack/react-router';
import { ChartColumn, ClipboardCheck, Users } from 'lucide-react';
import type { ScreenPath } from '#app/web/useScreens.ts';
import { useCanOpen } from '#app/web/useScreens.ts';
import { buttonClass } from '#platform/web/ui/buttonClass.ts';
import { Card } from '#platform/web/ui/Card.tsx';

const tools = [
  { to: '/management', label: 'Review Notes', icon: ClipboardCheck },
  { to: '/clients', label: 'Manage Clients', icon: Users },
  { to: '/dashboard', label: 'Analytics', icon: ChartColumn },
] as const satisfies readonly { to: ScreenPath; label: string; icon: unknown }[];

/** The managers' ways in, for those who look at the bottom of the page. */
export function ManagementTools() {
  const canOpen = useCanOpen();
  const found = tools.filter(({ to }) => canOpen(to));
  if (found.length === 0) return null;
  return (
    <Card title="Management Tools" description="For managers and administrators">
      <div className="flex flex-col gap-2">
        {found.map(({ to, label, icon: Icon }) => (
          <Link key={to} to={to} className={`${buttonClass()} justify-start`}>
            <Icon aria-hidden />
            {label}
          </Link>
        ))}
      </div>
    </Card>
  );
}
