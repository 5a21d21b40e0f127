/** Signed notes for tests, written through the API as the form would send them. */

import { PNG } from 'pngjs';
import type { Api } from '#tests/support/helpers/api.ts';
import type { Account, TestBusiness } from './businesses.ts';
import { createClient, createAssignment } from './clients.ts';
import { createPerson } from './people.ts';

/** The signature code of clients from `clientForm`. */
const CODE = '4711ab';

let drawn = 0;

/** A signature as a PNG data URL; each call draws another one. */
export function drawSignature(): string {
  drawn += 1;
  const height = 20 + (drawn % 80);
  const number = drawn;
  // A line, and the number in binary: 4 pixels wide for each digit, so that it is enough ink to compare.
  return drawPicture(
    (x, y) =>
      (y === height && x > 40 && x < 300) || (y < 4 && ((number >> Math.floor(x / 4)) & 1) === 1 && x < 80),
  );
}

/** A PNG data URL of a canvas, dark where `isInk` is true. */
export function drawPicture(
  isInk: (x: number, y: number) => boolean,
  size: { width: number; height: number } = { width: 400, height: 128 },
): string {
  const png = new PNG(size);
  png.data.fill(255);
  for (let y = 0; y < size.height; y += 1) {
    for (let x = 0; x < size.width; x += 1) {
      if (isInk(x, y)) png.data.fill(20, (size.width * y + x) * 4, (size.width * y + x) * 4 + 3);
    }
  }
  // By default it searches the best filter for each row, which takes five times as long.
  return `data:image/png;base64,${PNG.sync.write(png, { filterType: 0 }).toString('base64')}`;
}

/** The fields of the note form, all valid: 2 h 15 min, which are 9 units. */
export const buildNoteForm = (
  clientId: number,
  fields: Record<string, unknown> = {},
): Record<string, unknown> => ({
  clientId,
  category: 'sustaining',
  workDate: '2026-03-02',
  startTime: '09:00',
  endTime: '11:15',
  description: 'Went through the budget and paid two bills together.',
  research: 'Asked the utility about a payment plan.',
  summary: 'Bills are paid, next visit on Friday.',
  clientSignatureCode: CODE,
  employeeSignature: drawSignature(),
  clientSignature: drawSignature(),
  ...fields,
});

/** The times of a visit of 15 minutes, one after the other by number, so that no two overlap. */
export const toQuarterHour = (number: number): { startTime: string; endTime: string } => ({
  startTime: toClock(number * 15),
  endTime: toClock(number * 15 + 15),
});

const toClock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60) % 24).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** A signed note of an author who may write for the client. */
export const createSignedNote = (
  api: Api,
  author: Pick<Account, 'token'>,
  { clientId, ...fields }: { clientId: number } & Record<string, unknown>,
) => api.ok(author.token, 'POST /api/notes', { body: buildNoteForm(clientId, fields) });

/** An employee with an assigned client, as a note needs. */
export async function createAssignedClient(
  api: Api,
  business: Pick<TestBusiness, 'admin'>,
  clientFields: Record<string, unknown> = {},
) {
  const [author, client] = await Promise.all([
    createPerson(api, business),
    createClient(api, business, clientFields),
  ]);
  await createAssignment(api, business, { clientId: client.id, employeeId: author.id });
  return { author, client };
}
