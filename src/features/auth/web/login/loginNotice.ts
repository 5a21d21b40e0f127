const KEY = 'login_notice';

/** Leaves a sentence that the login shows once, such as why somebody has to sign in again. */
export function noticeForLogin(sentence: string): void {
  try {
    sessionStorage.setItem(KEY, sentence);
  } catch {
    // Where storage is forbidden the login opens without the sentence.
  }
}

/** The sentence left for the login. It stays until somebody signs in or the tab is closed. */
export function readLoginNotice(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** Forgets the sentence. */
export function clearLoginNotice(): void {
  sessionStorage.removeItem(KEY);
}
