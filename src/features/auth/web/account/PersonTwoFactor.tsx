import { useQuery } from '@tanstack/react-query';
import { ShieldOff } from 'lucide-react';
import { failureToast } from '#platform/web/failureToast.ts';
import { toast } from '#platform/web/toast.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { confirm } from '#platform/web/ui/confirm.ts';
import { StatusBadge } from '#platform/web/ui/StatusBadge.tsx';
import type { NamedPerson } from './accountCalls.ts';
import { personTwoFactorQuery, useDisablePersonTwoFactor } from './accountCalls.ts';
import { NotLoaded } from './NotLoaded.tsx';

/** A person's two-factor authentication; a manager turns it off when phone and recovery codes are lost. */
export function PersonTwoFactor({ person }: { person: NamedPerson }) {
  const state = useQuery(personTwoFactorQuery(person.id));
  const disable = useDisablePersonTwoFactor();
  async function askAndDisable() {
    const sure = await confirm({
      title: `Turn off two-factor authentication for ${person.name}?`,
      body: `Only do this if they lost both their phone and their recovery codes, and you're sure ${person.name} is the one asking. They will be signed out of all devices, sign in with just their password, and be notified.`,
      confirmLabel: 'Turn off',
      danger: true,
    });
    if (!sure) return;
    try {
      await disable.mutateAsync(person.id);
      toast({
        title: 'Two-factor authentication is off',
        description: `${person.name} can set it up again.`,
      });
    } catch (error) {
      failureToast(error, "Couldn't turn off two-factor authentication");
      void state.refetch();
    }
  }
  if (!state.data) return <NotLoaded query={state} what="two-factor authentication" />;
  const { enabled } = state.data;
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="flex flex-wrap items-center gap-2">
        <span className="text-sm text-muted">Two-factor authentication</span>
        <StatusBadge tone={enabled ? 'success' : 'neutral'}>{enabled ? 'On' : 'Off'}</StatusBadge>
      </p>
      {enabled && (
        <Button
          icon={<ShieldOff aria-hidden />}
          pending={disable.isPending}
          onClick={() => void askAndDisable()}
        >
          Turn off two-factor authentication
        </Button>
      )}
    </div>
  );
}
