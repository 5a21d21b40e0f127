/** Detects the type of a file by its content, which has to match its name. */

import { unsupportedFile } from '#platform/server/errors.ts';
import { isCompoundFile, isPdf } from './documentContent.ts';
import { extensionOf } from './fileName.ts';
import { FileReader } from './fileReader.ts';
import { isGif, isJpeg, isPng } from './imageContent.ts';
import { hasZipAtEnd, officeKind } from './officeContent.ts';
import { isPlainText } from './textContent.ts';

interface Type {
  mimeType: string;
  matches(file: FileReader, path: string): Promise<boolean>;
}

const OPEN_XML = 'application/vnd.openxmlformats-officedocument';
const jpeg: Type = { mimeType: 'image/jpeg', matches: isJpeg };

const TYPES = {
  pdf: { mimeType: 'application/pdf', matches: isPdf },
  doc: { mimeType: 'application/msword', matches: (file) => isCompoundFile(file, 'WordDocument') },
  ppt: {
    mimeType: 'application/vnd.ms-powerpoint',
    matches: (file) => isCompoundFile(file, 'PowerPoint Document'),
  },
  docx: {
    mimeType: `${OPEN_XML}.wordprocessingml.document`,
    matches: async (_, path) => (await officeKind(path)) === 'word',
  },
  xlsx: {
    mimeType: `${OPEN_XML}.spreadsheetml.sheet`,
    matches: async (_, path) => (await officeKind(path)) === 'excel',
  },
  pptx: {
    mimeType: `${OPEN_XML}.presentationml.presentation`,
    matches: async (_, path) => (await officeKind(path)) === 'powerpoint',
  },
  txt: { mimeType: 'text/plain', matches: isPlainText },
  png: { mimeType: 'image/png', matches: isPng },
  jpg: jpeg,
  jpeg,
  gif: { mimeType: 'image/gif', matches: isGif },
} satisfies Record<string, Type>;

export type Extension = keyof typeof TYPES;

const isKnown = (extension: string): extension is Extension => Object.hasOwn(TYPES, extension);
const ZIP_BASED = new Set<Extension>(['docx', 'xlsx', 'pptx']);

export interface Expected {
  /** Its name in the upload. */
  name: string;
  /** Accepted extensions. */
  accepted: readonly Extension[];
  /** The form field, for the message. */
  field: string;
}

/**
 * The MIME type of a file with an accepted extension and matching content.
 * @throws 415 for another type, for content that does not match the name, and for two files in one
 */
export async function fileTypeOf(path: string, { name, accepted, field }: Expected): Promise<string> {
  const extension = extensionOf(name);
  if (!isKnown(extension) || !accepted.includes(extension)) {
    throw unsupportedFile(field, `This file type is not accepted. Use ${joinWithOr(accepted)}.`);
  }
  const type: Type = TYPES[extension];
  const isMatch = await FileReader.open(
    path,
    async (file) =>
      (await type.matches(file, path)) && (ZIP_BASED.has(extension) || !(await hasZipAtEnd(file))),
  );
  if (!isMatch) {
    throw unsupportedFile(field, `The content of this file does not match its extension (.${extension}).`);
  }
  return type.mimeType;
}

const joinWithOr = (accepted: readonly string[]): string =>
  accepted.length < 2 ? accepted.join() : `${accepted.slice(0, -1).join(', ')} or ${accepted.at(-1)}`;
