import { lazyDialog } from '#platform/web/ui/lazyComponent.tsx';
import type { ComposeDialogProps } from './Compose.tsx';

/** The compose dialog. */
export const ComposeDialog = lazyDialog<ComposeDialogProps>(
  async () => (await import('./Compose.tsx')).Compose,
);
