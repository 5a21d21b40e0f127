const KEY = 'login_notice';

/** Stores a notice for the login page, such as why the session ended. */
export function storeLoginNotice(sentence: string): void {
  try {
    sessionStorage.setItem(KEY, sentence);
  } catch {
    // Without session storage, the login page opens without the notice.
  }
}

/** The stored notice; it stays until the next login or until the tab is closed. */
export function readLoginNotice(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** Removes the notice. */
export function clearLoginNotice(): void {
  sessionStorage.removeItem(KEY);
}
