import { useWatch } from 'react-hook-form';
import { workSpan } from '#features/units/rules.ts';
import type { Client } from '#features/clients/web/queries.ts';
import type { NoteValues } from './noteForm.ts';

/** The units that the edited note has deducted, and from which client. */
export type DeductedUnits = { noteId: number; clientId: number; units: string };

export type VisitOptions = {
  /** Undefined while loading. */
  clients: readonly Client[] | undefined;
  timeZone: string;
  /** Omitted for a new note. */
  deducted?: DeductedUnits | undefined;
};

/** The client and times in the form, the units they need and the units that will be left. */
export function useVisit({ clients, timeZone, deducted }: VisitOptions) {
  const [clientId, workDate, startTime, endTime] = useWatch<
    NoteValues,
    ['clientId', 'workDate', 'startTime', 'endTime']
  >({ name: ['clientId', 'workDate', 'startTime', 'endTime'] });
  const work = { workDate, startTime, endTime, timeZone };
  const client = clients?.find((one) => String(one.id) === clientId);
  const units = workSpan(work)?.units ?? null;
  // Submitting the edited note returns its own units before it deducts the new ones.
  const returned = client && deducted?.clientId === client.id ? Number(deducted.units) : 0;
  const available = client && Number(client.availableTimeUnits) + returned;
  return { client, work, units, available };
}
