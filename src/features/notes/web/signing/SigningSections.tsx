import { useEffect, useRef } from 'react';
import { useWatch } from 'react-hook-form';
import { Section } from '#platform/web/ui/Section.tsx';
import { formatSpanUnits } from '#features/units/web/public.tsx';
import type { Client } from '#features/clients/web/queries.ts';
import { CodeField } from './CodeField.tsx';
import { FormSignature } from './FormSignature.tsx';
import type { NoteValues } from '#features/notes/web/submission/noteForm.ts';
import { clientStatement, employeeStatement } from '#features/notes/web/list/noteLabels.ts';
import { useSigningLock } from './useSigningLock.ts';

type SigningSectionsProps = {
  clients: readonly Client[] | undefined;
  /** Who writes the note. */
  authorName: string;
  timeZone: string;
};

/** Both signatures; the client's after the client's code. */
export function SigningSections({ clients, authorName, timeZone }: SigningSectionsProps) {
  const [clientId, workDate, startTime, endTime] = useWatch<
    NoteValues,
    ['clientId', 'workDate', 'startTime', 'endTime']
  >({ name: ['clientId', 'workDate', 'startTime', 'endTime'] });
  const client = clients?.find((one) => String(one.id) === clientId);
  const { check, locked, hint } = useSigningLock(client);
  const times = { workDate, startTime, endTime };
  const shared = { worker: authorName, times, units: formatSpanUnits({ ...times, timeZone }) };
  const clientName = client ? `${client.contactName}, ${client.companyName}` : 'the client';
  const pad = useScrollToPad(locked !== undefined);
  return (
    <>
      <Section title="Your signature">
        <FormSignature
          name="employeeSignature"
          label="Employee signature"
          words={employeeStatement({ ...shared, signer: authorName, client: clientName })}
        />
      </Section>
      <Section title="The client signs">
        <div className="grid gap-5">
          <CodeField check={check} hint={hint} />
          <div ref={pad} className="scroll-my-24">
            <FormSignature
              name="clientSignature"
              label="Client signature"
              words={clientStatement({
                ...shared,
                signer: client?.contactName ?? 'The client',
                client: clientName,
              })}
              locked={locked}
            />
          </div>
        </div>
      </Section>
    </>
  );
}

/** Whoever has just had the code checked sees where to sign, which a phone shows further down. */
function useScrollToPad(locked: boolean) {
  const pad = useRef<HTMLDivElement>(null);
  const wasLocked = useRef(locked);
  useEffect(() => {
    const asked = pad.current?.parentElement?.contains(document.activeElement);
    if (wasLocked.current && !locked && asked) pad.current?.scrollIntoView({ block: 'center' });
    wasLocked.current = locked;
  }, [locked]);
  return pad;
}
