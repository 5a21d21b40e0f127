import { useEffect, useRef, type ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { getZoneOn, type BusinessZones } from '#platform/contract/zoneDays.ts';
import { Form } from '#platform/web/forms/Form.tsx';
import { Banner } from '#platform/web/ui/Banner.tsx';
import { lazyComponent } from '#platform/web/ui/lazyComponent.tsx';
import { QueryError } from '#platform/web/ui/QueryError.tsx';
import { Section } from '#platform/web/ui/Section.tsx';
import { Skeleton } from '#platform/web/ui/Skeleton.tsx';
import { useClients } from '#features/clients/web/queries.ts';
import { useServices } from '#features/services/web/queries.ts';
import type { NoteFormOutput } from '#features/submission/web/entry/noteFormSchema.ts';
import { findRounding } from '#features/submission/web/entry/rounding.ts';
import type { NoteForm } from '#features/submission/web/entry/useNoteForm.ts';
import { useUnitsPreview } from '#features/submission/web/entry/useUnitsPreview.ts';
import type { DeductedUnits } from '#features/submission/web/entry/useVisit.ts';
import { useVoidSignatures } from '#features/submission/web/entry/useVoidSignatures.ts';
import { MissingFields } from './MissingFields.tsx';
import { useMissingSignatureToast } from './useMissingSignatureToast.ts';
import type { Problem } from './useSendNote.ts';
import { VisitSection } from './VisitSection.tsx';
import { WorkSection } from './WorkSection.tsx';

// A separate chunk, because they are below the first screen.
const SigningSections = lazyComponent(
  async () => (await import('#features/submission/web/signing/SigningSections.tsx')).SigningSections,
  <>
    <Section title="Your signature">
      <Skeleton className="h-56" />
    </Section>
    <Section title="The client signs">
      <Skeleton className="h-96" />
    </Section>
  </>,
);

type NoteFormViewProps = {
  id: string;
  form: NoteForm;
  onSubmit: (values: NoteFormOutput) => Promise<void>;
  problem: Problem | null;
  isSending: boolean;
  authorName: string;
  zones: BusinessZones;
  /** Omitted for a new note. */
  deducted?: DeductedUnits;
  /** Why both sign again; undefined for a new note. */
  signAgain?: string | undefined;
  /** The buttons of the page. */
  children?: ReactNode;
};

/** The note form: the visit, the work, both signatures. */
export function NoteFormView(props: NoteFormViewProps) {
  const { id, form, onSubmit, problem, isSending, authorName, zones, deducted, signAgain, children } = props;
  const clients = useClients();
  const services = useServices();
  useMissingSignatureToast(form);
  const [category, workDate] = useWatch({ control: form.control, name: ['category', 'workDate'] });
  const timeZone = getZoneOn(workDate, zones);
  useVoidSignatures(form, { rounding: findRounding(services.data, category), timeZone });
  const visit = {
    clients: clients.data?.filter((client) => client.can.submitNote),
    services: services.data,
    zones,
    deducted,
    preview: useUnitsPreview(form, { timeZone, noteId: deducted?.noteId }),
  };
  return (
    <Form id={id} form={form} onSubmit={onSubmit} className="gap-8">
      {/* The signed values stay visible and are sent: nothing changes until there is an answer. */}
      <div inert={isSending} className="contents">
        <MissingFields className="max-sm:hidden" />
        {clients.isError && <QueryError title="Couldn't load clients" query={clients} />}
        {services.isError && <QueryError title="Couldn't load services" query={services} />}
        <VisitSection {...visit} failed={clients.isError} isSending={isSending} />
        <WorkSection />
        <SigningSections
          {...visit}
          authorName={authorName}
          servicesFailed={services.isLoadingError}
          signAgain={signAgain}
        />
      </div>
      {problem && <ProblemBanner problem={problem} />}
      {children}
    </Form>
  );
}

function ProblemBanner({ problem }: { problem: Problem }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // With a body: some browsers return a promise here, which is not a cleanup function.
    box.current?.scrollIntoView({ block: 'center' });
  }, [problem]);
  return (
    <div ref={box}>
      <Banner tone="danger" title={problem.title}>
        {problem.body}
      </Banner>
    </div>
  );
}
