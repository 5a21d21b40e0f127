import type { LucideIcon } from 'lucide-react';

/** How navigation offers a screen. */
export type ScreenNav = {
  label: string;
  icon: LucideIcon;
  /** The users who have it in the bottom bar of phones. */
  bottomBar?: 'all' | 'employees';
  /** A screen for managers that the sidebar lists among those for all. */
  pinned?: true;
};
