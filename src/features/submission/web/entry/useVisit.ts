import { useWatch } from 'react-hook-form';
import { getZoneOn, type BusinessZones } from '#platform/contract/zoneDays.ts';
import { today } from '#platform/web/clock.ts';
import { hasAuthorizations } from '#features/clients/accountStateRules.ts';
import type { Client } from '#features/clients/web/queries.ts';
import { toUnits } from '#features/services/rules.ts';
import type { BusinessService } from '#features/services/web/queries.ts';
import { workSpan } from '#features/units/rules.ts';
import { toWork } from './clockTimes.ts';
import type { NoteValues } from './noteForm.ts';
import { findRounding } from './rounding.ts';
import { findUnitsLeft, findWaitingUnits, sumWaiting } from './unitsLeft.ts';
import { useUnsent } from './unsentState.ts';
import type { PreviewState } from './useUnitsPreview.ts';

/** The units that the edited note has deducted, and from which client. */
export type DeductedUnits = { noteId: number; clientId: number; units: string };

export type VisitOptions = {
  /** Undefined while loading. */
  clients: readonly Client[] | undefined;
  /** All services of the business; undefined while loading. */
  services: readonly BusinessService[] | undefined;
  zones: BusinessZones;
  /** Omitted for a new note. */
  deducted?: DeductedUnits | undefined;
  preview: PreviewState;
};

const WORK = ['workDate', 'startTime', 'endTime', 'startOccurrence', 'endOccurrence'] as const;

/** The client, service and times in the form, the units they need and the units that are available and remain. */
export function useVisit({ clients, services, zones, deducted, preview }: VisitOptions) {
  const [clientId, category, ...times] = useWatch<NoteValues, ['clientId', 'category', ...typeof WORK]>({
    name: ['clientId', 'category', ...WORK],
  });
  const [workDate, startTime, endTime, startOccurrence, endOccurrence] = times;
  const entered = { workDate, startTime, endTime, startOccurrence, endOccurrence };
  const work = toWork(entered, getZoneOn(workDate, zones));
  const client = clients?.find((one) => String(one.id) === clientId);
  const rounding = findRounding(services, category);
  const span = workSpan(work);
  // The server's answer counts: a browser may have other data about time zones.
  const minutes = span && (preview.data?.minutes ?? span.minutes);
  const units = minutes !== null && rounding ? toUnits(minutes, rounding) : null;
  const service = services?.find(({ key }) => key === category);
  const unsent = useUnsent();
  // Submitting the edited note returns its own units before it deducts the new ones.
  const returned = client && deducted?.clientId === client.id ? Number(deducted.units) : 0;
  const copy = !client || deducted || !services ? null : { client, services, zones, unsent };
  // An authorization that has lapsed since may have covered it; employees do not receive lapsed ones.
  const isPast = workDate < today(zones.timeZone);
  // The server chooses among the accounts; the general units of a client without authorizations are known here.
  const isFromPreview =
    client !== undefined &&
    (hasAuthorizations(client) ||
      Boolean(preview.data?.account.authorizationId) ||
      (isPast && preview.status === 'failed'));
  const waiting = findWaiting();
  const available = client && Number(client.availableTimeUnits) + returned - (waiting ?? 0);
  const remaining = findRemaining();
  return { client, service, work, rounding, minutes, units, available, waiting, remaining, isFromPreview };

  /** The units of waiting notes that use the same account; null when it is not known. */
  function findWaiting(): number | null {
    if (!copy) return 0;
    if (!isFromPreview) return sumWaiting(copy);
    if (!preview.data || !service) return null;
    const isAuthorized = preview.data.account.authorizationId !== null;
    return findWaitingUnits(copy, { service, workDate, isAuthorized });
  }

  function findRemaining(): number | null {
    if (preview.data && isFromPreview) return waiting === null ? null : Number(preview.data.after) - waiting;
    if (available === undefined || units === null) return null;
    if (!isFromPreview) return isPast && !preview.data ? null : available - units;
    if (!copy || !service || preview.status !== 'failed' || !preview.isUnreachable) return null;
    const left = findUnitsLeft(copy, { service, workDate });
    return left === null ? null : left - units;
  }
}
