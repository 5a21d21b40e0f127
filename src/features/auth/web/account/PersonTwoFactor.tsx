import { useQuery } from '@tanstack/react-query';
import { ShieldOff } from 'lucide-react';
import { failureToast } from '#platform/web/failureToast.ts';
import { toast } from '#platform/web/toast.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { confirm } from '#platform/web/ui/confirm.ts';
import { StatusBadge } from '#platform/web/ui/StatusBadge.tsx';
import type { NamedPerson } from './accountCalls.ts';
import { personTwoFactorQuery, useTurnOffTwoFactor } from './accountCalls.ts';
import { NotLoaded } from './NotLoaded.tsx';

/** Whether somebody signs in with two steps, and the way back in for who lost phone and recovery codes. */
export function PersonTwoFactor({ person }: { person: NamedPerson }) {
  const state = useQuery(personTwoFactorQuery(person.id));
  const turnOff = useTurnOffTwoFactor();
  async function askAndSwitchOff() {
    const sure = await confirm({
      title: `Switch off two-step sign-in of ${person.name}?`,
      body: `Only for somebody who lost both the phone and the recovery codes: make sure that it is really ${person.name} who asks. ${person.name} is signed out everywhere and signs in with the password alone. They are told that you did it.`,
      confirmLabel: 'Switch off',
      danger: true,
    });
    if (!sure) return;
    try {
      await turnOff.mutateAsync(person.id);
      toast({ title: 'Two-step sign-in is off', description: `${person.name} can set it up again.` });
    } catch (error) {
      failureToast(error, 'Failed to switch off two-step sign-in');
      void state.refetch();
    }
  }
  if (!state.data) return <NotLoaded query={state} what="Two-step sign-in" />;
  const { enabled } = state.data;
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="flex flex-wrap items-center gap-2">
        <span className="text-sm text-muted">Two-step sign-in</span>
        <StatusBadge tone={enabled ? 'success' : 'neutral'}>{enabled ? 'On' : 'Off'}</StatusBadge>
      </p>
      {enabled && (
        <Button
          icon={<ShieldOff aria-hidden />}
          pending={turnOff.isPending}
          onClick={() => void askAndSwitchOff()}
        >
          Switch off two-step sign-in
        </Button>
      )}
    </div>
  );
}
