import { lazyDialog, type OpenState } from '#platform/web/ui/lazyComponent.tsx';

/** The start of a message: empty, a recipient, or the message it replies to. */
export type Subject = {
  to?: number;
  reply?: { to: { id: number; name: string }; parent: { id: number }; subject: string };
};

export type ComposeDialogProps = OpenState & { subject: Subject };

/** The compose dialog. */
export const ComposeDialog = lazyDialog<ComposeDialogProps>(
  async () => (await import('./Compose.tsx')).Compose,
);
