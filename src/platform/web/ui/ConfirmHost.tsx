import { useLast } from '#platform/web/useLast.ts';
import { openQuestion } from './confirm.ts';
import { lazyDialog } from './lazyComponent.tsx';

const ConfirmDialog = lazyDialog(async () => (await import('./ConfirmDialog.tsx')).ConfirmDialog);

/** Renders the questions of confirm(); once in the page. */
export function ConfirmHost() {
  const current = openQuestion.useValue();
  const question = useLast(current);
  if (!question) return null;
  return (
    <ConfirmDialog
      question={question}
      open={current !== null}
      onOpenChange={(open) => open || current?.answer(false)}
    />
  );
}
