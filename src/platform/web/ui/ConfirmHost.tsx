import { useState, useSyncExternalStore } from 'react';
import { confirmStore } from './confirm.ts';
import { lazyDialog } from './lazyComponent.tsx';

const ConfirmDialog = lazyDialog(async () => (await import('./ConfirmDialog.tsx')).ConfirmDialog);

/** The place where confirm() asks; once in the page. Its code comes after the first paint. */
export function ConfirmHost() {
  const question = useSyncExternalStore(confirmStore.subscribe, confirmStore.read);
  const [last, setLast] = useState(question);
  if (question && question !== last) setLast(question);
  if (!last) return null;
  return (
    <ConfirmDialog
      question={question ?? last}
      open={question !== null}
      onOpenChange={(open) => open || question?.answer(false)}
    />
  );
}
