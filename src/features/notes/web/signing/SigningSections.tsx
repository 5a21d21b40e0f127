import { useEffect, useRef } from 'react';
import { lazyComponent } from '#platform/web/ui/lazyComponent.tsx';
import { Section } from '#platform/web/ui/Section.tsx';
import { formatSpanUnits } from '#features/units/web/public.tsx';
import { CodeField } from './CodeField.tsx';
import { FormSignature } from './FormSignature.tsx';
import { useVisit, type VisitOptions } from '#features/notes/web/submission/useVisit.ts';
import { clientStatement, employeeStatement } from '#features/notes/web/list/noteLabels.ts';
import { useSigningLock } from './useSigningLock.ts';

const SealedCode = lazyComponent(async () => (await import('./SealedCode.tsx')).SealedCode);

type SigningSectionsProps = VisitOptions & {
  /** Who writes the note. */
  authorName: string;
  /** Whether the services could not be loaded. */
  servicesFailed: boolean;
  /** Why both sign again; undefined for a new note. */
  signAgain?: string | undefined;
};

/** Both signatures; the client's pad unlocks with the client's code. */
export function SigningSections({ authorName, servicesFailed, signAgain, ...options }: SigningSectionsProps) {
  const { client, work, rounding, units, remaining } = useVisit(options);
  const { check, isSealed, locked } = useSigningLock(client);
  // The statements name the units, which follow from the service.
  const servicesLock = servicesFailed ? 'The pad unlocks once the services are loaded.' : undefined;
  const statement = {
    employee: authorName,
    client: client ? `${client.contactName} (${client.companyName})` : 'the client',
    contact: client?.contactName ?? 'the client',
    times: work,
    span: formatSpanUnits(work, rounding),
    units,
    remaining,
  };
  const pad = useScrollToPad(locked !== undefined);
  return (
    <>
      <Section title="Your signature">
        {signAgain && <p className="mb-3 text-sm">{signAgain}</p>}
        <FormSignature
          name="employeeSignature"
          label="Employee signature"
          statement={employeeStatement(statement)}
          locked={servicesLock}
        />
      </Section>
      <Section title="The client signs">
        <div className="grid gap-5">
          {signAgain && <p className="text-sm">{signAgain}</p>}
          {isSealed && <SealedCode />}
          {!isSealed && client?.hasSignatureCode !== false && <CodeField check={check} />}
          <div ref={pad} className="scroll-my-24">
            <FormSignature
              name="clientSignature"
              label="Client signature"
              statement={clientStatement(statement)}
              locked={servicesLock ?? locked}
            />
          </div>
        </div>
      </Section>
    </>
  );
}

/** Scrolls to the client's pad when the code is verified: on a phone it is below the screen. */
function useScrollToPad(locked: boolean) {
  const pad = useRef<HTMLDivElement>(null);
  const wasLocked = useRef(locked);
  useEffect(() => {
    const isChecking = pad.current?.parentElement?.contains(document.activeElement);
    if (wasLocked.current && !locked && isChecking) pad.current?.scrollIntoView({ block: 'center' });
    wasLocked.current = locked;
  }, [locked]);
  return pad;
}
