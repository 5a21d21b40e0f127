import { Bell } from 'lucide-react';
import { IconButton } from '#platform/web/ui/IconButton.tsx';
import { lazyMenuItems, Menu } from '#platform/web/ui/Menu.tsx';
import type { TriggerProps } from '#platform/web/ui/menuItems.ts';
import { shortCount } from '#features/mail/web/public.tsx';
import { useUnread } from '#features/mail/web/queries.ts';

const MessageItems = lazyMenuItems(async () => (await import('./MessageItems.tsx')).MessageItems);

const bellButton = (props: TriggerProps) => <BellButton {...props} />;

function BellButton(props: TriggerProps) {
  const unread = useUnread().data?.unread ?? 0;
  return (
    <IconButton
      {...props}
      label={unread > 0 ? `Notifications, ${unread} unread` : 'Notifications'}
      icon={<Bell aria-hidden />}
      mark={unread > 0 ? shortCount(unread) : undefined}
    />
  );
}

/** The menu of the newest messages. */
export function NotificationsMenu() {
  return (
    <Menu label="Notifications" align="end" className="w-80" trigger={bellButton}>
      <MessageItems />
    </Menu>
  );
}
