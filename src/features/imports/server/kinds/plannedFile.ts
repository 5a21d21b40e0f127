/** The input from which the rows of an import are planned. */

import type { FileContent } from '#features/imports/server/plan.ts';
import type { ImportRecords } from '#features/imports/server/records/importRecords.ts';

export interface PlannedFile {
  file: FileContent;
  /** The records of the business, of the kinds that the file refers to. */
  records: ImportRecords;
  /** The usernames of the file that people of other businesses have. */
  takenUsernames: ReadonlySet<string>;
  /** In the time zone of the business. */
  today: string;
}
