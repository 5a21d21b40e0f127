const prefix = 'form:';

export type FormStorage = 'local' | 'session';

/** Users who logged out on this page; later writes of their forms are ignored. */
const gone = new Set<string>();

const ownerOf = (userId: number) => `${userId}/`;

/** The key of a form of one user, so that no other user gets its text. */
export const ownKey = (userId: number, name: string): string => ownerOf(userId) + name;

/** Forgets everything that a person typed on this device, and keeps nothing more of theirs on this page. */
export function clearMemoriesOf(userId: number): void {
  gone.add(ownerOf(userId));
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(prefix + ownerOf(userId))) localStorage.removeItem(key);
    }
  } catch {
    // Where storage is forbidden nothing was kept.
  }
}

function store(kind: FormStorage): Storage {
  return kind === 'local' ? localStorage : sessionStorage;
}

/** The values kept under a key, or null if there are none or they cannot be read. */
export function readMemory(key: string, kind: FormStorage = 'local'): Record<string, unknown> | null {
  try {
    const text = store(kind).getItem(prefix + key);
    const values: unknown = text === null ? null : JSON.parse(text);
    return typeof values === 'object' && !Array.isArray(values)
      ? (values as Record<string, unknown> | null)
      : null;
  } catch {
    // Forbidden storage or a text of another making: the form begins empty, as without a memory.
    return null;
  }
}

/** Keeps values under a key; false if the browser has no room or does not allow it. */
export function writeMemory(key: string, values: object, kind: FormStorage = 'local'): boolean {
  if ([...gone].some((owner) => key.startsWith(owner))) return true;
  try {
    store(kind).setItem(prefix + key, JSON.stringify(values));
    return true;
  } catch {
    return false;
  }
}

/** Forgets what is kept under a key. */
export function clearMemory(key: string, kind: FormStorage = 'local'): void {
  try {
    store(kind).removeItem(prefix + key);
  } catch {
    // Where storage is forbidden nothing was kept.
  }
}
