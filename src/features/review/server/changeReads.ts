/** The differences between two signed versions of a note, from their frozen texts. */

import { diffWordsWithSpace } from 'diff';
import { and, eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import { occurrenceLabels } from '#platform/contract/dateFormat.ts';
import type { Occurrence } from '#platform/contract/zone.ts';
import { parseObject } from '#platform/server/canonicalJson.ts';
import type { MemberContext } from '#platform/server/context.ts';
import { notFound } from '#platform/server/errors.ts';
import { readInBusiness } from '#platform/server/tenancy.ts';
import { hasAutomaticTitle, priorityLabels } from '#features/notes/rules.ts';
import { refuseOtherUsers } from '#features/notes/server/reads.ts';
import { whereNote } from '#features/notes/server/rowReads.ts';
import { notes, noteVersions } from '#features/notes/server/tables.ts';
import type { noteChange } from '#features/review/contract.ts';

type Change = z.output<typeof noteChange>;
type Frozen = Record<string, unknown>;

/**
 * Lists the changes from one version to another, by field of the form.
 * @param range by default the last two versions, or `to` and the version before it
 * @throws 403 for a colleague's note when not a manager, 404 for the note or a version
 */
export function listChanges(
  context: MemberContext,
  noteId: number,
  range: { from?: number | undefined; to?: number | undefined },
): Promise<Change[]> {
  return readInBusiness(context, async (tx) => {
    const [note] = await tx
      .select({ authorId: notes.authorId, version: notes.version })
      .from(notes)
      .where(whereNote(tx, noteId));
    if (!note) throw notFound('This note does not exist.');
    refuseOtherUsers(context, note);
    const to = range.to ?? note.version;
    // The first version has none before it and shows no changes.
    const from = range.from ?? Math.max(1, to - 1);
    // Larger numbers do not fit the column.
    if (Math.max(from, to) > note.version) throw notFound('This version does not exist.');
    const versions = await tx
      .select({ version: noteVersions.version, canonical: noteVersions.canonical })
      .from(noteVersions)
      .where(
        and(
          tx.inTenant(noteVersions),
          eq(noteVersions.noteId, noteId),
          inArray(noteVersions.version, [from, to]),
        ),
      );
    const read = (version: number): Frozen => {
      const frozen = parseObject(versions.find((one) => one.version === version)?.canonical ?? '');
      if (!frozen) throw notFound('This version does not exist.');
      return frozen;
    };
    return compareVersions(read(from), read(to));
  });
}

/** Texts are compared word by word, other values as a whole. */
const FIELDS: { field: Change['field']; isText?: true; read: (frozen: Frozen) => string }[] = [
  { field: 'clientId', read: (frozen) => join([frozen['clientName'], frozen['clientContactName']]) },
  {
    field: 'category',
    read: ({ service, category }) => text((service as Frozen | undefined)?.['name'] ?? category),
  },
  { field: 'workDate', read: ({ workDate }) => text(workDate) },
  { field: 'startTime', read: ({ startTime, startOccurrence }) => readTime(startTime, startOccurrence) },
  { field: 'endTime', read: ({ endTime, endOccurrence }) => readTime(endTime, endOccurrence) },
  { field: 'timeUnitsUsed', read: ({ timeUnitsUsed }) => text(timeUnitsUsed) },
  { field: 'title', isText: true, read: readTitle },
  { field: 'priority', read: ({ priority }) => priorityLabels[priority as keyof typeof priorityLabels] },
  { field: 'tags', read: ({ tags }) => join(tags as unknown[]) },
  { field: 'description', isText: true, read: ({ content }) => text(content) },
  { field: 'research', isText: true, read: ({ research }) => text(research) },
  { field: 'summary', isText: true, read: ({ summary }) => text(summary) },
];

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
/** '01:30', of a repeated hour with which one is meant. */
function readTime(time: unknown, occurrence: unknown): string {
  const label = occurrenceLabels[occurrence as Occurrence] as string | undefined;
  return label === undefined ? text(time) : `${text(time)} (${label})`;
}
const join = (values: unknown[]): string => values.map(text).filter(Boolean).join(', ');

/** An automatic title only repeats other fields. */
function readTitle(frozen: Frozen): string {
  const [title, clientName, workDate] = [frozen['title'], frozen['clientName'], frozen['workDate']].map(text);
  const parts = { title: title ?? '', clientName: clientName ?? '', workDate: workDate ?? '' };
  return hasAutomaticTitle(parts) ? '' : parts.title;
}

const compareVersions = (old: Frozen, current: Frozen): Change[] =>
  FIELDS.flatMap(({ field, isText, read }) => {
    const [before, after] = [read(old), read(current)];
    if (before === after) return [];
    return [{ field, parts: (isText && compareTexts(before, after)) || replace(before, after) }];
  });

/** Words to insert or remove before texts count as rewritten, which limits the time of a comparison. */
const MAX_EDITS = 600;

/** Undefined for texts that have too little in common. */
const compareTexts = (before: string, after: string): Change['parts'] | undefined =>
  diffWordsWithSpace(before, after, { maxEditLength: MAX_EDITS })?.map(({ added, removed, value }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value,
  }));

const replace = (before: string, after: string): Change['parts'] => [
  ...(before === '' ? [] : [{ kind: 'removed' as const, text: before }]),
  ...(after === '' ? [] : [{ kind: 'added' as const, text: after }]),
];
