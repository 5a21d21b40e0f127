import { Eye, EyeOff, KeyRound } from 'lucide-react';
import { useState } from 'react';
import { ApiError } from '#platform/web/apiError.ts';
import { failureToast } from '#platform/web/failureToast.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { CopyButton } from '#platform/web/ui/CopyButton.tsx';
import { IconButton } from '#platform/web/ui/IconButton.tsx';
import { useRevealPassword, type NamedPerson } from './accountCalls.ts';
import { ResetPassword } from './ResetPassword.tsx';

/** A person's temporary password, hidden until requested, and Reset Password. */
export function TemporaryPassword({ person }: { person: NamedPerson }) {
  const [password, setPassword] = useState<string | null>(null);
  const [reason, setReason] = useState<string | null>(null);
  const [isResetting, setResetting] = useState(false);
  const reveal = useRevealPassword();
  async function show() {
    try {
      setReason(null);
      setPassword((await reveal.mutateAsync(person.id)).password);
    } catch (error) {
      failureToast(error, 'Failed to fetch password');
      if (error instanceof ApiError && error.code === 'password_is_private') setReason(error.message);
    }
  }
  function openReset(open: boolean) {
    setResetting(open);
    setPassword(null);
    setReason(null);
  }
  return (
    <div className="flex flex-col gap-3">
      <div>
        <p className="text-sm text-muted">Password</p>
        <div className="flex min-h-11 items-center gap-1">
          <span className="min-w-0 flex-1 font-medium tabular whitespace-nowrap" aria-live="polite">
            {password ?? <span aria-label="Hidden">••••••••</span>}
          </span>
          {password && <CopyButton value={password} label="Copy password" />}
          <IconButton
            label={password ? 'Hide password' : 'Show password'}
            icon={password ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
            pending={reveal.isPending}
            onClick={() => (password ? setPassword(null) : void show())}
          />
        </div>
        <p className="text-sm text-muted">
          {reason ??
            `${person.name} is notified if you view it. Temporary passwords can be viewed for 7 days.`}
        </p>
      </div>
      <Button className="self-start" icon={<KeyRound aria-hidden />} onClick={() => openReset(true)}>
        Reset Password
      </Button>
      <ResetPassword person={person} open={isResetting} onOpenChange={openReset} />
    </div>
  );
}
