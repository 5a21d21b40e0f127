import { Link } from '@tanstack/react-router';
import clsx from 'clsx';
import { Mail } from 'lucide-react';
import { buttonClass } from '#platform/web/ui/buttonClass.ts';
import { CountMark } from '#platform/web/ui/CountMark.tsx';
import { shortCount } from '#features/mail/web/public.tsx';
import { useUnread } from '#features/mail/web/queries.ts';

/** The link to Mail with the number of unread messages. */
export function MailLink() {
  const unread = useUnread().data?.unread ?? 0;
  const label = unread > 0 ? `Mail, ${unread} unread` : 'Mail';
  return (
    <Link
      to="/mail"
      data-tooltip
      aria-label={label}
      activeOptions={{ includeSearch: false }}
      className={clsx(buttonClass({ variant: 'ghost', shape: 'icon' }), 'relative')}
    >
      <Mail aria-hidden />
      {unread > 0 && <CountMark>{shortCount(unread)}</CountMark>}
    </Link>
  );
}
