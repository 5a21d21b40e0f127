import { Send } from 'lucide-react';
import { messageOf } from '#platform/web/apiError.ts';
import { formatDateTimeZone } from '#platform/web/format.ts';
import { toast } from '#platform/web/toast.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { useUser } from '#features/sessions/web/queries.ts';
import { useAllowSending, type NamedPerson } from './accountCalls.ts';

type AllowSendingProps = {
  person: NamedPerson;
  /** Until when it is allowed already. */
  until: string | null;
};

/** For admins: lets a deactivated person log in once, to send the notes kept on their device. */
export function AllowSending({ person, until }: AllowSendingProps) {
  const { timeZone } = useUser();
  const allow = useAllowSending();
  async function run() {
    try {
      await allow.mutateAsync(person.id);
    } catch (error) {
      const description = messageOf(error, 'Please try again.');
      toast({ title: "Couldn't allow the login", description, variant: 'destructive' });
    }
  }
  return (
    <div className="flex flex-col items-start gap-3">
      <div className="text-sm">
        <p className="text-muted">Notes not sent yet</p>
        <p>
          {until === null
            ? `${person.name} can’t log in. If notes are still on their device, allow one login that only sends them. It doesn’t use a seat of your plan.`
            : `${person.name} can log in once to send notes until ${formatDateTimeZone(until, timeZone)}.`}
        </p>
      </div>
      {until === null && (
        <Button icon={<Send aria-hidden />} pending={allow.isPending} onClick={() => void run()}>
          Allow one login to send notes
        </Button>
      )}
    </div>
  );
}
