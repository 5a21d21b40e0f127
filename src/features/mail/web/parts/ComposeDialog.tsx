import { Suspense, useState } from 'react';
import { lazySoon } from '../../../../platform/web/ui/lazySoon.ts';

const Compose = lazySoon(async () => (await import('./Compose.tsx')).Compose);

/** What a message begins with: nothing, a recipient, or the message that it answers. */
export type Subject = {
  to?: number;
  reply?: { to: { id: number; name: string }; parent: { id: number }; subject: string };
};

export type ComposeDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  subject: Subject;
};

/** Writing a message; the code comes after the first paint. */
export function ComposeDialog(props: ComposeDialogProps) {
  const [wanted, setWanted] = useState(props.open);
  if (props.open && !wanted) setWanted(true);
  if (!wanted) return null;
  return (
    <Suspense fallback={null}>
      <Compose {...props} />
    </Suspense>
  );
}
