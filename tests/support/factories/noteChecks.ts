/** Checks of notes for tests, written as rows: what raises a check is tested elsewhere. */

import type { NoteCheckCode } from '#features/notes/checkContract.ts';
import type { Api } from '#tests/support/helpers/api.ts';

interface Check {
  code: NoteCheckCode;
  level: 'info' | 'warning';
  /** The manager who explained it. */
  explainedBy?: number;
}

export async function createCheck(
  api: Api,
  note: { businessId: number; id: number },
  { code, level, explainedBy }: Check,
): Promise<void> {
  await api.sql(
    `insert into note_checks (business_id, note_id, code, level, explanation, explained_by, explained_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      note.businessId,
      note.id,
      code,
      level,
      explainedBy === undefined ? null : 'Agreed with the client.',
      explainedBy ?? null,
      explainedBy === undefined ? null : new Date(),
    ],
  );
}
