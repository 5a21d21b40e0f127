/** Forms in plain text in the storage of the browser; `persistedForm.ts` writes them. */
export const PREFIX = 'form:';

/** The start of the keys of a user's forms. */
export const ownerOf = (userId: number): string => `${userId}/`;

/** Removes the forms of a user that are in plain text, apart from those in the session storage of a tab. */
export function removePlainForms(userId: number): void {
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(PREFIX + ownerOf(userId))) localStorage.removeItem(key);
  }
}
