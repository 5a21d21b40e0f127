/** Adds the records of an import. */

import type { z } from 'zod';
import type { MemberContext } from '#platform/server/context.ts';
import { newToken } from '#platform/server/secrets.ts';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import type { assignmentInput } from '#features/clients/assignmentContract.ts';
import type { authorizationInput } from '#features/clients/authorizationContract.ts';
import type { clientInput } from '#features/clients/contract.ts';
import type { UnitLedger } from '#features/clients/server/actions.ts';
import { addAssignments } from '#features/clients/server/assignments/actions.ts';
import { addAuthorizations } from '#features/clients/server/newAuthorizationActions.ts';
import { addClients, type OpenUnits } from '#features/clients/server/newClientActions.ts';
import type { ImportKind } from '#features/imports/contract.ts';
import type { NewRecord } from '#features/imports/server/plan.ts';
import { addPeople } from '#features/people/server/newPeopleActions.ts';
import type { serviceInput } from '#features/services/contract.ts';
import { addServices } from '#features/services/server/actions.ts';
import { selectServices } from '#features/services/server/reads.ts';

/** The functions of the unit ledger that the records need. */
export interface ImportLedger {
  openUnits: OpenUnits;
  purchaseUnits: UnitLedger['purchaseUnits'];
}

/** Records in one statement: few enough that building it does not delay other requests. */
const CHUNK = 100;

/** The state shared by all chunks of an import. */
interface Insertion {
  tx: BusinessTransaction;
  context: MemberContext;
  ledger: ImportLedger;
}

/** Prepares the insertion of one kind. It returns the ids in the order of the inputs. */
type Insert<Input> = (insertion: Insertion) => Promise<(inputs: Input[]) => Promise<number[]>>;

const insertPeople: Insert<Parameters<typeof addPeople>[2]['inputs'][number]> = async ({ tx, context }) => {
  // The hash of a secret that is stored nowhere: no one can log in with it.
  const passwordHash = await context.services.passwords.hash(newToken());
  return (inputs) => addPeople(tx, context, { inputs, passwordHash });
};

const insertClients: Insert<z.output<typeof clientInput>> =
  async ({ tx, context, ledger: { openUnits } }) =>
  (inputs) =>
    addClients(tx, context, { inputs, openUnits });

const insertServices: Insert<z.output<typeof serviceInput>> =
  async ({ tx, context }) =>
  async (inputs) =>
    (await addServices(tx, context, inputs)).map(({ id }) => id);

const insertAuthorizations: Insert<z.output<typeof authorizationInput>> = async ({
  tx,
  context,
  ledger: { purchaseUnits },
}) => {
  const services = new Map((await selectServices(tx)).map((service) => [service.key, service]));
  return (inputs) => {
    const added = inputs.map(({ clientId = 0, category, ...input }) => ({
      clientId,
      service: services.get(category ?? '') ?? null,
      input,
    }));
    return addAuthorizations(tx, context, { added, purchaseUnits });
  };
};

const insertAssignments: Insert<z.output<typeof assignmentInput>> =
  async ({ tx, context }) =>
  (inputs) =>
    addAssignments(tx, context, inputs);

/** The inputs are what the schema of the kind returned in the process of the import. */
const INSERTS: Record<ImportKind, Insert<never>> = {
  people: insertPeople,
  clients: insertClients,
  services: insertServices,
  authorizations: insertAuthorizations,
  assignments: insertAssignments,
};

/** Inserts the new records of a plan. @returns their external ids, with the ids they got */
export async function insertRecords(
  kind: ImportKind,
  records: readonly NewRecord<unknown>[],
  insertion: Insertion,
): Promise<{ externalId: string | null; recordId: number }[]> {
  const inserted: { externalId: string | null; recordId: number }[] = [];
  if (records.length === 0) return inserted;
  const insert = await INSERTS[kind](insertion);
  for (let from = 0; from < records.length; from += CHUNK) {
    const chunk = records.slice(from, from + CHUNK);
    const ids = await insert(chunk.map(({ input }) => input as never));
    chunk.forEach(({ externalId }, index) => {
      const recordId = ids[index];
      if (recordId === undefined) throw new Error('An imported record was not stored');
      inserted.push({ externalId, recordId });
    });
  }
  return inserted;
}
