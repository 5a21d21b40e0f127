/** The files accepted for upload; shared by browser and server. */

/** The accepted extensions of documents and resources. */
export const ACCEPTED_FILES = [
  ...(['pdf', 'doc', 'docx', 'txt', 'xlsx', 'ppt', 'pptx'] as const),
  ...(['png', 'jpg', 'jpeg', 'gif'] as const),
];

/** Largest file, in bytes: 25 MB. */
export const MAX_FILE_BYTES = 25 * 1024 * 1024;

/** The message for a larger file. */
export const FILE_TOO_LARGE = 'File must be smaller than 25MB';

/** All files of a business together, in bytes: 2 GB. */
export const MAX_BUSINESS_BYTES = 2 * 1024 ** 3;

/** For the browser's file chooser: '.pdf,.doc,…'. */
export const FILE_CHOOSER = ACCEPTED_FILES.map((extension) => `.${extension}`).join(',');

/** Returns what is wrong with a file, or null; the server also checks its content. */
export function findFileProblem({ name, size }: { name: string; size: number }): string | null {
  const extension = name.split('.').at(-1)?.toLowerCase() ?? '';
  const accepted: readonly string[] = ACCEPTED_FILES;
  if (!name.includes('.') || !accepted.includes(extension)) {
    return `This file type is not accepted. Use ${accepted.slice(0, -1).join(', ')} or ${accepted.at(-1)}.`;
  }
  if (size === 0) return 'The file is empty';
  return size > MAX_FILE_BYTES ? FILE_TOO_LARGE : null;
}
