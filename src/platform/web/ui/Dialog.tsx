import type { DialogProps } from './dialogContainer.ts';
import { lazyDialog } from './lazyComponent.tsx';

/** A modal window: a centered card on wide screens, the whole screen on phones. */
export const Dialog = lazyDialog<DialogProps>(async () => (await import('./DialogWindow.tsx')).DialogWindow);
