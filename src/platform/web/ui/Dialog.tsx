import type { ReactNode } from 'react';
import { lazyDialog } from './lazyComponent.tsx';
import type { OpenState } from './lazyComponent.tsx';

/** `onOpenChange` is called with false when the person leaves; keep the Dialog mounted and drive `open`. */
export type DialogProps = OpenState & {
  title: ReactNode;
  description?: ReactNode;
  size?: 'sm' | 'md' | 'lg' | 'xl';
  /** Buttons, the main one last; stays in view while the body scrolls. */
  footer?: ReactNode;
  /** Presses outside do not close it: for forms with much to lose. */
  sticky?: boolean;
  /** The element to focus at closing; the one that had the focus at opening when it returns nothing. */
  returnFocus?: () => HTMLElement | null;
  /** The focus begins in the first field on touch screens too: for what is nothing but a field to type in. */
  typing?: boolean;
  children?: ReactNode;
};

/** A modal window: a centred card on wide screens, the whole screen on phones. No screen needs its code to stand. */
export const Dialog = lazyDialog<DialogProps>(async () => (await import('./DialogWindow.tsx')).DialogWindow);
