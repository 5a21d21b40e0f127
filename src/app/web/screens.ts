/** The screens that navigation offers, in the order of the sidebar. */
import { useRouter } from '@tanstack/react-router';
import {
  Building2,
  CalendarClock,
  CircleUserRound,
  ClipboardCheck,
  CreditCard,
  FileText,
  House,
  LayoutDashboard,
  Mail,
  Megaphone,
  ScrollText,
  Search,
  SquarePen,
  UserCog,
  Users,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';

export type ScreenPath =
  | '/'
  | '/dashboard'
  | '/submit'
  | '/my-notes'
  | '/search'
  | '/mail'
  | '/announcements'
  | '/payroll'
  | '/profile'
  | '/subscription-management'
  | '/management'
  | '/clients'
  | '/employees'
  | '/business-settings'
  | '/audit';

export type Screen = {
  to: ScreenPath;
  label: string;
  icon: LucideIcon;
  /** In the thumb's reach on phones; managers have other screens nearer than some. */
  near?: boolean | 'employees';
  /** Shown under the heading of managers. */
  managers?: boolean;
};

const screens: readonly Screen[] = [
  { to: '/', label: 'Home', icon: House, near: true },
  { to: '/dashboard', label: 'Dashboard', icon: LayoutDashboard },
  { to: '/submit', label: 'Submit Note', icon: SquarePen, near: true },
  { to: '/my-notes', label: 'My Notes', icon: FileText, near: true },
  { to: '/search', label: 'Search Notes', icon: Search },
  { to: '/mail', label: 'Mail', icon: Mail, near: 'employees' },
  { to: '/announcements', label: 'Announcements', icon: Megaphone },
  { to: '/payroll', label: 'Payroll & Time', icon: CalendarClock },
  { to: '/profile', label: 'My Profile', icon: CircleUserRound },
  { to: '/subscription-management', label: 'Subscription', icon: CreditCard },
  { to: '/management', label: 'Management', icon: ClipboardCheck, near: true, managers: true },
  { to: '/clients', label: 'Clients', icon: Users, near: true, managers: true },
  { to: '/employees', label: 'Employees', icon: UserCog, managers: true },
  { to: '/business-settings', label: 'Business', icon: Building2, managers: true },
  { to: '/audit', label: 'Audit log', icon: ScrollText, managers: true },
];

/** The screens that this person finds. */
export function useScreens(): readonly Screen[] {
  const { routesByPath } = useRouter();
  return screens.filter(({ to }) => to in routesByPath);
}

/** Whether this person finds a screen at an address. */
export function useFinds(): (to: string) => boolean {
  const { routesByPath } = useRouter();
  return (to) => to in routesByPath;
}
