/** Plans the rows of each kind of import. Pure. */

import type { ImportKind } from '#features/imports/contract.ts';
import type { Plan } from '#features/imports/server/plan.ts';
import { planAssignments } from './assignments.ts';
import { planAuthorizations } from './authorizations.ts';
import { planClients } from './clients.ts';
import { planPeople } from './people.ts';
import type { PlannedFile } from './plannedFile.ts';
import { planServices } from './services.ts';

/** Compares the rows of a file with the records of the business. */
export const planKinds: Record<ImportKind, (planned: PlannedFile) => Plan<unknown>> = {
  people: planPeople,
  clients: planClients,
  services: planServices,
  authorizations: planAuthorizations,
  assignments: planAssignments,
};
