import {
  clearPlainForm,
  ignoreForms,
  isIgnored,
  ownerOf,
  readPlainForm,
  removePlainForms,
  writePlainForm,
  type FormStorage,
  type FormValues,
} from './plainForms.ts';

export type { FormStorage, FormValues };

/** A form that is encrypted on this device. */
export interface EncryptedForm {
  /** In memory. */
  values: FormValues | null;
  /** False while they are only there. */
  isStored: boolean;
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

/** Keeps a form out of the storage of the browser; null ends that. */
export function setEncryptedForm(key: string, form: EncryptedForm | null): void {
  if (form) encryptedForms.set(key, form);
  else encryptedForms.delete(key);
}

/** Resolves when the latest values of a form are stored. */
export const waitForPersistedForm = async (key: string): Promise<void> => encryptedForms.get(key)?.saved();

/** Stops writing a form that is encrypted. */
export const suspendEncryptedForm = (key: string): void => encryptedForms.get(key)?.suspend();

/** Writes a form again. @returns whether it is as this page left it, so that it need not be opened again */
export const resumeEncryptedForm = async (key: string): Promise<boolean> =>
  (await encryptedForms.get(key)?.resume()) ?? false;

/** Matches forms whose values are encrypted at each change. */
export const isEncryptedForm = (key: string): boolean => encryptedForms.has(key);

/** The key of a form of one user, so that no other user sees its text. */
export const ownKey = (userId: number, name: string): string => ownerOf(userId) + name;

/** The id of the user whose form has this key. */
export const ownerIdOf = (key: string): number => Number.parseInt(key, 10);

/** Removes all form states of a user from this browser and ignores later ones on this page. */
export function clearPersistedForms(userId: number): void {
  ignoreForms(userId);
  for (const form of encryptedForms.values()) form.values = null;
  removePlainForms(userId);
}

/** The form with this key, if it is encrypted; what is only for one tab is in the storage of the tab. */
const findEncryptedForm = (key: string, kind: FormStorage): EncryptedForm | undefined =>
  kind === 'local' ? encryptedForms.get(key) : undefined;

/** Reads the values of a form; null if there are none or they are invalid. */
export const readPersistedForm = (key: string, kind: FormStorage = 'local'): FormValues | null => {
  const encrypted = findEncryptedForm(key, kind);
  return encrypted ? encrypted.values : readPlainForm(key, kind);
};

/** Stores the values of a form. @returns false if storage is full or blocked */
export function writePersistedForm(key: string, values: object, kind: FormStorage = 'local'): boolean {
  const encrypted = findEncryptedForm(key, kind);
  if (!encrypted) return writePlainForm(key, values, kind);
  if (isIgnored(key)) return true;
  encrypted.values = { ...values };
  encrypted.save();
  return encrypted.isStored;
}

/** Removes the values of a form. */
export function clearPersistedForm(key: string, kind: FormStorage = 'local'): void {
  const encrypted = findEncryptedForm(key, kind);
  if (!encrypted) return clearPlainForm(key, kind);
  if (encrypted.values) {
    encrypted.values = null;
    encrypted.save();
  }
}
