import { Suspense, useState, useSyncExternalStore } from 'react';
import { confirmStore } from './confirm.ts';
import { lazySoon } from './lazySoon.ts';

const ConfirmDialog = lazySoon(async () => (await import('./ConfirmDialog.tsx')).ConfirmDialog);

/** The place where confirm() asks; once in the page. Its code comes after the first paint. */
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
