import { Eye, EyeOff, KeyRound } from 'lucide-react';
import { useState } from 'react';
import { ApiError } from '#platform/web/apiError.ts';
import { failureToast } from '#platform/web/failureToast.ts';
import { toast } from '#platform/web/toast.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { confirm } from '#platform/web/ui/confirm.ts';
import { CopyButton } from '#platform/web/ui/CopyButton.tsx';
import { IconButton } from '#platform/web/ui/IconButton.tsx';
import { describeReset } from './describeReset.ts';
import type { NamedPerson } from './accountCalls.ts';
import { useResetPassword, useRevealPassword } from './accountCalls.ts';

/** A person's temporary password, hidden until asked for, and Reset Password. */
export function TemporaryPassword({ person }: { person: NamedPerson }) {
  const [shown, setShown] = useState<string | null>(null);
  const [why, setWhy] = useState<string | null>(null);
  const reveal = useRevealPassword();
  const reset = useResetPassword();
  async function show() {
    try {
      setWhy(null);
      setShown((await reveal.mutateAsync(person.id)).password);
    } catch (error) {
      failureToast(error, 'Failed to fetch password');
      if (error instanceof ApiError && error.code === 'password_is_private') setWhy(error.message);
    }
  }
  async function askAndReset() {
    const sure = await confirm({
      title: `Reset the password of ${person.name}?`,
      body: describeReset(person.name),
      confirmLabel: 'Reset Password',
      danger: true,
    });
    if (!sure) return;
    try {
      const { tempPassword } = await reset.mutateAsync(person.id);
      setWhy(null);
      setShown(tempPassword);
      toast({
        title: 'Password Reset Successful',
        description: (
          <>
            New temporary password: <span className="whitespace-nowrap">{tempPassword}</span>
          </>
        ),
      });
    } catch (error) {
      failureToast(error, 'Failed to reset password');
    }
  }
  return (
    <div className="flex flex-col gap-3">
      <div>
        <p className="text-sm text-muted">Password</p>
        <div className="flex min-h-11 items-center gap-1">
          <span className="min-w-0 flex-1 font-medium tabular whitespace-nowrap" aria-live="polite">
            {shown ?? <span aria-label="Hidden">••••••••</span>}
          </span>
          {shown && <CopyButton value={shown} label="Copy password" />}
          <IconButton
            label={shown ? 'Hide password' : 'Show password'}
            icon={shown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
            pending={reveal.isPending}
            onClick={() => (shown ? setShown(null) : void show())}
          />
        </div>
        <p className="text-sm text-muted">
          {why ?? `${person.name} is notified if you view it. Temporary passwords can be viewed for 7 days.`}
        </p>
      </div>
      <Button
        className="self-start"
        icon={<KeyRound aria-hidden />}
        pending={reset.isPending}
        onClick={() => void askAndReset()}
      >
        Reset Password
      </Button>
    </div>
  );
}
