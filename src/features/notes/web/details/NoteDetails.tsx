import { Link } from '@tanstack/react-router';
import clsx from 'clsx';
import { FileDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatRate } from '#platform/contract/decimalFormat.ts';
import { formatDateTimeZone } from '#platform/web/format.ts';
import { Badge } from '#platform/web/ui/Badge.tsx';
import { Banner } from '#platform/web/ui/Banner.tsx';
import { buttonClass } from '#platform/web/ui/buttonClass.ts';
import { DescriptionList } from '#platform/web/ui/DescriptionList.tsx';
import { DownloadLink } from '#platform/web/ui/DownloadLink.tsx';
import { ClientLink } from '#features/clients/web/public.tsx';
import { listSigningTimes } from '#features/notes/captureRules.ts';
import { describeSigner, statusLabels } from '#features/notes/rules.ts';
import { NoteChecks } from '#features/notes/web/checks/NoteChecks.tsx';
import { ClosedPeriodBanner } from '#features/notes/web/closedPeriod/ClosedPeriodBanner.tsx';
import { NoteStatusBadge, PriorityBadge } from '#features/notes/web/labels/NoteBadges.tsx';
import {
  describeRemarks,
  statusTones,
  formatClock,
  formatWorkTime,
} from '#features/notes/web/labels/noteLabels.ts';
import { SignatureImage } from '#features/notes/web/labels/SignatureImage.tsx';
import { pdfUrl, type Note } from '#features/notes/web/queries.ts';
import { NoteReceipt } from '#features/notes/web/receiptLink/NoteReceipt.tsx';
import { NoteUnits } from '#features/notes/web/units/NoteUnits.tsx';
import { toShortServiceName, unitsLabel } from '#features/services/rules.ts';
import { useIsManager } from '#features/sessions/web/queries.ts';
import { formatMinutes, isBeforeEnd } from '#features/units/rules.ts';
import { formatOffline } from './formatOffline.ts';
import { NoteDisputes } from './NoteDisputes.tsx';
import { NoteHistory } from './NoteHistory.tsx';
import { Overlaps } from './Overlaps.tsx';

type NoteDetailsProps = { note: Note; timeZone: string };

/** The whole note with its review, signatures and history. */
export function NoteDetails({ note, timeZone }: NoteDetailsProps) {
  const isManager = useIsManager();
  return (
    // In a grid, Chromium prints all below the badges on the next page when it does not fit on one.
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap gap-2">
        <NoteStatusBadge status={note.status} />
        <Badge>{toShortServiceName(note.serviceName)}</Badge>
        <PriorityBadge priority={note.priority} />
        {note.tags.map((tag) => (
          <Badge key={tag}>{tag}</Badge>
        ))}
      </div>
      <ClosedPeriodBanner note={note} />
      <ReviewOutcome note={note} timeZone={timeZone} />
      <NoteDisputes note={note} timeZone={timeZone} />
      <NoteChecks note={note} timeZone={timeZone} />
      {/* A note from before there were checks has none. */}
      {note.overlaps.length > 0 && note.checks.every(({ code }) => code !== 'author_overlap') && (
        <Overlaps employee={note.authorName} overlaps={note.overlaps} timeZone={timeZone} />
      )}
      <Descriptions note={note} timeZone={timeZone} />
      <TextSection title="Description">{note.content}</TextSection>
      {note.research !== '' && <TextSection title="Research & Analysis">{note.research}</TextSection>}
      {note.summary !== '' && <TextSection title="Summary">{note.summary}</TextSection>}
      <Signatures note={note} timeZone={timeZone} />
      <PdfLink noteId={note.id} />
      {isManager && (
        <DetailSection title="Client's receipt">
          <NoteReceipt note={note} timeZone={timeZone} />
        </DetailSection>
      )}
      <DetailSection title="History">
        <NoteHistory id={note.id} timeZone={timeZone} />
        <LogLink noteId={note.id} />
      </DetailSection>
    </div>
  );
}

/** Downloads the version that was signed last. */
export const PdfLink = ({ noteId }: { noteId: number }) => (
  <DownloadLink
    href={pdfUrl(noteId)}
    className={clsx(buttonClass({ size: 'sm' }), 'self-start justify-self-start')}
  >
    <FileDown aria-hidden />
    Signed note as PDF
  </DownloadLink>
);

/** Links to the audit log of the note, for managers. */
function LogLink({ noteId }: { noteId: number }) {
  if (!useIsManager()) return null;
  return (
    <p className="text-sm">
      <Link
        to="/audit"
        search={{ object: 'note', objectId: noteId }}
        className="text-accent-ink underline pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:items-center"
      >
        Show this note in the audit log
      </Link>
    </p>
  );
}

function DetailSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-2">
      <h3 className="text-sm font-semibold">{title}</h3>
      {children}
    </section>
  );
}

function TextSection({ title, children }: { title: string; children: string }) {
  return (
    <DetailSection title={title}>
      <p className="max-w-prose wrap-anywhere whitespace-pre-line">{children}</p>
    </DetailSection>
  );
}

function Descriptions({ note, timeZone }: NoteDetailsProps) {
  const author = [note.authorName, note.authorDepartment].filter(Boolean).join(', ');
  const items = [
    { term: 'Submitted by', value: author },
    { term: 'Submitted', value: formatDateTimeZone(note.createdAt, timeZone) },
    {
      term: 'Client',
      value: (
        <ClientLink clientId={note.clientId}>
          {note.clientName} · {note.clientContactName}
        </ClientLink>
      ),
    },
    { term: 'Work time', value: formatWorkTime(note) },
    ...(note.clock
      ? [{ term: 'Visit clock', value: formatClock({ ...note, clock: note.clock }, note.timeZone) }]
      : []),
    {
      term: 'Time units',
      value: (
        <NoteUnits
          noteId={note.id}
          text={`${formatMinutes(note.minutes)} = ${unitsLabel(note.timeUnitsUsed)}`}
        />
      ),
    },
    ...describeRate(note),
    ...(note.capture?.offline
      ? [{ term: 'Written offline', value: formatOffline(note.capture, timeZone) }]
      : []),
    ...(note.version > 1 ? [{ term: 'Version', value: note.version }] : []),
  ];
  return <DescriptionList items={items} columns={2} dense />;
}

/** The rate that the visit is billed at, beside today's where that differs. */
function describeRate({ unitRate, workDateRate, todayRate }: Note) {
  const rate = unitRate ?? workDateRate;
  if (!rate) return [];
  const isToday = !todayRate || Number(todayRate) === Number(rate);
  const today = isToday ? '' : ` on the work date (${formatRate(todayRate)} today)`;
  return [{ term: 'Rate per unit', value: formatRate(rate) + today }];
}

function ReviewOutcome({ note, timeZone }: NoteDetailsProps) {
  if (note.sentBackFor.length > 0)
    return (
      <Banner tone="info" title="Sent back automatically">
        <p className="wrap-anywhere whitespace-pre-line">{describeRemarks(note)}</p>
      </Banner>
    );
  if (note.reviewedAt === null || note.status === 'pending') return null;
  const tone = statusTones[note.status];
  const reviewer = note.reviewedByName ?? 'a manager';
  return (
    <Banner
      tone={tone === 'neutral' ? 'info' : tone}
      title={`${statusLabels[note.status]} by ${reviewer}, ${formatDateTimeZone(note.reviewedAt, timeZone)}`}
    >
      {note.reviewComment !== null && (
        <p className="wrap-anywhere whitespace-pre-line">{describeRemarks(note)}</p>
      )}
    </Banner>
  );
}

/** Compares the time of a signature with the end of the visit. */
const signedEarly = ({ workEndedAt }: Note, at: string): boolean =>
  workEndedAt !== null && isBeforeEnd(new Date(at), { end: new Date(workEndedAt) });

function Signatures({ note, timeZone }: NoteDetailsProps) {
  const signedAt = listSigningTimes(note);
  const signatures = [
    {
      label: 'Employee signature',
      picture: note.employeeSignature,
      at: signedAt.employee,
      by: note.authorName,
    },
    {
      label: 'Client signature',
      picture: note.clientSignature,
      at: signedAt.client,
      by: describeSigner(note.signer, note.clientContactName),
    },
  ];
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {signatures.map(({ label, picture, at, by }) => (
        <DetailSection key={label} title={label}>
          {picture === null ? (
            <p className="text-sm text-muted">
              {at === null ? 'No signature' : 'This signature image is no longer available.'}
            </p>
          ) : (
            <SignatureImage label={`${label} of ${by}`} picture={picture} />
          )}
          <p className="text-sm text-muted">
            {by}
            {at !== null && `, ${formatDateTimeZone(at, timeZone)}`}
            {at !== null && signedEarly(note, at) && (
              <span className="block text-pending-ink">Signed before the visit was over</span>
            )}
          </p>
        </DetailSection>
      ))}
    </div>
  );
}
