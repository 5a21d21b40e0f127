import { useQuery } from '@tanstack/react-query';
import { KeyRound, ShieldCheck } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { messageOf } from '#platform/web/apiError.ts';
import { plural } from '#platform/web/format.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { Card } from '#platform/web/ui/Card.tsx';
import { StatusBadge } from '#platform/web/ui/StatusBadge.tsx';
import { twoFactorQuery } from './accountCalls.ts';
import { ChangePasswordDialog } from './changePasswordDialog.ts';
import { DisableTwoFactor } from './DisableTwoFactor.tsx';
import { EnableTwoFactor } from './EnableTwoFactor.tsx';
import { OwnSessions } from './OwnSessions.tsx';

/** Password, two-factor authentication and logged-in devices of the user. */
export function SignInSecurity() {
  const [changing, setChanging] = useState(false);
  return (
    <>
      <Card title="Login and security">
        <div className="divide-y divide-line">
          <Row
            title="Password"
            text="Changing it logs you out on your other devices."
            action={
              <Button icon={<KeyRound aria-hidden />} onClick={() => setChanging(true)}>
                Change password
              </Button>
            }
          />
          <TwoFactor />
        </div>
        <h3 className="mt-5 mb-3 font-medium">Logged-in devices</h3>
        <OwnSessions />
      </Card>
      <ChangePasswordDialog open={changing} onOpenChange={setChanging} />
    </>
  );
}

function TwoFactor() {
  const state = useQuery(twoFactorQuery());
  const [enabling, setEnabling] = useState(false);
  const [disabling, setDisabling] = useState(false);
  const { enabled, recoveryCodesLeft = 0 } = state.data ?? {};
  return (
    <>
      <Row
        title="Two-factor authentication"
        badge={
          state.data && (
            <StatusBadge tone={enabled ? 'success' : 'neutral'}>{enabled ? 'On' : 'Off'}</StatusBadge>
          )
        }
        text={
          state.isError && !state.data
            ? `Couldn't load this. ${messageOf(state.error, '')}`
            : enabled
              ? `You log in with your password and a code from your phone. ${plural(recoveryCodesLeft, 'recovery code', 'recovery codes')} left.`
              : "A code from your phone in addition to your password, so a stolen password isn't enough."
        }
        action={
          state.isError && !state.data ? (
            <Button pending={state.isFetching} onClick={() => void state.refetch()}>
              Try again
            </Button>
          ) : enabled ? (
            <Button onClick={() => setDisabling(true)}>Turn off</Button>
          ) : (
            <Button
              icon={<ShieldCheck aria-hidden />}
              disabled={state.isPending}
              onClick={() => setEnabling(true)}
            >
              Set up
            </Button>
          )
        }
      />
      <EnableTwoFactor open={enabling} onOpenChange={setEnabling} />
      <DisableTwoFactor open={disabling} onOpenChange={setDisabling} />
    </>
  );
}

type RowProps = { title: string; badge?: ReactNode; text: string; action: ReactNode };

function Row({ title, badge, text, action }: RowProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 py-4 first:pt-0">
      <div className="min-w-0 flex-1 basis-60">
        <h3 className="flex flex-wrap items-center gap-2 font-medium">
          {title}
          {badge}
        </h3>
        <p className="text-sm text-muted">{text}</p>
      </div>
      {action}
    </div>
  );
}
