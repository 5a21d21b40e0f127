/** The cover sheet of a packet: how the visits were chosen, and each gap with its page. */

import { formatDay } from '#platform/contract/dateFormat.ts';
import type { PaperSize } from '#platform/contract/paper.ts';
import type { DescriptionItem, PdfDocument } from '#platform/server/pdfDocument.ts';
import { isolateValues } from '#platform/server/pdfText/isolates.ts';
import { formatShare, GAPS, gapLabels, type Gap } from '#features/packets/rules.ts';
import type { ListedVisit } from '#features/packets/server/content/visitReads.ts';
import type { PacketRequest } from '#features/packets/server/packetRequest.ts';
import type { FormatMoment } from './visitText.ts';

export interface PacketContent {
  business: { name: string; address: string; phone: string; timeZone: string; paperSize: PaperSize };
  request: PacketRequest;
  createdAt: Date;
  createdByName: string;
  visits: readonly ListedVisit[];
}

const PAGE_WIDTH = 40;
const NOTE_WIDTH = 56;
const DAY_WIDTH = 78;

/** The first cells of a visit in both tables. */
const listCells = ({ note }: ListedVisit): string[] => [
  String(note.id),
  formatDay(note.workDate),
  note.clientContactName,
];

/** @param pages the first page of each note */
export async function addCoverSheet(
  pdf: PdfDocument,
  content: PacketContent,
  { pages, format }: { pages: ReadonlyMap<number, number>; format: FormatMoment },
): Promise<void> {
  const { business, visits } = content;
  const pageOf = ({ note }: ListedVisit) => String(pages.get(note.id) ?? '');
  await pdf.heading('Audit-day packet', business.name);
  await pdf.descriptionList(listDescriptions(content, format));
  const gaps = visits.flatMap((visit) =>
    visit.gaps.map((gap) => [...listCells(visit), gapLabels[gap], pageOf(visit)]),
  );
  if (gaps.length === 0) await pdf.section('Gaps', 'No gap was found in these visits.');
  else {
    await pdf.subheading('Gaps');
    await pdf.table(
      [
        { title: 'Note', width: NOTE_WIDTH },
        { title: 'Date', width: DAY_WIDTH },
        { title: 'Client' },
        { title: 'Gap', width: 160 },
        { title: 'Page', width: PAGE_WIDTH, align: 'right' },
      ],
      gaps,
    );
  }
  await pdf.evidence(
    'What counts as a gap',
    GAPS.map((gap) => [gapLabels[gap], DESCRIPTIONS[gap]]),
  );
  await pdf.subheading('Visits');
  await pdf.table(
    [
      { title: 'Note', width: NOTE_WIDTH },
      { title: 'Date', width: DAY_WIDTH },
      { title: 'Client' },
      { title: 'Employee', width: 130 },
      { title: 'Gaps', width: 40, align: 'right' },
      { title: 'Page', width: PAGE_WIDTH, align: 'right' },
    ],
    visits.map((visit) => [
      ...listCells(visit),
      visit.note.authorName,
      String(visit.gaps.length),
      pageOf(visit),
    ]),
  );
}

const DESCRIPTIONS: Record<Gap, string> = {
  no_authorization:
    'An authorization is required by the service, or because a payer is billed, and the note has none that is valid on the date of service.',
  late: 'The note was submitted after the limit for late entries.',
  unsigned: 'A signature is missing, or the stored note is not what was signed.',
  unexplained_checks: 'A check on the note has no explanation from a manager.',
  disputed: 'A dispute from the client is unanswered.',
  not_assigned: 'The employee was not assigned to the client on the day.',
  units_mismatch: 'The units do not follow from the minutes by the rounding rule.',
  not_approved: 'No manager has approved the note.',
};

function listDescriptions(content: PacketContent, format: FormatMoment): DescriptionItem[] {
  const { business, createdAt, createdByName, visits, request } = content;
  const passing = visits.filter(({ gaps }) => gaps.length === 0).length;
  const missing = request.noteIds.length - visits.length;
  return [
    ['Business', [business.name, business.address, business.phone].filter(Boolean).join('\n')],
    ['Created', isolateValues`${format(createdAt)} by ${createdByName}`],
    ['Time zone', business.timeZone],
    ...listSelection(request),
    ['Visits', `${visits.length}, by client and day`],
    ...(missing === 0 ? [] : [['Deleted after selection', `${missing} of the chosen visits`] as const]),
    [
      'Without a gap',
      visits.length === 0
        ? 'No visits'
        : `${passing} of ${visits.length} (${formatShare(passing, visits.length)})`,
    ],
  ];
}

/** How the visits were chosen, so that the choice can be repeated. */
function listSelection({ pairs, sample }: PacketRequest): DescriptionItem[] {
  const days = ({ from, to }: { from: string; to: string }) => `${formatDay(from)} to ${formatDay(to)}`;
  if (!sample)
    return [
      [
        'Clients and dates',
        (pairs ?? []).map((pair) => isolateValues`${pair.clientName}, ${days(pair)}`).join('\n'),
      ],
      ['Included', 'All visits on these dates, except denied and deleted notes.'],
    ];
  return [
    ['Period', days(sample)],
    ['Random sample', `${Math.min(sample.count, sample.population)} of ${sample.population} visits`],
    ['Seed', sample.seed],
    [
      'How it was drawn',
      `All visits of the period in the order of the SHA-256 of "seed:note number" as hexadecimal digits; the first ${sample.count}. Denied and deleted notes are not visits.`,
    ],
  ];
}
