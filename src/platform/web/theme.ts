import { createStore } from './store.ts';

export type ThemeChoice = 'light' | 'dark' | 'system';
export type ResolvedTheme = 'light' | 'dark';

const storageKey = 'theme';
const systemDark = matchMedia('(prefers-color-scheme: dark)');
const choice = createStore<ThemeChoice>(readChoice());
const resolved = createStore<ResolvedTheme>(resolve(systemDark.matches));

function readChoice(): ThemeChoice {
  try {
    const stored = localStorage.getItem(storageKey);
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  } catch {
    // Storage is blocked: follow the system.
    return 'system';
  }
}

function resolve(isSystemDark: boolean): ResolvedTheme {
  const current = choice.read();
  if (current !== 'system') return current;
  return isSystemDark ? 'dark' : 'light';
}

function apply(next: ThemeChoice): void {
  choice.set(next);
  resolved.set(resolve(systemDark.matches));
  document.documentElement.dataset.theme = resolved.read();
}

systemDark.addEventListener('change', () => apply(choice.read()));
addEventListener('storage', (event) => {
  if (event.key === storageKey) apply(readChoice());
});

/** Sets and stores the theme; 'system' follows the operating system. */
export function setThemeChoice(next: ThemeChoice): void {
  try {
    localStorage.setItem(storageKey, next);
  } catch {
    // Storage is blocked: the choice lasts until the page is left.
  }
  apply(next);
}

/** The user's choice, the theme it resolves to, and the setter. */
export const useTheme = () => ({
  choice: choice.useValue(),
  resolved: resolved.useValue(),
  setChoice: setThemeChoice,
});
