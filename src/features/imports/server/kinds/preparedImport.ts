/** What each kind of import offers to preview and commit. */
import type { MemberContext } from '#platform/server/context.ts';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import type { OpenUnits } from '#features/clients/server/newClients/actions.ts';
import type { UnitLedger } from '#features/clients/server/actions.ts';
import type { FileContent, NewRecord, Plan } from '#features/imports/server/plan.ts';

/** What the records need from the ledger of units. */
export interface ImportLedger {
  openUnits: OpenUnits;
  purchaseUnits: UnitLedger['purchaseUnits'];
}

export interface PreparedImport {
  plan: Plan<unknown>;
  /** Adds the new records. @returns their external ids with the ids they got */
  insert(ledger: ImportLedger): Promise<{ externalId: string | null; recordId: number }[]>;
}

export interface ImportContent extends FileContent {
  /** The usernames of the file that people of other businesses have; a business's transaction does not see them. */
  takenUsernames: ReadonlySet<string>;
}

/** Compares the rows with the records of the business. */
export type PrepareImport = (
  tx: BusinessTransaction,
  context: MemberContext,
  content: ImportContent,
) => Promise<PreparedImport>;

/** Records in one statement, which has at most 65,535 parameters. */
const CHUNK = 500;

/** Inserts the records of a plan in chunks. @param insert returns the ids in the order of the inputs */
export const prepared = <Input>(
  plan: Plan<Input>,
  insert: (inputs: Input[], ledger: ImportLedger) => Promise<number[]>,
): PreparedImport => ({
  plan,
  async insert(ledger) {
    const inserted: { externalId: string | null; recordId: number }[] = [];
    for (let from = 0; from < plan.records.length; from += CHUNK) {
      const chunk: NewRecord<Input>[] = plan.records.slice(from, from + CHUNK);
      const ids = await insert(
        chunk.map(({ input }) => input),
        ledger,
      );
      chunk.forEach(({ externalId }, index) => {
        const recordId = ids[index];
        if (recordId === undefined) throw new Error('An imported record was not stored');
        inserted.push({ externalId, recordId });
      });
    }
    return inserted;
  },
});
