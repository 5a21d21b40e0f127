/** Computes the units left of a client from data stored on the device, minus those of its unsent notes. */

import { getZoneOn, type BusinessZones } from '#platform/contract/zoneDays.ts';
import { today } from '#platform/web/clock.ts';
import type { Client } from '#features/clients/web/queries.ts';
import { toUnits } from '#features/services/rules.ts';
import type { BusinessService } from '#features/services/web/queries.ts';
import { findKnownAccount, type KnownAccount } from '#features/submission/unitsLeftRules.ts';
import { workSpan } from '#features/units/rules.ts';
import { toWork } from './clockTimes.ts';
import type { KeptNote } from './noteRecord.ts';
import { findRounding } from './rounding.ts';
import { isWaiting } from './unsentState.ts';

/** Data of a client that is stored on the device. */
interface DeviceCopy {
  client: Client;
  services: readonly BusinessService[];
  zones: BusinessZones;
  unsent: readonly KeptNote[];
}

type Visit = { service: BusinessService; workDate: string };

const listWaiting = ({ client, unsent }: DeviceCopy) =>
  unsent.filter((note) => isWaiting(note) && note.values.clientId === String(client.id));

/** The units of all notes of the client that wait on this device. */
export const sumWaiting = (copy: DeviceCopy): number => sumUnits(copy, listWaiting(copy));

function sumUnits({ services, zones }: DeviceCopy, notes: readonly KeptNote[]): number {
  return notes.reduce((sum, { values }) => {
    const span = workSpan(toWork(values, getZoneOn(values.workDate, zones)));
    const rounding = findRounding(services, values.category);
    return span && rounding ? sum + toUnits(span.minutes, rounding) : sum;
  }, 0);
}

/** The units left of the account that a visit uses; null when it is not known. */
export function findUnitsLeft(copy: DeviceCopy, visit: Visit): number | null {
  const account = findAccount(copy, visit);
  if (!account) return null;
  const waiting = sumWaitingOf(copy, account);
  return waiting === null ? null : Number(account.available) - waiting;
}

/**
 * The units of waiting notes that use the same account as a visit that the server has checked.
 * @param isAuthorized whether the server chose an authorization, not the general account
 * @returns null when it is not known
 */
export function findWaitingUnits(
  copy: DeviceCopy,
  { isAuthorized, ...visit }: Visit & { isAuthorized: boolean },
): number | null {
  if (listWaiting(copy).length === 0) return 0;
  const account = findAccount(copy, visit);
  if (!account || (account.serviceKey !== null) !== isAuthorized) return null;
  return sumWaitingOf(copy, account);
}

const findAccount = ({ client, zones }: DeviceCopy, visit: Visit): KnownAccount | null =>
  findKnownAccount(client.accounts, { ...visit, today: today(zones.timeZone) });

/** Null when a note may use this account or another one. */
function sumWaitingOf(copy: DeviceCopy, account: KnownAccount): number | null {
  const same: KeptNote[] = [];
  for (const note of listWaiting(copy)) {
    const { category, workDate } = note.values;
    const service = copy.services.find(({ key }) => key === category);
    const allocated = service && findAccount(copy, { service, workDate });
    if (!allocated) return null;
    if (allocated === account) same.push(note);
  }
  return sumUnits(copy, same);
}
