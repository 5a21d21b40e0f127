import { Link } from '@tanstack/react-router';
import { useFormState, useWatch } from 'react-hook-form';
import { useFormField } from '#platform/web/forms/fieldProps.ts';
import { FormSelect } from '#platform/web/forms/FormSelect.tsx';
import { FormText } from '#platform/web/forms/FormText.tsx';
import { sortByName } from '#platform/web/sortByName.ts';
import { lineClass } from '#platform/web/ui/controlClass.ts';
import { Field } from '#platform/web/ui/Field.tsx';
import { lazyComponent } from '#platform/web/ui/lazyComponent.tsx';
import { Section } from '#platform/web/ui/Section.tsx';
import { Skeleton } from '#platform/web/ui/Skeleton.tsx';
import { TextInput } from '#platform/web/ui/TextInput.tsx';
import type { Client } from '#features/clients/web/queries.ts';
import { isActive, toShortServiceName } from '#features/services/rules.ts';
import { toServiceOptions } from '#features/services/web/public.tsx';
import { useIsManager } from '#features/sessions/web/queries.ts';
import type { NoteValues } from '#features/submission/web/entry/noteForm.ts';
import { useOccurrences } from '#features/submission/web/entry/useOccurrences.ts';
import { useSignedLength } from '#features/submission/web/entry/useSignedLength.ts';
import { useVisit, type VisitOptions } from '#features/submission/web/entry/useVisit.ts';
import { UnitsBox, UnitsLeft } from '#features/units/web/public.tsx';
import { AccountPreview } from './AccountPreview.tsx';
import { ClockSection } from './ClockSection.tsx';
import { ClosedPeriodNotice } from './ClosedPeriodNotice.tsx';
import { MeasuredTimes } from './MeasuredTimes.tsx';
import { OverlapHint } from './OverlapHint.tsx';
import { TimeShortcuts } from './TimeShortcuts.tsx';

// Most clients have a code.
const MissingCode = lazyComponent(
  async () => (await import('#features/submission/web/signing/MissingCode.tsx')).MissingCode,
);

// Most notes have none, and they are from the server.
const PreviewNotices = lazyComponent(async () => (await import('./PreviewNotices.tsx')).PreviewNotices);

// Most visits are on other nights.
const RepeatedHours = lazyComponent(async () => (await import('./RepeatedHours.tsx')).RepeatedHours);

// A separate chunk, because few employees have as many clients.
const ClientCombobox = lazyComponent(
  async () => (await import('./ClientCombobox.tsx')).ClientCombobox,
  <ClientPending failed={false} />,
);

const NO_CLIENTS = 'No clients assigned to you yet. Contact your manager for client assignments';
/** With up to this many clients, the device's own picker is faster than typing. */
const SHORT_LIST = 12;

type VisitSectionProps = VisitOptions & {
  /** Shown when the clients could not be loaded. */
  failed: boolean;
  isSending: boolean;
};

/** A manager adds the first client; an employee asks a manager. */
function NoClients() {
  if (!useIsManager()) return NO_CLIENTS;
  return (
    <>
      No clients yet.{' '}
      <Link to="/clients" search={{ action: 'add' }} className="text-accent-ink underline">
        Add the first one
      </Link>
    </>
  );
}

const field = { name: 'clientId', label: 'Client', required: true } as const;

function ClientSelect({ clients }: { clients: readonly Client[] }) {
  const options = sortByName(clients, ({ companyName }) => companyName).map((client) => ({
    value: String(client.id),
    label: [client.companyName, client.contactName, !client.hasSignatureCode && 'no signature code yet']
      .filter(Boolean)
      .join(' · '),
  }));
  if (clients.length > SHORT_LIST) return <ClientCombobox {...field} options={options} />;
  return (
    <FormSelect<NoteValues>
      {...field}
      options={options}
      placeholder="Select a client"
      hint={clients.length === 0 ? <NoClients /> : undefined}
    />
  );
}

/** A placeholder of the same height until the clients are loaded. */
function ClientPending({ failed }: { failed: boolean }) {
  const { shell } = useFormField<NoteValues>(field);
  return (
    <Field {...shell}>
      {failed ? (
        <TextInput readOnly value="" placeholder="Couldn't load clients" />
      ) : (
        <div aria-busy>
          <p className="sr-only">Loading clients</p>
          <Skeleton className={lineClass} />
        </div>
      )}
    </Field>
  );
}

/** The client, service and times of the visit, with the units they need. */
export function VisitSection({ failed, isSending, ...options }: VisitSectionProps) {
  const { clients, services, zones, deducted, preview } = options;
  const visit = useVisit(options);
  const { client, service, work, rounding, minutes, units, available, isFromPreview } = visit;
  const clock = useWatch<NoteValues, 'clock'>({ name: 'clock' });
  const hours = useOccurrences(work);
  useSignedLength(visit, preview);
  const isWithoutAccount = preview.data?.code === 'authorization_required';
  const { category, startTime } = useFormState<NoteValues>().defaultValues ?? {};
  // The default of a new note.
  const isAfterLast = !deducted && work.startTime !== '' && work.startTime === startTime;
  return (
    <Section title="The visit">
      {!deducted && <ClockSection zones={zones} clientId={client?.id ?? null} isSending={isSending} />}
      <div className="mt-4 grid gap-5 sm:grid-cols-2">
        <div className="grid content-start gap-2">
          {clients ? <ClientSelect clients={clients} /> : <ClientPending failed={failed} />}
          {client && !client.hasSignatureCode && <MissingCode client={client} />}
        </div>
        <FormSelect<NoteValues>
          name="category"
          label="Services"
          required
          options={toServiceOptions((services ?? []).filter((one) => isActive(one) || one.key === category))}
          placeholder="Select a service"
        />
        <FormText<NoteValues>
          name="workDate"
          label="Work date"
          type="date"
          required
          className="sm:max-w-56"
        />
        <div className="grid grid-cols-2 gap-3 max-[23rem]:grid-cols-1">
          <FormText<NoteValues>
            name="startTime"
            label="Start time"
            type="time"
            hint={isAfterLast ? 'End of your last visit' : undefined}
            required
          />
          <FormText<NoteValues> name="endTime" label="End time" type="time" required />
        </div>
        {(hours.start || hours.end) && <RepeatedHours work={work} hours={hours} />}
        <TimeShortcuts zones={zones} />
        <div className="grid gap-3 sm:col-span-2">
          {clock && <MeasuredTimes timeZone={work.timeZone} />}
          <ClosedPeriodNotice />
          <UnitsBox work={work} minutes={minutes} rounding={rounding} />
          <OverlapHint work={work} noteId={deducted?.noteId} />
          {isFromPreview && !isWithoutAccount && (
            <AccountPreview
              preview={preview}
              serviceName={toShortServiceName(service?.name ?? '')}
              remaining={visit.remaining}
              waiting={visit.waiting}
            />
          )}
          {client && available !== undefined && !isFromPreview && !isWithoutAccount && (
            <UnitsLeft
              total={client.totalTimeUnits}
              available={available}
              needed={units ?? 0}
              label={`${client.companyName}: units left`}
            />
          )}
          {preview.data && (preview.data.code || preview.data.checks.length > 0) && (
            <PreviewNotices preview={preview.data} />
          )}
        </div>
      </div>
    </Section>
  );
}
