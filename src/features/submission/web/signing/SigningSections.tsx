import { useWatch } from 'react-hook-form';
import { Section } from '#platform/web/ui/Section.tsx';
import type { NoteValues } from '#features/submission/web/entry/noteForm.ts';
import { useVisit, type VisitOptions } from '#features/submission/web/entry/useVisit.ts';
import { formatLength } from '#features/units/web/public.tsx';
import { ClientSection } from './ClientSection.tsx';
import { FormSignature } from './FormSignature.tsx';
import { clientStatement, employeeStatement } from './statements.ts';

type SigningSectionsProps = VisitOptions & {
  /** Who writes the note. */
  authorName: string;
  /** Set when the services could not be loaded. */
  servicesFailed: boolean;
  /** Why both sign again; undefined for a new note. */
  signAgain?: string | undefined;
};

/** Both signatures. */
export function SigningSections({ authorName, servicesFailed, signAgain, ...options }: SigningSectionsProps) {
  const visit = useVisit(options);
  const { client, work, rounding, minutes, units, remaining } = visit;
  const [signer, chosen] = useWatch<NoteValues, ['signer', 'language']>({ name: ['signer', 'language'] });
  const language = chosen || (client?.language ?? 'en');
  // The statements name the units, which follow from the service.
  const lock = servicesFailed ? 'The pad unlocks once the services are loaded.' : undefined;
  const statement = {
    employee: authorName,
    client: client ? `${client.contactName} (${client.companyName})` : 'the client',
    contact: client?.contactName ?? 'the client',
    representative: signer.kind === 'representative' ? signer : null,
    times: work,
    span: formatLength(minutes, rounding),
    units,
    remaining,
  };
  return (
    <>
      <Section title="Your signature">
        {signAgain && <p className="mb-3 text-sm">{signAgain}</p>}
        <FormSignature
          name="employeeSignature"
          label="Employee signature"
          statement={employeeStatement(statement)}
          locked={lock}
        />
      </Section>
      <ClientSection
        visit={visit}
        employee={authorName}
        statement={clientStatement[language](statement)}
        language={language}
        lock={lock}
        signAgain={signAgain}
      />
    </>
  );
}
