/** Forms in plain text in the storage of the browser. */

export const PREFIX = 'form:';

export type FormStorage = 'local' | 'session';

export type FormValues = Record<string, unknown>;

/** Where the values of a form are stored. */
export interface FormStore {
  read: () => FormValues | null;
  /** @returns false if storage is full or blocked */
  write: (values: FormValues) => boolean;
  clear: () => void;
}

/** The start of the keys of a user's forms. */
export const ownerOf = (userId: number): string => `${userId}/`;

/** Removes the forms of a user that are in plain text, apart from those in the session storage of a tab. */
export function removePlainForms(userId: number): void {
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(PREFIX + ownerOf(userId))) localStorage.removeItem(key);
  }
}

/** Key prefixes of users who logged out on this page; writes of their forms are ignored. */
const loggedOut = new Set<string>();
export const ignoreForms = (userId: number): unknown => loggedOut.add(ownerOf(userId));
export const isIgnored = (key: string): boolean => [...loggedOut].some((owner) => key.startsWith(owner));

const storageOf = (kind: FormStorage): Storage => (kind === 'local' ? localStorage : sessionStorage);

/** Reads the values of a form; null if there are none or they are invalid. */
export function readPlainForm(key: string, kind: FormStorage): FormValues | null {
  try {
    const text = storageOf(kind).getItem(PREFIX + key);
    const values: unknown = text === null ? null : JSON.parse(text);
    return typeof values === 'object' && !Array.isArray(values) ? (values as FormValues | null) : null;
  } catch {
    return null;
  }
}

/** Stores the values of a form. @returns false if storage is full or blocked */
export function writePlainForm(key: string, values: object, kind: FormStorage): boolean {
  if (isIgnored(key)) return true;
  try {
    storageOf(kind).setItem(PREFIX + key, JSON.stringify(values));
    return true;
  } catch {
    return false;
  }
}

export function clearPlainForm(key: string, kind: FormStorage): void {
  try {
    storageOf(kind).removeItem(PREFIX + key);
  } catch {
    // Storage is blocked: nothing was stored.
  }
}
