import { AlertDialog } from 'radix-ui';
import { buttonClass } from './buttonClass.ts';
import type { OpenQuestion } from './confirm.ts';
import { Scrim } from './DialogWindow.tsx';
import type { OpenState } from './openState.ts';
import { useDialogContent } from './useDialogContent.ts';

type ConfirmDialogProps = OpenState & { question: OpenQuestion };

/** The window of confirm(). Cancel has the focus first. */
export function ConfirmDialog({ question, open, onOpenChange }: ConfirmDialogProps) {
  const { title, body, confirmLabel = 'Continue', cancelLabel = 'Cancel', danger } = question;
  const handlers = useDialogContent({ onOpenChange });
  return (
    <AlertDialog.Root open={open} onOpenChange={onOpenChange}>
      <AlertDialog.Portal>
        {open && <Scrim />}
        <AlertDialog.Content
          {...handlers}
          aria-modal
          {...(body === undefined && { 'aria-describedby': undefined })}
          className="fixed inset-x-4 bottom-[max(1rem,env(safe-area-inset-bottom))] z-50 flex max-h-[calc(100dvh-2rem)] flex-col gap-4 overflow-y-auto rounded-md bg-surface p-5 shadow-overlay outline-none data-[state=closed]:animate-sink data-[state=open]:animate-rise sm:inset-x-auto sm:top-1/2 sm:bottom-auto sm:left-1/2 sm:w-md sm:-translate-1/2"
        >
          <div>
            <AlertDialog.Title className="text-lg font-semibold">{title}</AlertDialog.Title>
            {body !== undefined && (
              <AlertDialog.Description asChild>
                <div className="mt-1.5 wrap-anywhere text-muted">{body}</div>
              </AlertDialog.Description>
            )}
          </div>
          <div className="flex flex-wrap justify-end gap-2 max-sm:*:flex-1">
            <AlertDialog.Cancel className={buttonClass({ variant: 'secondary' })}>
              {cancelLabel}
            </AlertDialog.Cancel>
            <AlertDialog.Action
              className={buttonClass({ variant: danger ? 'danger' : 'primary' })}
              onClick={() => question.answer(true)}
            >
              {confirmLabel}
            </AlertDialog.Action>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
