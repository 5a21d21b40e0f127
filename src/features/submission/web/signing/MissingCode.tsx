import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Banner } from '#platform/web/ui/Banner.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { buttonClass } from '#platform/web/ui/buttonClass.ts';
import type { Client } from '#features/clients/web/queries.ts';
import { SendMessageDialog } from '#features/mail/web/public.tsx';
import { fullNameOf } from '#features/people/rules.ts';
import { peopleQuery, type Colleague } from '#features/people/web/queries.ts';
import { useIsManager, useUser } from '#features/sessions/web/queries.ts';

/** Explains that the client can't sign without a code, with a link to set one or a message to a manager. */
export function MissingCode({ client }: { client: Client }) {
  const isManager = useIsManager();
  return (
    <Banner tone="pending" title={`${client.contactName} has no signature code yet`}>
      <p className="mb-2">The client needs a code to sign this note.</p>
      {isManager ? (
        <Link to="/clients/$clientId" params={{ clientId: String(client.id) }} className={buttonClass()}>
          Set a code
        </Link>
      ) : (
        <AskManager client={client} />
      )}
    </Banner>
  );
}

/** Managers before admins, by name. */
function pickManager(people: readonly Colleague[], userId: number): Colleague | undefined {
  const active = people.filter((person) => person.status === 'active' && person.id !== userId);
  return active.find(({ role }) => role === 'manager') ?? active.find(({ role }) => role === 'admin');
}

function AskManager({ client }: { client: Client }) {
  const { id } = useUser();
  const people = useQuery(peopleQuery());
  const [open, setOpen] = useState(false);
  const manager = pickManager(people.data ?? [], id);
  if (!manager) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>Ask a manager for a code</Button>
      <SendMessageDialog
        open={open}
        onOpenChange={setOpen}
        recipient={{ id: manager.id, name: fullNameOf(manager) }}
        about={{
          key: `code-${client.id}`,
          subject: `Signature code for ${client.companyName}`,
          content: `${client.contactName} (${client.companyName}) has no signature code yet and can't sign work notes. Please set one.`,
        }}
      />
    </>
  );
}
