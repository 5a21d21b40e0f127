import { Link } from '@tanstack/react-router';
import { ChartColumn, ClipboardCheck, Users } from 'lucide-react';
import { useCanOpen, type ScreenPath } from '#app/web/useScreens.ts';
import { buttonClass } from '#platform/web/ui/buttonClass.ts';
import { Card } from '#platform/web/ui/Card.tsx';

const tools = [
  { to: '/management', label: 'Review Notes', icon: ClipboardCheck },
  { to: '/clients', label: 'Manage Clients', icon: Users },
  { to: '/dashboard', label: 'Analytics', icon: ChartColumn },
] as const satisfies readonly { to: ScreenPath; label: string; icon: unknown }[];

/** Links for managers at the bottom of Home. */
export function ManagementTools() {
  const canOpen = useCanOpen();
  const visible = tools.filter(({ to }) => canOpen(to));
  if (visible.length === 0) return null;
  return (
    <Card title="Management Tools" description="For managers and administrators">
      <div className="flex flex-col gap-2">
        {visible.map(({ to, label, icon: Icon }) => (
          <Link key={to} to={to} className={`${buttonClass()} justify-start`}>
            <Icon aria-hidden />
            {label}
          </Link>
        ))}
      </div>
    </Card>
  );
}
