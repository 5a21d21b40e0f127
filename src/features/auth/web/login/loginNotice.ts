const KEY = 'login_notice';

/** Stores a sentence that the login shows, such as why the session ended. */
export function storeLoginNotice(sentence: string): void {
  try {
    sessionStorage.setItem(KEY, sentence);
  } catch {
    // Without session storage the login opens without the sentence.
  }
}

/** The stored sentence; it stays until the next login or until the tab is closed. */
export function readLoginNotice(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** Removes the sentence. */
export function clearLoginNotice(): void {
  sessionStorage.removeItem(KEY);
}
