/** What may be uploaded; both halves know it. */

/** Endings of the files that documents and resources take. */
export const ACCEPTED_FILES = [
  ...(['pdf', 'doc', 'docx', 'txt', 'xlsx', 'ppt', 'pptx'] as const),
  ...(['png', 'jpg', 'jpeg', 'gif'] as const),
];

/** Largest file, in bytes: 25 MB. */
export const MAX_FILE_BYTES = 25 * 1024 * 1024;

/** What the sender of a larger file is told. */
export const FILE_TOO_LARGE = 'File must be smaller than 25MB';

/** All files of a business together, in bytes: 2 GB. */
export const MAX_BUSINESS_BYTES = 2 * 1024 ** 3;
