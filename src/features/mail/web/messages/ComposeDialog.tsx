import { lazyDialog } from '#platform/web/ui/lazyComponent.tsx';
import type { OpenState } from '#platform/web/ui/lazyComponent.tsx';

/** What a message begins with: nothing, a recipient, or the message that it answers. */
export type Subject = {
  to?: number;
  reply?: { to: { id: number; name: string }; parent: { id: number }; subject: string };
};

export type ComposeDialogProps = OpenState & { subject: Subject };

/** Writing a message. */
export const ComposeDialog = lazyDialog<ComposeDialogProps>(
  async () => (await import('./Compose.tsx')).Compose,
);
