/** The evidence of the visits of a packet in the folder of its job, so that memory has one at a time. */

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ListedVisit, Visit, VisitEvidence } from './visitReads.ts';

const pathOf = (folder: string, noteId: number) => join(folder, `evidence-${noteId}.json`);

export const writeEvidence = (folder: string, noteId: number, evidence: VisitEvidence): Promise<void> =>
  writeFile(pathOf(folder, noteId), JSON.stringify(evidence), { mode: 0o600 });

/** The visit with its evidence. */
export async function readSpooled(folder: string, visit: ListedVisit): Promise<Visit> {
  const evidence = JSON.parse(await readFile(pathOf(folder, visit.note.id), 'utf8')) as VisitEvidence;
  return { ...visit, ...evidence };
}
