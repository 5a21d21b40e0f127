/** The units left of a client by what this device knows, without the notes that wait on it. */
import { today } from '#platform/web/clock.ts';
import { workSpan } from '#features/units/rules.ts';
import type { Client } from '#features/clients/web/queries.ts';
import { toUnits } from '#features/services/rules.ts';
import type { BusinessService } from '#features/services/web/queries.ts';
import { findKnownAccount } from '#features/notes/unitsLeftRules.ts';
import type { UnsentNote } from '#features/notes/web/offline/unsentState.ts';
import { findRounding } from './rounding.ts';

/** What this device has of a client without asking the server. */
interface DeviceCopy {
  client: Client;
  services: readonly BusinessService[];
  timeZone: string;
  unsent: readonly UnsentNote[];
}

/** The notes of the client that wait to be sent; a refused one waits for its author, an open one is in the form. */
const listWaiting = ({ client, unsent }: DeviceCopy) =>
  unsent.filter(
    ({ values, refusal, isOpen }) => !refusal && !isOpen && values.clientId === String(client.id),
  );

/** The units of all notes of the client that wait on this device. */
export const sumWaiting = (copy: DeviceCopy): number => sumUnits(copy, listWaiting(copy));

function sumUnits({ services, timeZone }: DeviceCopy, notes: readonly UnsentNote[]): number {
  return notes.reduce((sum, { values }) => {
    const span = workSpan({ ...values, timeZone });
    const rounding = findRounding(services, values.category);
    return span && rounding ? sum + toUnits(span.minutes, rounding) : sum;
  }, 0);
}

/** The units left of the account that a visit draws from; null when it is not known. */
export function findUnitsLeft(
  copy: DeviceCopy,
  { service, workDate }: { service: BusinessService; workDate: string },
): number | null {
  const { client, services, timeZone } = copy;
  const day = today(timeZone);
  const account = findKnownAccount(client.accounts, { service, workDate, today: day });
  if (!account) return null;
  const same: UnsentNote[] = [];
  for (const note of listWaiting(copy)) {
    const ofNote = services.find(({ key }) => key === note.values.category);
    const drawn =
      ofNote &&
      findKnownAccount(client.accounts, { service: ofNote, workDate: note.values.workDate, today: day });
    // It may draw from the same account.
    if (!drawn) return null;
    if (drawn === account) same.push(note);
  }
  return Number(account.available) - sumUnits(copy, same);
}
