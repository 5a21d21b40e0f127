import { PRODUCT_NAME } from '#platform/contract/product.ts';
import { getZoneOn } from '#platform/contract/zoneDays.ts';
import type { Client } from '#features/clients/web/queries.ts';
import { formatWorkTime } from '#features/notes/web/labels/public.tsx';
import { fullNameOf } from '#features/people/rules.ts';
import { toShortServiceName } from '#features/services/rules.ts';
import type { BusinessService } from '#features/services/web/queries.ts';
import type { SessionUser } from '#features/sessions/web/queries.ts';
import { toWork } from '#features/submission/web/entry/clockTimes.ts';
import type { NoteValues } from '#features/submission/web/entry/noteForm.ts';
import { workSpan } from '#features/units/rules.ts';
import { formatLength } from '#features/units/web/public.tsx';

type NoteFile = {
  values: NoteValues;
  client: Client | undefined;
  service: BusinessService | undefined;
  author: SessionUser;
};

/** The note as readable text, for keeping or printing. */
function noteAsText({ values, client, service, author }: NoteFile): string {
  const zone = getZoneOn(values.workDate, author);
  const minutes = workSpan(toWork(values, zone))?.minutes ?? null;
  const units = formatLength(values.signed?.minutes ?? minutes, service?.rounding ?? null);
  const { workDate } = values;
  const hasTimes = workDate !== '' && values.startTime !== '' && values.endTime !== '';
  const header = [
    `${PRODUCT_NAME}: work note`,
    '',
    ...(values.title === '' ? [] : [`Title: ${values.title}`]),
    `Client: ${client?.companyName ?? '-'}`,
    `Service: ${service ? toShortServiceName(service.name) : '-'}`,
    `Work time: ${hasTimes ? formatWorkTime(values) : workDate || '-'}`,
    `Time units: ${units ?? '-'}`,
    `Written by: ${fullNameOf(author)}`,
    `Employee signature: ${values.employeeSignature === '' ? 'no' : 'yes'}`,
    `Client signature: ${values.clientSignature === '' ? 'no' : 'yes'}`,
  ];
  const sections = (['description', 'research', 'summary'] as const).flatMap((name) => [
    '',
    `${name[0]?.toUpperCase()}${name.slice(1)}`,
    values[name] || '-',
  ]);
  return [...header, ...sections, ''].join('\r\n');
}

/** Downloads the note as a text file named by its work date. */
export function downloadNote(note: NoteFile): void {
  const url = URL.createObjectURL(new Blob([noteAsText(note)], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `work-note-${note.values.workDate || 'undated'}.txt`;
  link.click();
  // The browser keeps the blob once the click is handled.
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
