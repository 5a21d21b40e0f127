import { ownerOf, PREFIX, removePlainForms } from './plainForms.ts';

export type FormStorage = 'local' | 'session';

export type FormValues = Record<string, unknown>;

/** A form that is encrypted on this device: its values in memory, by kind of storage and key. */
interface EncryptedForm {
  values: Map<string, FormValues>;
  /** Encrypts the values. */
  save: () => void;
  /** Resolves when the latest values are encrypted. */
  saved: () => Promise<void>;
  /** Stops writing, while another tab may have the form. */
  suspend: () => void;
  /** Writes again what changed since. @returns false when another tab changed the form: it has to be opened again */
  resume: () => Promise<boolean>;
}

const encryptedForms = new Map<string, EncryptedForm>();

/** Keeps a form, and the keys that begin with its key and a colon, out of the storage of the browser; null ends that. */
export function setEncryptedForm(key: string, form: EncryptedForm | null): void {
  if (form) encryptedForms.set(key, form);
  else encryptedForms.delete(key);
}

const findEncryptedForm = (key: string): EncryptedForm | undefined =>
  [...encryptedForms].find(([own]) => key === own || key.startsWith(`${own}:`))?.[1];

/** Resolves when the latest values of a form are stored. */
export const waitForPersistedForm = async (key: string): Promise<void> => findEncryptedForm(key)?.saved();

/** Stops writing a form that is encrypted. */
export const suspendEncryptedForm = (key: string): void => findEncryptedForm(key)?.suspend();

/** Writes a form again. @returns whether it is as this page left it, so that it need not be opened again */
export const resumeEncryptedForm = async (key: string): Promise<boolean> =>
  (await findEncryptedForm(key)?.resume()) ?? false;

/** Whether the values of a form are encrypted, at each change. */
export const isEncryptedForm = (key: string): boolean => findEncryptedForm(key) !== undefined;

/** Key prefixes of users who logged out on this page; writes of their forms are ignored. */
const loggedOut = new Set<string>();

/** The key of a form of one user, so that no other user sees its text. */
export const ownKey = (userId: number, name: string): string => ownerOf(userId) + name;

/** The id of the user whose form has this key. */
export const ownerIdOf = (key: string): number => Number.parseInt(key, 10);

/** Removes all form states of a user from this browser and ignores later ones on this page. */
export function clearPersistedForms(userId: number): void {
  loggedOut.add(ownerOf(userId));
  for (const { values } of encryptedForms.values()) values.clear();
  removePlainForms(userId);
}

function store(kind: FormStorage): Storage {
  return kind === 'local' ? localStorage : sessionStorage;
}

/** Reads the values of a form; null if there are none or they are invalid. */
export function readPersistedForm(key: string, kind: FormStorage = 'local'): FormValues | null {
  const encrypted = findEncryptedForm(key);
  if (encrypted) return encrypted.values.get(`${kind} ${key}`) ?? null;
  try {
    const text = store(kind).getItem(PREFIX + key);
    const values: unknown = text === null ? null : JSON.parse(text);
    return typeof values === 'object' && !Array.isArray(values) ? (values as FormValues | null) : null;
  } catch {
    return null;
  }
}

/** Stores the values of a form. @returns false if storage is full or blocked */
export function writePersistedForm(key: string, values: object, kind: FormStorage = 'local'): boolean {
  if ([...loggedOut].some((owner) => key.startsWith(owner))) return true;
  const encrypted = findEncryptedForm(key);
  if (encrypted) {
    encrypted.values.set(`${kind} ${key}`, { ...values });
    encrypted.save();
    return true;
  }
  try {
    store(kind).setItem(PREFIX + key, JSON.stringify(values));
    return true;
  } catch {
    return false;
  }
}

/** Removes the values of a form. */
export function clearPersistedForm(key: string, kind: FormStorage = 'local'): void {
  const encrypted = findEncryptedForm(key);
  if (encrypted) {
    if (encrypted.values.delete(`${kind} ${key}`)) encrypted.save();
    return;
  }
  try {
    store(kind).removeItem(PREFIX + key);
  } catch {
    // Storage is blocked: nothing was stored.
  }
}
