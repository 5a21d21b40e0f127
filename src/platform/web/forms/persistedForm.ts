const prefix = 'form:';

export type FormStorage = 'local' | 'session';

/** Key prefixes of users who logged out on this page; writes of their forms are ignored. */
const loggedOut = new Set<string>();

const ownerOf = (userId: number) => `${userId}/`;

/** The key of a form of one user, so that no other user sees its text. */
export const ownKey = (userId: number, name: string): string => ownerOf(userId) + name;

/** Removes all form states of a user from this browser and ignores later ones on this page. */
export function clearPersistedForms(userId: number): void {
  loggedOut.add(ownerOf(userId));
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(prefix + ownerOf(userId))) localStorage.removeItem(key);
    }
  } catch {
    // Storage is blocked: nothing was stored.
  }
}

function store(kind: FormStorage): Storage {
  return kind === 'local' ? localStorage : sessionStorage;
}

/** Reads the values of a form; null if there are none or they are invalid. */
export function readPersistedForm(key: string, kind: FormStorage = 'local'): Record<string, unknown> | null {
  try {
    const text = store(kind).getItem(prefix + key);
    const values: unknown = text === null ? null : JSON.parse(text);
    return typeof values === 'object' && !Array.isArray(values)
      ? (values as Record<string, unknown> | null)
      : null;
  } catch {
    return null;
  }
}

/** Stores the values of a form. @returns false if storage is full or blocked */
export function writePersistedForm(key: string, values: object, kind: FormStorage = 'local'): boolean {
  if ([...loggedOut].some((owner) => key.startsWith(owner))) return true;
  try {
    store(kind).setItem(prefix + key, JSON.stringify(values));
    return true;
  } catch {
    return false;
  }
}

/** Removes the values of a form. */
export function clearPersistedForm(key: string, kind: FormStorage = 'local'): void {
  try {
    store(kind).removeItem(prefix + key);
  } catch {
    // Storage is blocked: nothing was stored.
  }
}
