import { lazy, Suspense, useState, useSyncExternalStore } from 'react';
import { confirmStore } from './confirm.ts';

const ConfirmDialog = lazy(async () => ({ default: (await import('./ConfirmDialog.tsx')).ConfirmDialog }));

/** The place where confirm() asks; once in the page. Its code is loaded with the first question. */
export function ConfirmHost() {
  const question = useSyncExternalStore(confirmStore.subscribe, confirmStore.read);
  const [last, setLast] = useState(question);
  if (question && question !== last) setLast(question);
  if (!last) return null;
  return (
    <Suspense fallback={null}>
      <ConfirmDialog question={question ?? last} open={question !== null} />
    </Suspense>
  );
}
