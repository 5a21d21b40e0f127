import { ApiError, isUnreachable } from '#platform/web/apiError.ts';
import type { NoteRecord } from '#features/submission/web/entry/noteRecord.ts';
import type { SentNote } from '#features/submission/web/entry/sendingNotes.ts';

/** Another version of the note is on the server. */
export const REUSED = 'idempotency_key_reused';
export const isReused = (error: unknown): boolean => error instanceof ApiError && error.code === REUSED;

/** The form is inert until the note is kept, and storage that hangs would leave it so. */
const KEEP_MS = 10_000;

export type AnsweredNote = { id: number; status: string; different?: true | undefined };

export type SendOrKeep<Body, Answer> = {
  request: (body: Body, note: NoteRecord) => Promise<Answer>;
  /**
   * Keeps a note on this device: one that could not be sent, or as a draft one of which the server has an earlier version.
   * @returns false when it stays in the form
   */
  keep?: (body: Body, note: NoteRecord, isSentBefore: boolean) => Promise<boolean>;
};

/** Sends a note; keeps it when the server cannot be reached or has an earlier version of it. */
export async function sendOrKeep<Body, Answer extends AnsweredNote>(
  { request, keep }: SendOrKeep<Body, Answer>,
  body: Body,
  note: NoteRecord,
): Promise<SentNote<Body, Answer> | { error: unknown }> {
  try {
    const answer = await request(body, note);
    if (answer.different) throw new ApiError(409, { code: REUSED });
    return { body, note, answer };
  } catch (error) {
    const isSentBefore = isReused(error);
    const isKept =
      keep && (isSentBefore || isUnreachable(error)) && (await isKeptInTime(keep(body, note, isSentBefore)));
    return isKept ? { body, note, answer: null, isSentBefore } : { error };
  }
}

/** False when the form keeps the note. One that is kept later is stored once as well: it has the same key. */
async function isKeptInTime(keeping: Promise<boolean>): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isLate = new Promise<false>((resolve) => (timer = setTimeout(resolve, KEEP_MS, false)));
  // Its code could not be loaded.
  const isKept = keeping.catch((error: unknown) => {
    reportError(error);
    return false;
  });
  return Promise.race([isKept, isLate]).finally(() => clearTimeout(timer));
}
