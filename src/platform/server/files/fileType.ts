/** What a file really is, by its content; name and content must agree. */
import { AppError } from '#platform/server/errors.ts';
import { extensionOf } from './fileName.ts';
import { isGif, isJpeg, isPng } from './imageContent.ts';
import { hasZipAtItsEnd, officeKind } from './officeContent.ts';
import { isCompoundFile, isPdf } from './documentContent.ts';
import { isPlainText } from './textContent.ts';
import { FileReader } from './fileReader.ts';

interface Type {
  mimeType: string;
  fits(window: FileReader, path: string): Promise<boolean>;
}

const OPEN_XML = 'application/vnd.openxmlformats-officedocument';
const jpeg: Type = { mimeType: 'image/jpeg', fits: isJpeg };

const TYPES = {
  pdf: { mimeType: 'application/pdf', fits: isPdf },
  doc: { mimeType: 'application/msword', fits: (window) => isCompoundFile(window, 'WordDocument') },
  ppt: {
    mimeType: 'application/vnd.ms-powerpoint',
    fits: (window) => isCompoundFile(window, 'PowerPoint Document'),
  },
  docx: {
    mimeType: `${OPEN_XML}.wordprocessingml.document`,
    fits: async (_, path) => (await officeKind(path)) === 'word',
  },
  xlsx: {
    mimeType: `${OPEN_XML}.spreadsheetml.sheet`,
    fits: async (_, path) => (await officeKind(path)) === 'excel',
  },
  pptx: {
    mimeType: `${OPEN_XML}.presentationml.presentation`,
    fits: async (_, path) => (await officeKind(path)) === 'powerpoint',
  },
  txt: { mimeType: 'text/plain', fits: isPlainText },
  png: { mimeType: 'image/png', fits: isPng },
  jpg: jpeg,
  jpeg,
  gif: { mimeType: 'image/gif', fits: isGif },
} satisfies Record<string, Type>;

export type Extension = keyof typeof TYPES;

const isKnown = (extension: string): extension is Extension => Object.hasOwn(TYPES, extension);
const ZIP_BASED = new Set<Extension>(['docx', 'xlsx', 'pptx']);

export interface Expected {
  /** The name it was sent under. */
  name: string;
  /** Endings that are taken here. */
  accepted: readonly Extension[];
  /** Part of the form that a refusal is about. */
  field: string;
}

/**
 * The type of a file, when its name ends in one that is taken and its content is of that type.
 * @throws 415 for another type, for content that does not fit the name, and for two files in one
 */
export async function fileTypeOf(path: string, { name, accepted, field }: Expected): Promise<string> {
  const extension = extensionOf(name);
  if (!isKnown(extension) || !accepted.includes(extension)) {
    throw unsupported(field, `This type of file is not accepted. Accepted are ${listed(accepted)}.`);
  }
  const type: Type = TYPES[extension];
  const fits = await FileReader.open(
    path,
    async (window) =>
      (await type.fits(window, path)) && (ZIP_BASED.has(extension) || !(await hasZipAtItsEnd(window))),
  );
  if (!fits) {
    throw unsupported(field, `The content of this file is not that of a .${extension} file.`);
  }
  return type.mimeType;
}

const unsupported = (path: string, message: string) =>
  new AppError(415, 'unsupported_media_type', { message, issues: [{ path, message }] });

const listed = (accepted: readonly string[]): string =>
  accepted.length < 2 ? accepted.join() : `${accepted.slice(0, -1).join(', ')} and ${accepted.at(-1)}`;
