import { failureToast } from '#platform/web/failureToast.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { CopyButton } from '#platform/web/ui/CopyButton.tsx';
import { Dialog } from '#platform/web/ui/Dialog.tsx';
import type { OpenState } from '#platform/web/ui/openState.ts';
import { useResetPassword, type NamedPerson } from './accountCalls.ts';

/** Resets a person's password and shows the temporary one until the dialog closes. */
export function ResetPassword({ person, open, onOpenChange }: OpenState & { person: NamedPerson }) {
  const reset = useResetPassword();
  const password = reset.data?.tempPassword;
  function change(next: boolean) {
    if (!next) reset.reset();
    onOpenChange(next);
  }
  return (
    <Dialog
      open={open}
      onOpenChange={change}
      size="sm"
      sticky
      title={password ? 'Password Reset Successful' : `Reset the password of ${person.name}?`}
      description={
        password
          ? `Temporary password for ${person.name}`
          : `${person.name} will be logged out on all devices and notified. You'll get a temporary password to give them.`
      }
      footer={
        password ? (
          <Button variant="primary" onClick={() => change(false)}>
            Done
          </Button>
        ) : (
          <>
            <Button onClick={() => change(false)}>Cancel</Button>
            <Button
              variant="danger"
              pending={reset.isPending}
              onClick={() =>
                reset.mutate(person.id, {
                  onError: (error) => failureToast(error, 'Failed to reset password'),
                })
              }
            >
              Reset Password
            </Button>
          </>
        )
      }
    >
      {password && (
        <div className="flex items-center gap-2">
          <code className="tabular rounded-md bg-sunken px-3 py-1.5 text-lg font-semibold whitespace-nowrap">
            {password}
          </code>
          <CopyButton value={password} label="Copy password" size="md" />
        </div>
      )}
    </Dialog>
  );
}
