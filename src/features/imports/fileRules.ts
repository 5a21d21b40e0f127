/** Limits of the file of an import. */

/** The largest file, in bytes: 10 MB. */
export const MAX_IMPORT_BYTES = 10 * 1024 * 1024;
export const IMPORT_TOO_LARGE = 'The file is larger than 10 MB. Split it into smaller files.';

/** Returns what is wrong with a file, or null; the server checks its content. */
export function findImportProblem({ name, size }: { name: string; size: number }): string | null {
  if (!/\.(csv|tsv|txt|xlsx)$/i.test(name)) return 'Choose a CSV or XLSX file';
  if (size === 0) return 'The file is empty';
  return size > MAX_IMPORT_BYTES ? IMPORT_TOO_LARGE : null;
}
