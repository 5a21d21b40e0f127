/** Validates the names of uploaded files, which are displayed and never used as paths. */

import { invalidField, type AppError } from '#platform/server/errors.ts';

const LONGEST = 255;
/** Control characters, and those that reverse text, so that `fdp.exe` reads like `exe.pdf`. */
// oxlint-disable-next-line no-control-regex -- the pattern is about them
const HIDDEN = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/;
/** Extensions of executable files, also in the middle (`bill.exe.pdf`), where they deceive. */
const RUNS =
  /\.(exe|com|bat|cmd|msi|scr|pif|ps1|vbs|vbe|js|jse|mjs|wsf|hta|jar|sh|php|phtml|asp|aspx|jsp|html?|xhtml|svg|lnk|app|dll)(\.|$)/i;

/**
 * Normalizes a name.
 * @param field the form field, for the message
 * @param refuseProgram creates the error for the name of a program or web page
 * @throws 400 for a name that is not accepted
 */
export function checkedFileName(
  name: string,
  field: string,
  refuseProgram: (field: string, message: string) => AppError = invalidField,
): string {
  const trimmed = name.normalize('NFC').trim();
  const refuse = (message: string) => invalidField(field, message);
  if (trimmed === '' || /^\.+$/.test(trimmed)) throw refuse('The file has no name');
  if ([...trimmed].length > LONGEST) throw refuse(`A file name has at most ${LONGEST} characters`);
  if (HIDDEN.test(name)) throw refuse('The file name contains hidden characters');
  if (/[/\\]/.test(trimmed)) throw refuse('A file name must not contain slashes');
  if (RUNS.test(trimmed)) throw refuseProgram(field, 'Programs and web pages are not accepted');
  return trimmed;
}

/** The extension of a name in lower case, without the dot; empty if there is none. */
export const extensionOf = (name: string): string =>
  /\.([A-Za-z0-9]{1,10})$/.exec(name)?.[1]?.toLowerCase() ?? '';
