import { createContext, type ReactNode } from 'react';
import type { OpenState } from './openState.ts';

/** The open dialog around a component: its lists and menus are rendered inside, where screen readers look for them. */
export const DialogContainer = createContext<HTMLElement | null>(null);

/** `onOpenChange` is called with false when the user closes it; keep the Dialog mounted and control `open`. */
export type DialogProps = OpenState & {
  title: ReactNode;
  description?: ReactNode;
  size?: 'sm' | 'md' | 'lg' | 'xl';
  /** Buttons, the main one last; they stay in view while the body scrolls. */
  footer?: ReactNode;
  /** Presses outside do not close it: for long forms. */
  sticky?: boolean;
  /** The element to focus at closing; by default the one that was focused at opening. */
  returnFocus?: () => HTMLElement | null;
  /** Focuses the first field on touch screens too. */
  typing?: boolean;
  children?: ReactNode;
};
