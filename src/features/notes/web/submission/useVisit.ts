import { useWatch } from 'react-hook-form';
import { workSpan } from '#features/units/rules.ts';
import { isActive, toUnits } from '#features/services/rules.ts';
import type { BusinessService } from '#features/services/web/queries.ts';
import type { Client } from '#features/clients/web/queries.ts';
import { hasAuthorizations } from '#features/clients/accountStateRules.ts';
import type { PreviewState } from './useUnitsPreview.ts';
import type { NoteValues } from './noteForm.ts';

/** The units that the edited note has deducted, and from which client. */
export type DeductedUnits = { noteId: number; clientId: number; units: string };

export type VisitOptions = {
  /** Undefined while loading. */
  clients: readonly Client[] | undefined;
  /** All services of the business; undefined while loading. */
  services: readonly BusinessService[] | undefined;
  timeZone: string;
  /** Omitted for a new note. */
  deducted?: DeductedUnits | undefined;
  preview: PreviewState;
};

/** The client, service and times in the form, the units they need and the units that are available and remain. */
export function useVisit({ clients, services, timeZone, deducted, preview }: VisitOptions) {
  const [clientId, category, workDate, startTime, endTime] = useWatch<
    NoteValues,
    ['clientId', 'category', 'workDate', 'startTime', 'endTime']
  >({ name: ['clientId', 'category', 'workDate', 'startTime', 'endTime'] });
  const work = { workDate, startTime, endTime, timeZone };
  const client = clients?.find((one) => String(one.id) === clientId);
  const rounding = findRounding(services, category);
  const span = workSpan(work);
  const units = span && rounding ? toUnits(span.minutes, rounding) : null;
  // Submitting the edited note returns its own units before it deducts the new ones.
  const returned = client && deducted?.clientId === client.id ? Number(deducted.units) : 0;
  const available = client && Number(client.availableTimeUnits) + returned;
  const service = services?.find(({ key }) => key === category);
  // The server chooses among the accounts; the general units of a client without authorizations are known here.
  const isFromPreview =
    client !== undefined && (hasAuthorizations(client) || Boolean(preview.data?.account.authorizationId));
  const left = available === undefined || units === null ? null : available - units;
  const remaining = isFromPreview ? (preview.data ? Number(preview.data.after) : null) : left;
  return { client, service, work, rounding, units, available, remaining, isFromPreview };
}

/**
 * The rounding rule of the selected service; before one is selected, the rule that all services have in common, or null.
 * Undefined while the services are loading.
 */
export function findRounding(services: readonly BusinessService[] | undefined, key: string) {
  if (!services) return undefined;
  const candidates = services.filter((service) => (key === '' ? isActive(service) : service.key === key));
  const rules = new Set(candidates.map(({ rounding }) => rounding));
  const [rule] = rules;
  return rule && rules.size === 1 ? rule : null;
}
